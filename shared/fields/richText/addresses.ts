import { safeAddress } from './links.ts'
import { LIMITS } from '../../limits.ts'

/** Main and pages both have URL; shared code is type-checked without the types of either. */
declare const URL: { new (text: string): { hostname: string }; canParse: (text: string) => boolean }

const HOST = String.raw`(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}`
const MAIL = new RegExp(String.raw`^[\w.+%-]+@${HOST}$`, 'i')
/** Signs of an address. They are looked for first, so that a long text without any is read once. */
const SIGNS = /https?:\/\/|www\.|@/gi
const WEB = /[^\s<>"']+/y
const MAIL_HOST = new RegExp(`^${HOST}`, 'i')
const LOCAL_PART = /[\w.+%-]/
/** Most characters of a mail address before its `@`, and (LONGEST_HOST) behind it. */
const LONGEST_LOCAL = 64
const LONGEST_HOST = LIMITS.mailAddress - LONGEST_LOCAL - 1
/** Characters that make an address behind them part of a word. */
const IN_WORD = /[\w@/.:-]/
/** Characters at the end of an address that belong to the sentence around it. */
const TRAILING: ReadonlySet<string> = new Set('.,;:!?\'"»“”’…*_')
const OPENED: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
/** Most characters of a character reference such as `&quot;`. */
const LONGEST_REFERENCE = 32

export type FoundAddress = { index: number; text: string; url: string }

/** Web and mail addresses in a text, as they were written, and as a link has them. */
export function findAddresses(text: string): FoundAddress[] {
  const all: FoundAddress[] = []
  let end = 0
  for (const { 0: sign, index: at } of text.matchAll(SIGNS)) {
    if (at < end) continue
    const index = sign === '@' ? localPartFrom(text, at, end) : at
    if (index === null || isInWord(text, index)) continue
    const found = sign === '@' ? mailFrom(text, index, at) : webFrom(text, at)
    if (found === null) continue
    end = index + found.length
    const written = withoutTrailing(found)
    const url = addressOf(written)
    if (url !== null) all.push({ index, text: written, url })
  }
  return all
}

/** True if the address is part of a word. Behind `](` it belongs to a link that is typed as Markdown. */
function isInWord(text: string, index: number): boolean {
  return IN_WORD.test(text.charAt(index - 1)) || text.slice(Math.max(0, index - 2), index) === ']('
}

function webFrom(text: string, index: number): string | null {
  WEB.lastIndex = index
  return WEB.exec(text)?.[0] ?? null
}

/** Index at which the local part before an `@` begins; null: there is none, or it is too long. */
function localPartFrom(text: string, at: number, from: number): number | null {
  let index = at
  while (index > from && at - index <= LONGEST_LOCAL && LOCAL_PART.test(text.charAt(index - 1))) {
    index -= 1
  }
  return index === at || at - index > LONGEST_LOCAL ? null : index
}

function mailFrom(text: string, index: number, at: number): string | null {
  const host = MAIL_HOST.exec(text.slice(at + 1, at + 1 + LONGEST_HOST))
  return host === null ? null : text.slice(index, at + 1) + host[0]
}

/** Removes trailing punctuation, and closing brackets that were not opened within the address. */
function withoutTrailing(found: string): string {
  const counts = new Map<string, number>()
  for (const sign of found) if (/[()[\]{}]/.test(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  let end = found.length
  while (end > 0) {
    const last = found.charAt(end - 1)
    const opened = OPENED.get(last)
    if (opened !== undefined) {
      const count = counts.get(last) ?? 0
      if (count <= (counts.get(opened) ?? 0)) break
      counts.set(last, count - 1)
      end -= 1
    } else if (last === ';')
      end -= /&\w+;$/.exec(found.slice(Math.max(0, end - LONGEST_REFERENCE), end))?.[0].length ?? 1
    else if (TRAILING.has(last)) end -= 1
    else break
  }
  return found.slice(0, end)
}

/**
 * The address that the whole text is, with a missing `mailto:` (or `https://` before `www.`) added; null: it
 * is none.
 */
export function addressOf(text: string): string | null {
  if (/\s/.test(text)) return null
  const isMail = text.length <= LIMITS.mailAddress && MAIL.test(text)
  const url = isMail ? `mailto:${text}` : /^www\./i.test(text) ? `https://${text}` : text
  if (!/^(?:https?:\/\/|mailto:|sms:|tel:)./i.test(url) || safeAddress(url) !== url) return null
  if (!/^https?:/i.test(url)) return url
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /^(?:[^.]+\.)+[^.]{2,}$|^localhost$|^\[.+\]$/i.test(host) ? url : null
}

/**
 * Completes an address typed into the drawer: `example.com` gets `https://`, `a@example.com` gets `mailto:`,
 * and paths of the site (`/about`) stay. Null: nobody could open it.
 */
export function completeAddress(typed: string): string | null {
  const text = typed.trim()
  const safe = safeAddress(text)
  if (safe !== 'about:blank' && safe !== 'https://') return text
  if (safe === 'about:blank' && !/^[^/:@][^/:@.]*\.[^/:@]+:\d/.test(text)) return null
  const mail = addressOf(text)
  return mail ?? addressOf(`https://${text}`)
}
