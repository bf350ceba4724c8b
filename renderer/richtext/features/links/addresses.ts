import { safeAddress } from '../../../../shared/fields/richText/links.ts'

const WEB = String.raw`(?:https?:\/\/|www\.)[^\s<>"']+`
const MAIL = String.raw`[\w.+%-]+@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}`
/** Behind `](` it belongs to a link that is typed as markdown. */
const ADDRESS = new RegExp(`(?<![\\w@/.:-]|\\]\\()(?:${WEB}|${MAIL})`, 'gi')
/** Behind an address these belong to the sentence around it. */
const TRAILING = /(?:[.,;:!?'"»“”’…*_]|&\w+;)+$/

export type FoundAddress = { index: number; text: string; url: string }

/** Web and mail addresses in a text, as they were written, and as a link has them. */
export function findAddresses(text: string): FoundAddress[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index }): FoundAddress[] => {
    const written = withoutTrailing(found)
    const url = addressOf(written)
    return url === null ? [] : [{ index, text: written, url }]
  })
}

/** A bracket that was opened in front of the address is closed behind it. */
function withoutTrailing(found: string): string {
  const bare = found.replace(TRAILING, '')
  const closed = /[)\]}]$/.exec(bare)?.[0]
  if (closed === undefined) return bare
  const opened = { ')': '(', ']': '[', '}': '{' }[closed] ?? ''
  return bare.split(closed).length > bare.split(opened).length ? withoutTrailing(bare.slice(0, -1)) : bare
}

/** The address of a text that is nothing else: with `https://` or `mailto:` where it was left out; null: it is none. */
export function addressOf(text: string): string | null {
  if (/\s/.test(text)) return null
  const url = new RegExp(`^${MAIL}$`, 'i').test(text)
    ? `mailto:${text}`
    : /^www\./i.test(text)
      ? `https://${text}`
      : text
  if (!/^(?:https?:\/\/|mailto:|sms:|tel:)./i.test(url) || safeAddress(url) !== url) return null
  if (!/^https?:/i.test(url)) return url
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return /^(?:[^.]+\.)+[^.]{2,}$|^localhost$|^\[.+\]$/i.test(host) ? url : null
}

/**
 * An address as somebody typed it into the drawer, completed: `example.com` and `a@example.com` are meant as
 * addresses, and what lies on the site itself (`/about`) stays. Null: nobody could open it.
 */
export function completeAddress(typed: string): string | null {
  const text = typed.trim()
  const safe = safeAddress(text)
  if (safe !== 'about:blank' && safe !== 'https://') return text
  if (safe === 'about:blank' && !/^[^/:@]+\.[^/:@]+:\d+/.test(text)) return null
  const mail = addressOf(text)
  return mail ?? addressOf(`https://${text}`)
}
