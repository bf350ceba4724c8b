import { commonPairs, type Pair } from './common-pairs.ts'

/** A range of a text, in UTF-16 units. */
export type Stretch = { start: number; end: number }
export type WordDiff = {
  /** Ranges of the first text, in order. */
  removed: Stretch[]
  /** Ranges of the second text. */
  added: Stretch[]
  /** Ranges of both texts, with the position in each. */
  kept: { before: number; after: number; length: number }[]
}

/** Diffs two texts by word, in the languages' own sense, also in those without spaces. */
export function diffWords(before: string, after: string): WordDiff {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' })
  const tokens = (text: string): string[] => Array.from(words.segment(text), ({ segment }) => segment)
  const [old, now] = [tokens(before), tokens(after)]
  const kept = withoutLoneSpaces(commonPairs(old, now), old, now)
  const result: WordDiff = { removed: [], added: [], kept: [] }
  const [oldAt, nowAt] = [positions(old), positions(now)]
  let [was, is] = [0, 0]
  for (const [nextWas, nextIs] of [...kept, [old.length, now.length] as const]) {
    const [wasAt, isAt] = [oldAt[nextWas] ?? before.length, nowAt[nextIs] ?? after.length]
    if (nextWas > was) result.removed.push(trimmed(before, oldAt[was] ?? 0, wasAt))
    if (nextIs > is) result.added.push(trimmed(after, nowAt[is] ?? 0, isAt))
    const length = old[nextWas]?.length ?? 0
    if (length > 0) result.kept.push({ before: wasAt, after: isAt, length })
    was = nextWas + 1
    is = nextIs + 1
  }
  return result
}

/** Trims spaces from a range, unless it has nothing else. */
function trimmed(text: string, start: number, end: number): Stretch {
  const piece = text.slice(start, end)
  if (piece.trim() === '') return { start, end }
  return { start: end - piece.trimStart().length, end: start + piece.trimEnd().length }
}

/** Drops a space between two words that both changed, which is not worth keeping. */
function withoutLoneSpaces(kept: readonly Pair[], old: readonly string[], now: readonly string[]): Pair[] {
  return kept.filter(([was, is], at) => {
    const [previous, next] = [kept[at - 1] ?? [-1, -1], kept[at + 1] ?? [old.length, now.length]]
    const isSpace = /^[ \t]+$/.test(old[was] ?? '')
    const changesBefore = was - previous[0] > 1 && is - previous[1] > 1
    const changesBehind = next[0] - was > 1 && next[1] - is > 1
    return !(isSpace && changesBefore && changesBehind)
  })
}

function positions(tokens: readonly string[]): number[] {
  let at = 0
  return tokens.map((token) => {
    const here = at
    at += token.length
    return here
  })
}
