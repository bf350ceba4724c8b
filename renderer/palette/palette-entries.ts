import type { LucideIcon } from 'lucide-react'
import { MISSPELT, PARTLY, SOME_WORDS, WordIndex } from '../../shared/search/word-index.ts'
import type { DocState } from '../../shared/sync/entry.ts'
import type { Pictured } from '../fields/thumbnail/picture-sources.ts'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

export type PaletteEntry = {
  id: string
  text: string
  /** Synonyms for the search, separated by commas. */
  also?: string
  icon: LucideIcon
  /** The file of an upload document. */
  picture?: Pictured
  /** Kind of the target, shown at the end. */
  hint?: string
  /** State of a document with unsent edits. */
  state?: DocState
  shortcut?: Shortcut
  /** True if it leads to a collection or a global. */
  isList?: boolean
  /** More actions on it. */
  actions?: readonly PaletteEntry[]
  /** Label of the list of its actions. With it, choosing the entry shows that list instead of running anything. */
  asks?: string
  /** Text that replaces the input when the entry is chosen, instead of running anything. */
  types?: string
  run: () => void
}
export type PaletteGroup = {
  id: string
  label: string
  entries: readonly PaletteEntry[]
}
/** `score`: that of the best entry, see WordIndex. */
export type FoundGroup = PaletteGroup & { score: number }
export type Match = { before: string; match: string; after: string }

const AT_MOST = 8
/** Scores from here on match within the text, not at its beginning. */
const WITHIN = 200
/** Scores of a match with the entry's own name, or its beginning, not with a synonym. */
const OWN_NAME = new Set([0, 100])

/** Finds the typed text in another one, to mark it; null if it is not there in one piece. */
export function findMatch(text: string, typed: string): Match | null {
  const wanted = typed.trim()
  const at = wanted === '' ? -1 : text.toLocaleLowerCase().indexOf(wanted.toLocaleLowerCase())
  if (at < 0) return null
  const end = at + wanted.length
  return { before: text.slice(0, at), match: text.slice(at, end), after: text.slice(end) }
}

/**
 * Returns a search over groups: at most eight matches of each, best first, without empty groups; misspelt whole words
 * only if nothing else matches. Nothing typed: the first of each group.
 */
export function entryFinder(groups: readonly PaletteGroup[]): (typed: string) => FoundGroup[] {
  const all = groups.flatMap((group) => group.entries.map((entry) => ({ group, entry })))
  const index = new WordIndex()
  for (const [position, { entry }] of all.entries()) index.set(position, linesOf(entry))
  return (typed) => {
    if (typed.trim() === '')
      return groups.map((group) => foundIn(group, [...group.entries], 0)).filter(isThere)
    const faultless = index.hits(typed, { misspelt: false, within: false })
    const hits = faultless.length > 0 ? faultless : index.hits(typed, { misspelt: 'whole', within: false })
    return groups
      .map((group) => {
        const own = hits.filter(({ position }) => all[position]?.group === group)
        const entries = own.flatMap(({ position }) => all[position]?.entry ?? [])
        return foundIn(group, entries, own[0]?.score ?? 0)
      })
      .filter(isThere)
  }
}

const linesOf = ({ text, also = '' }: PaletteEntry): string[] => [text, ...also.split(/[,،]/)]
const foundIn = (group: PaletteGroup, entries: PaletteEntry[], score: number): FoundGroup => ({
  ...group,
  entries: entries.slice(0, AT_MOST),
  score,
})
const isThere = ({ entries }: PaletteGroup): boolean => entries.length > 0

export type Scope = 'commands' | 'lists' | 'create' | 'help'

/** The first character that limits the search. */
export const SCOPES: Readonly<Record<string, Scope>> = {
  '>': 'commands',
  '#': 'lists',
  '+': 'create',
  '?': 'help',
}

/** Returns the scope of the input; null: everything is searched. */
export function scopeOf(typed: string): Scope | null {
  return SCOPES[typed.trimStart().charAt(0)] ?? null
}

/** Returns the input without the character of its scope. */
export function wordsOf(typed: string): string {
  return scopeOf(typed) === null ? typed : typed.trimStart().slice(1)
}

/** Returns the groups of a scope. */
export function inScope(groups: readonly PaletteGroup[], scope: Scope | null): PaletteGroup[] {
  if (scope === 'lists')
    return groups.map((group) => ({
      ...group,
      entries: group.entries.filter(({ isList }) => isList === true),
    }))
  // Creating a document is a command, too.
  if (scope === 'commands') return groups.filter(({ id }) => id === 'commands' || id === 'create')
  return groups.filter(({ id }) => (scope === null ? id !== 'help' : id === scope))
}

/**
 * Inserts the documents into the groups: matches of the whole name or its beginning first, then the rest, misspelt
 * ones, and partial ones last. Among equal matches documents come first, but behind screens that begin so.
 */
export function withDocuments(
  groups: readonly FoundGroup[],
  documents: PaletteGroup,
  typed: string,
): FoundGroup[] {
  if (documents.entries.length === 0) return [...groups]
  const score = scoreOf(documents.entries, typed)
  const isCalled = ({ id, score: best }: FoundGroup): boolean =>
    id === documents.id ? best < WITHIN : OWN_NAME.has(best)
  const tier = (group: FoundGroup): number =>
    isCalled(group) ? 0 : group.score < MISSPELT ? 1 : group.score < PARTLY ? 2 : 3
  const all = [...groups, { ...documents, score }]
  const rank = (group: FoundGroup): number => {
    if (group.id === documents.id) return 1
    return group.id === 'go' && isCalled(group) ? 0 : 2
  }
  return all.toSorted((a, b) => tier(a) - tier(b) || rank(a) - rank(b))
}

/** Returns the best score by title or id. Documents found only by other text count as matches within the text. */
function scoreOf(entries: readonly PaletteEntry[], typed: string): number {
  const index = new WordIndex()
  for (const [position, entry] of entries.entries()) index.set(position, linesOf(entry))
  const [first] = [
    ...index.hits(typed, { misspelt: false }),
    ...index.hits(typed, { misspelt: true }),
    ...index.hits(typed, SOME_WORDS),
  ]
  return first?.score ?? WITHIN
}
