/** A piece of a text, in UTF-16 units. */
export type Stretch = { start: number; end: number }
export type WordDiff = {
  /** In the first text, in its order. */
  removed: Stretch[]
  /** In the second one. */
  added: Stretch[]
  /** What both have, where it is in each. */
  kept: { before: number; after: number; length: number }[]
}

/** Words times words that are compared one by one; beyond that what differs is one piece. */
const MOST_PAIRS = 1_000_000

/** Which words two texts share, in their order; words as the languages have them, also those without spaces. */
export function diffWords(before: string, after: string): WordDiff {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' })
  const tokens = (text: string): string[] => Array.from(words.segment(text), ({ segment }) => segment)
  const [old, now] = [tokens(before), tokens(after)]
  const kept = withoutLoneSpaces(pairs(old, now), old, now)
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

/** Without the spaces around the words, unless there is nothing else. */
function trimmed(text: string, start: number, end: number): Stretch {
  const piece = text.slice(start, end)
  if (piece.trim() === '') return { start, end }
  return { start: end - piece.trimStart().length, end: start + piece.trimEnd().length }
}

type Pair = readonly [was: number, is: number]

function pairs(old: readonly string[], now: readonly string[]): Pair[] {
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  const middle = common(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [
    ...Array.from({ length: start }, (_, at): Pair => [at, at]),
    ...middle.map(([was, is]): Pair => [was + start, is + start]),
    ...Array.from({ length: end }, (_, at): Pair => [old.length - end + at, now.length - end + at]),
  ]
}

/** A longest common subsequence. */
function common(old: readonly string[], now: readonly string[]): Pair[] {
  const width = now.length + 1
  if (old.length * now.length > MOST_PAIRS) return []
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (was: number, is: number): number => lengths[was * width + is] ?? 0
  for (let was = old.length - 1; was >= 0; was -= 1)
    for (let is = now.length - 1; is >= 0; is -= 1)
      lengths[was * width + is] =
        old[was] === now[is] ? at(was + 1, is + 1) + 1 : Math.max(at(was + 1, is), at(was, is + 1))
  const found: Pair[] = []
  let [was, is] = [0, 0]
  while (was < old.length && is < now.length) {
    if (old[was] === now[is]) {
      found.push([was, is])
      was += 1
      is += 1
    } else if (at(was + 1, is) >= at(was, is + 1)) was += 1
    else is += 1
  }
  return found
}

/** A space between words that both changed is no word that was kept. */
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
