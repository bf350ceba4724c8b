import { diffArrays } from 'diff'
import { LIMITS } from '../../../shared/limits.ts'

/** Indexes of an item in two lists. */
export type Pair = readonly [was: number, is: number]

/**
 * Returns a longest common subsequence of two lists, as pairs of indexes. Of lists that differ too much to be compared,
 * only the items that both begin and end with are paired.
 */
export function commonPairs(old: readonly string[], now: readonly string[]): Pair[] {
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  const pairs: Pair[] = []
  const add = (count: number, was: number, is: number): void => {
    for (let at = 0; at < count; at += 1) pairs.push([was + at, is + at])
  }
  add(start, 0, 0)
  const middle = [old.slice(start, old.length - end), now.slice(start, now.length - end)] as const
  const steps = LIMITS.comparedSteps / (middle[0].length + middle[1].length)
  const maxEditLength = Math.min(LIMITS.comparedEdits, Math.floor(steps))
  let [was, is] = [start, start]
  for (const piece of diffArrays(...middle, { maxEditLength }) ?? []) {
    if (!piece.added && !piece.removed) add(piece.count, was, is)
    if (!piece.added) was += piece.count
    if (!piece.removed) is += piece.count
  }
  add(end, old.length - end, now.length - end)
  return pairs
}
