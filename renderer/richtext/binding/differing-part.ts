import { sameJson } from '../../../shared/json.ts'
import type { Json } from '../../../shared/json.ts'

/** The part to replace: records from `from` to `to` by nodes from `newFrom` to `newTo`. */
export type DifferingPart = { from: number; to: number; newFrom: number; newTo: number }

/** Returns the part between the equal nodes at the start and at the end; null: there is no difference. */
export function differingPart(
  records: readonly (readonly Json[])[],
  tops: readonly Json[],
): DifferingPart | null {
  // A record without nodes is the line of an empty text.
  if (tops.length === 0 && records.every((one) => one.length === 0)) return null
  const isAt = (stored: readonly Json[], at: number): boolean =>
    stored.length > 0 && at >= 0 && stored.every((json, index) => sameJson(json, tops[at + index] ?? null))
  let [from, newFrom] = [0, 0]
  for (; from < records.length; from += 1) {
    const stored = records[from] ?? []
    if (newFrom + stored.length > tops.length || !isAt(stored, newFrom)) break
    newFrom += stored.length
  }
  if (from === records.length && newFrom === tops.length) return null
  let [to, newTo] = [records.length, tops.length]
  for (; to > from; to -= 1) {
    const stored = records[to - 1] ?? []
    if (newTo - stored.length < newFrom || !isAt(stored, newTo - stored.length)) break
    newTo -= stored.length
  }
  return { from, to, newFrom, newTo }
}
