import { rowId } from '../../cms/fields.ts'
import { isPlainJson, own, type Json } from '../../json.ts'

/** A row of two lists; an index is null if that list does not have the row. */
export type PairedRow = {
  /** Unique among the pairs. */
  key: string
  /** Null: the row has no id, or repeats that of a row before it. */
  id: string | null
  was: number | null
  is: number | null
  isMoved: boolean
}

/**
 * Pairs the rows of two lists by id and block, and rows without an id by their order. As few shared rows as possible
 * count as moved.
 */
export function pairRows(before: readonly Json[], after: readonly Json[]): PairedRow[] {
  const [old, now] = [placesOf(before), placesOf(after)]
  const stayed = longestRising([...now.keys()].flatMap((key) => old.get(key)?.at ?? []))
  const paired = [...now].map(([key, { id, at }]): PairedRow => {
    const was = old.get(key)?.at ?? null
    return { key, id, was, is: at, isMoved: was !== null && !stayed.has(was) }
  })
  const behind = new Map<number | null, PairedRow[]>()
  let last: number | null = null
  for (const [key, { id, at }] of old) {
    if (now.has(key)) {
      if (stayed.has(at)) last = at
      continue
    }
    const gone = behind.get(last) ?? []
    gone.push({ key, id, was: at, is: null, isMoved: false })
    behind.set(last, gone)
  }
  return [
    ...(behind.get(null) ?? []),
    ...paired.flatMap((row) => [
      row,
      ...(row.was === null || row.isMoved ? [] : (behind.get(row.was) ?? [])),
    ]),
  ]
}

type RowIndex = { id: string | null; at: number }

function placesOf(rows: readonly Json[]): Map<string, RowIndex> {
  const places = new Map<string, RowIndex>()
  let unnamed = 0
  rows.forEach((row, at) => {
    const id = rowId(row)
    const blockType = isPlainJson(row) ? own(row, 'blockType') : undefined
    const named = `id ${typeof blockType === 'string' ? blockType : ''} ${id ?? ''}`
    if (id !== null && !places.has(named)) places.set(named, { id, at })
    else {
      unnamed += 1
      places.set(`at ${unnamed}`, { id: null, at })
    }
  })
  return places
}

/** A longest increasing subsequence of different numbers. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  /** Index in `numbers` of the smallest end of a subsequence, by its length. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  numbers.forEach((number, at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    previous.push(ends[low - 1])
    ends[low] = at
  })
  const found = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.add(numbers[at] ?? 0)
  return found
}
