import type { LucideIcon } from 'lucide-react'
import { MISSPELT, PARTLY, SOME_WORDS, WordIndex } from '../../shared/search/word-index.ts'
import type { DocState } from '../../shared/sync/entry.ts'
import type { Pictured } from '../fields/thumbnail/pictured.ts'
import type { Shortcut } from '../ui/key-cap/shortcut.ts'

export type PaletteEntry = {
  id: string
  text: string
  /** Other words by which it is found, with commas between them. */
  also?: string
  icon: LucideIcon
  /** Of a document that is a file. */
  picture?: Pictured
  /** At the end: what kind of thing it is. */
  hint?: string
  /** Of a document whose edits have not arrived. */
  state?: DocState
  shortcut?: Shortcut
  /** It leads to a collection or a global. */
  isList?: boolean
  /** What else can be done with it. */
  actions?: readonly PaletteEntry[]
  /** Label of the list of its actions. With it, choosing the entry shows that list instead of running anything. */
  asks?: string
  /** Typed in the place of what is there, instead of anything being run. */
  types?: string
  run: () => void
}
export type PaletteGroup = {
  id: string
  label: string
  entries: readonly PaletteEntry[]
}
/** `score`: of the entry that fits best, see WordIndex. */
export type FoundGroup = PaletteGroup & { score: number }
export type Match = { before: string; match: string; after: string }

const AT_MOST = 8
/** From this score on the words are within the text, and not at its beginning. */
const WITHIN = 200
/** Scores of what is called or begins so by its own name, and not by another word for it. */
const OWN_NAME = new Set([0, 100])

/** Where the typed text is found in another one, to be marked; null where it is not there in one piece. */
export function findMatch(text: string, typed: string): Match | null {
  const wanted = typed.trim()
  const at = wanted === '' ? -1 : text.toLocaleLowerCase().indexOf(wanted.toLocaleLowerCase())
  if (at < 0) return null
  const end = at + wanted.length
  return { before: text.slice(0, at), match: text.slice(at, end), after: text.slice(end) }
}

/**
 * Finds entries by words: those of each group that fit, at most eight, the likeliest first, without empty groups;
 * misspelt whole words where nothing else fits. Nothing typed: the first of each group.
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

/** What is looked for is named by a first character. */
export const SCOPES: Readonly<Record<string, Scope>> = {
  '>': 'commands',
  '#': 'lists',
  '+': 'create',
  '?': 'help',
}

/** null: everything is looked for. */
export function scopeOf(typed: string): Scope | null {
  return SCOPES[typed.trimStart().charAt(0)] ?? null
}

/** What is typed, without the character that names what is looked for. */
export function wordsOf(typed: string): string {
  return scopeOf(typed) === null ? typed : typed.trimStart().slice(1)
}

/** The groups that are looked for. */
export function inScope(groups: readonly PaletteGroup[], scope: Scope | null): PaletteGroup[] {
  if (scope === 'lists')
    return groups.map((group) => ({
      ...group,
      entries: group.entries.filter(({ isList }) => isList === true),
    }))
  // A document is begun by a command.
  if (scope === 'commands') return groups.filter(({ id }) => id === 'commands' || id === 'create')
  return groups.filter(({ id }) => (scope === null ? id !== 'help' : id === scope))
}

/**
 * The groups with the documents that were found: what is called or begins as is typed before the rest, and what is
 * misspelt last; at the very end come documents that have some of the words only. Documents come before all that fits
 * as they do, or by another word for it, but for places that begin so.
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

/** How well the best of the documents fits; those that were found by what is not shown have the words somewhere. */
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
