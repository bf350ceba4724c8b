import { LIMITS } from '../../../shared/limits.ts'
import { commonPairs } from './common-pairs.ts'
import { diffWords } from './diff-words.ts'

/** A piece of a text, and if the other text has it too. `at`: position in its own text, in UTF-16 units. */
export type TextPiece = { isShared: boolean; text: string; at: number }
export type TextSides = { before: TextPiece[]; after: TextPiece[] }

/** UTF-16 units of one text times those of the other that are compared within words that differ. */
const MOST_PAIRS = 1_000_000

type Kept = { before: number; after: number; length: number }

/**
 * Diffs two texts by grapheme. Words with little in common differ as a whole, since single shared letters say
 * nothing. `mostPairs`: most compared pairs of UTF-16 units; the rest differs as a whole.
 */
export function diffCharacters(before: string, after: string, mostPairs: number = MOST_PAIRS): TextSides {
  const shared: Kept[] = []
  let left = mostPairs
  // Longer texts count as having nothing in common.
  const kept = before.length + after.length > LIMITS.comparedText ? [] : diffWords(before, after).kept
  let [was, is] = [0, 0]
  const end = { before: before.length, after: after.length, length: 0 }
  for (const word of [...kept, end]) {
    const offset = { before: was, after: is }
    const pairs = (word.before - was) * (word.after - is)
    if (pairs <= left) {
      left -= pairs
      for (const one of sharedCharacters(before.slice(was, word.before), after.slice(is, word.after)))
        shared.push({
          before: one.before + offset.before,
          after: one.after + offset.after,
          length: one.length,
        })
    }
    if (word.length > 0) shared.push(word)
    was = word.before + word.length
    is = word.after + word.length
  }
  return { before: piecesOf(before, shared, 'before'), after: piecesOf(after, shared, 'after') }
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function sharedCharacters(before: string, after: string): Kept[] {
  if (before === '' || after === '') return []
  const [old, now] = [[...characters.segment(before)], [...characters.segment(after)]]
  const pairs = commonPairs(
    old.map(({ segment }) => segment),
    now.map(({ segment }) => segment),
  )
  if (pairs.length * 2 < Math.max(old.length, now.length)) return []
  return pairs.map(([at, other]) => ({
    before: old[at]?.index ?? 0,
    after: now[other]?.index ?? 0,
    length: old[at]?.segment.length ?? 0,
  }))
}

function piecesOf(text: string, shared: readonly Kept[], side: 'before' | 'after'): TextPiece[] {
  const pieces: TextPiece[] = []
  const add = (isShared: boolean, from: number, to: number): void => {
    const last = pieces.at(-1)
    if (from === to) return
    if (last?.isShared === isShared) last.text += text.slice(from, to)
    else pieces.push({ isShared, text: text.slice(from, to), at: from })
  }
  let at = 0
  for (const one of shared) {
    add(false, at, one[side])
    at = one[side] + one.length
    add(true, one[side], at)
  }
  add(false, at, text.length)
  return pieces
}
