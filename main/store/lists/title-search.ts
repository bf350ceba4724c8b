import uFuzzy from '@leeoniya/ufuzzy'

/** As many words may be typed in any order; the ways to order them are tried one by one. */
const WORDS_IN_ANY_ORDER = 4
/** Of one collection, so many that fit are put in order. */
const RANKED = 1000

const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  // One letter too many, missing, turned or wrong in a word.
  intraMode: 1,
  intraIns: 1,
  sort: inOrder,
})

/** Text without case and accents, as titles are kept and looked for. */
export function foldTitle(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/\p{M}+/gu, '')
  return uFuzzy.latinize(bare).toLowerCase().replaceAll('ß', 'ss')
}

/**
 * Positions of the texts that have all words, in any order, in one of which a letter may be wrong. In no order; of more
 * than can be put in order, those that are called so or begin so before the others.
 */
export function fitting(texts: string[], folded: string): number[] {
  const words = wordsOf(folded)
  if (words.length === 0) return []
  const [found] = fuzzy.search(texts, words.join(' '), inAnyOrder(words), 0)
  if (!found || found.length <= RANKED) return found ?? []
  const byLikeness = Map.groupBy(found, (at) => likeness(texts[at] ?? '', folded))
  return ([2, 1, 0] as const).flatMap((one) => byLikeness.get(one) ?? []).slice(0, RANKED)
}

/** Positions of the texts that fit, the likeliest first; of those that fit as well the one that stands further ahead. */
export function ranked(texts: string[], folded: string): number[] {
  const words = wordsOf(folded)
  const all = Number.POSITIVE_INFINITY
  const [found, info, order] = fuzzy.search(texts, words.join(' '), inAnyOrder(words), all)
  if (found === null || found === undefined) return []
  if (info === null || order === null) return found
  const byLikeness = Map.groupBy(
    order.flatMap((at) => info.idx[at] ?? []),
    (at) => likeness(texts[at] ?? '', folded) === 2,
  )
  return [true, false].flatMap((isWhole) => byLikeness.get(isWhole) ?? [])
}

/** Each word once: to look for the same one twice costs many times as much, and finds nothing else. */
const wordsOf = (folded: string): string[] => [...new Set(fuzzy.split(folded))]
const inAnyOrder = (words: readonly string[]): number => Math.min(words.length, WORDS_IN_ANY_ORDER)

/** 2: a title, a slug or an id is what was typed; 1: one begins with it. */
function likeness(text: string, folded: string): 0 | 1 | 2 {
  const lines = `\n${text}\n`
  if (lines.includes(`\n${folded}\n`)) return 2
  return lines.includes(`\n${folded}`) ? 1 : 0
}

/** Without mistakes first, then what begins with the words, has them as whole words, at the start of words. */
function inOrder(info: uFuzzy.Info, texts: string[]): number[] {
  const at = (list: readonly number[], index: number): number => list[index] ?? 0
  const begins = (index: number): number => {
    const start = at(info.start, index)
    return start === 0 || texts[at(info.idx, index)]?.[start - 1] === '\n' ? 1 : 0
  }
  return [...info.idx.keys()].toSorted(
    (a, b) =>
      at(info.intraIns, a) - at(info.intraIns, b) ||
      begins(b) - begins(a) ||
      at(info.terms, b) - at(info.terms, a) ||
      at(info.interLft2, b) - at(info.interLft2, a) ||
      at(info.interIns, a) - at(info.interIns, b) ||
      at(info.idx, a) - at(info.idx, b),
  )
}
