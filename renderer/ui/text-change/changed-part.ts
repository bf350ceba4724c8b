/** The smallest single replacement that makes one text of another. Positions are UTF-16 units of the first. */
export function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same])
    same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}
