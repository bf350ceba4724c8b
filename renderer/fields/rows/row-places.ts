/**
 * Where rows that are moved together can go: the slots between the rows that stay, counted from 0. Rows that are moved
 * come to stand beside each other.
 */
export function slotOf(ids: readonly string[], moving: readonly string[]): number {
  const first = ids.findIndex((id) => moving.includes(id))
  return Math.max(0, first)
}

/** The index of the row in front of which a slot is, before the move; the number of rows for the last slot. */
export function indexOfSlot(ids: readonly string[], moving: readonly string[], slot: number): number {
  const staying = ids.filter((id) => !moving.includes(id))
  const next = staying[slot]
  return next === undefined ? ids.length : ids.indexOf(next)
}

/** How many rows stay, which is the number of the last slot. */
export function lastSlot(ids: readonly string[], moving: readonly string[]): number {
  return ids.length - ids.filter((id) => moving.includes(id)).length
}

/** The slot that an index before the move is in. */
export function slotAt(ids: readonly string[], moving: readonly string[], index: number): number {
  return ids.slice(0, index).filter((id) => !moving.includes(id)).length
}
