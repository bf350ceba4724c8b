import { LIMITS } from '../../../shared/limits.ts'

/** Indexes of an item in two lists. */
export type Pair = readonly [was: number, is: number]

/** Returns the longest common subsequence of two lists, as pairs of indexes. */
export function commonPairs(old: readonly string[], now: readonly string[]): Pair[] {
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

function common(old: readonly string[], now: readonly string[]): Pair[] {
  const width = now.length + 1
  // Beyond the limit the rest counts as different.
  if (old.length * now.length > LIMITS.comparedPairs) return []
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
