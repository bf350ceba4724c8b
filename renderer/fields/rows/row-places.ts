/** Rows that are moved together go into a slot between the rows that stay, counted from 0. Returns their slot. */
export function slotOf(ids: readonly string[], moving: readonly string[]): number {
  const first = ids.findIndex((id) => moving.includes(id))
  return Math.max(0, first)
}

/** Returns the index before the move of the row behind a slot; for the last slot the number of rows. */
export function indexOfSlot(ids: readonly string[], moving: readonly string[], slot: number): number {
  const staying = ids.filter((id) => !moving.includes(id))
  const next = staying[slot]
  return next === undefined ? ids.length : ids.indexOf(next)
}

/** Returns the index of the last slot, which equals the number of the staying rows. */
export function lastSlot(ids: readonly string[], moving: readonly string[]): number {
  return ids.length - ids.filter((id) => moving.includes(id)).length
}

/** Returns the slot at an index before the move. */
export function slotAt(ids: readonly string[], moving: readonly string[], index: number): number {
  return ids.slice(0, index).filter((id) => !moving.includes(id)).length
}
