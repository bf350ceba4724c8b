import type { LucideIcon } from 'lucide-react'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

export type PaletteEntry = {
  id: string
  text: string
  /** Other words by which it is found. */
  also?: string
  icon: LucideIcon
  /** At the end: what kind of thing it is. */
  hint?: string
  shortcut?: Shortcut
  run: () => void
}
export type PaletteGroup = {
  id: string
  label: string
  entries: PaletteEntry[]
  /** One of its entries begins with what is typed. */
  isNamed?: boolean
}
export type Match = { before: string; match: string; after: string }

const AT_MOST = 8

/**
 * Where the typed text is found in an entry, whatever the case; null where it is not. Words that are found, but not
 * together, are marked nowhere.
 */
export function findMatch(text: string, typed: string): Match | null {
  const wanted = typed.trim()
  if (wanted === '') return { before: text, match: '', after: '' }
  const [found, words] = [text.toLocaleLowerCase(), wanted.toLocaleLowerCase()]
  const at = found.indexOf(words)
  if (at < 0) {
    const isThere = words.split(/\s+/).every((word) => found.includes(word))
    return isThere ? { before: text, match: '', after: '' } : null
  }
  return {
    before: text.slice(0, at),
    match: text.slice(at, at + wanted.length),
    after: text.slice(at + wanted.length),
  }
}

/** The entries that match, at most eight of a group, those that begin with the text first; without empty groups. */
export function filterGroups(groups: PaletteGroup[], typed: string): PaletteGroup[] {
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries
        .filter((entry) => findMatch(entry.text, typed) !== null || isNamedSo(entry, typed))
        .toSorted((a, b) => startsWith(b, typed) - startsWith(a, typed))
        .slice(0, AT_MOST),
    }))
    .filter((group) => group.entries.length > 0)
    .map((group) => ({ ...group, isNamed: group.entries.some((entry) => startsWith(entry, typed) === 1) }))
}

/** What is looked for is named by a first character: commands by `>`, places by `#`. */
const SCOPES = new Map([
  ['>', 'commands'],
  ['#', 'go'],
])

export function isScope(typed: string): boolean {
  return SCOPES.has(typed.trimStart().charAt(0))
}

/** What is typed, without the character that names what is looked for. */
export function wordsOf(typed: string): string {
  return isScope(typed) ? typed.trimStart().slice(1) : typed
}

/** The groups that are looked for. */
export function inScope(groups: PaletteGroup[], typed: string): PaletteGroup[] {
  const scope = SCOPES.get(typed.trimStart().charAt(0))
  return scope === undefined ? groups : groups.filter(({ id }) => id === scope)
}

/** With the documents that were found: first, but for where the group before them begins with what is typed. */
export function withDocuments(groups: PaletteGroup[], documents: PaletteGroup): PaletteGroup[] {
  if (documents.entries.length === 0) return groups
  const isNamed = groups.length > 0 && groups[0]?.isNamed === true
  return isNamed ? [...groups.slice(0, 1), documents, ...groups.slice(1)] : [documents, ...groups]
}

/** Whether each word that is typed begins one of the entry's, those by which it is found otherwise included. */
function isNamedSo({ text, also = '' }: PaletteEntry, typed: string): boolean {
  const words = (of: string): string[] => of.toLocaleLowerCase().split(/[\s,]+/)
  const own = [...words(text), ...words(also)]
  return words(typed.trim()).every((word) => own.some((one) => one.startsWith(word)))
}

function startsWith(entry: PaletteEntry, typed: string): number {
  const match = findMatch(entry.text, typed)
  return match !== null && match.match !== '' && match.before === '' ? 1 : 0
}
