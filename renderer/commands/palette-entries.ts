import type { LucideIcon } from 'lucide-react'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

export type PaletteEntry = {
  id: string
  text: string
  icon: LucideIcon
  /** At the end: what kind of thing it is. */
  hint?: string
  shortcut?: Shortcut
  run: () => void
}
export type PaletteGroup = { id: string; label: string; entries: PaletteEntry[] }
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
        .filter((entry) => findMatch(entry.text, typed) !== null)
        .toSorted((a, b) => startsWith(b, typed) - startsWith(a, typed))
        .slice(0, AT_MOST),
    }))
    .filter((group) => group.entries.length > 0)
}

function startsWith(entry: PaletteEntry, typed: string): number {
  const match = findMatch(entry.text, typed)
  return match !== null && match.match !== '' && match.before === '' ? 1 : 0
}
