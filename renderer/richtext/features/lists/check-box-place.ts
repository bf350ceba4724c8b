/** True if a point of the window is on the box of an item: before its text, beside its first line. */
export function isOnBox(at: {
  x: number
  y: number
  rect: { left: number; right: number; top: number; bottom: number }
  /** In pixels; what is no number: the whole height. */
  line: number
  /** How much room there is before the text, in pixels. */
  room: number
  isRightToLeft: boolean
}): boolean {
  const { left, right, top, bottom } = at.rect
  const end = Number.isFinite(at.line) ? Math.min(bottom, top + at.line) : bottom
  if (at.y < top || at.y > end) return false
  return at.isRightToLeft ? at.x <= right && at.x > right - at.room : at.x >= left && at.x < left + at.room
}
