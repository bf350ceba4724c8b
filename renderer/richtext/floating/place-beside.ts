/** A rectangle of the window, in CSS pixels. */
export type Box = { left: number; top: number; right: number; bottom: number }

export type BesideOptions = {
  side: 'above' | 'below'
  /** The edges that are aligned: those at which the text begins. */
  align: 'left' | 'right'
}

/** CSS pixels between a floating part and its anchor, and between it and the edge of the window. */
const GAP = 6
const EDGE = 8

/**
 * Returns the position of a floating part beside `anchor`: on the wished side if it fits there, else on the
 * roomier side. Horizontally it stays in the window. `height`: cut to the room there.
 */
export function placeBeside(
  anchor: Box,
  size: { width: number; height: number },
  window: { width: number; height: number },
  { side, align }: BesideOptions,
): { left: number; top: number; height: number } {
  const above = anchor.top - GAP - EDGE
  const below = window.height - anchor.bottom - GAP - EDGE
  const [wished, other] = side === 'above' ? [above, below] : [below, above]
  const isFlipped = wished < size.height && other > wished
  const isAbove = (side === 'above') !== isFlipped
  const height = Math.min(size.height, Math.max(0, isAbove ? above : below))
  const wishedLeft = align === 'left' ? anchor.left : anchor.right - size.width
  return {
    left: Math.max(EDGE, Math.min(wishedLeft, window.width - size.width - EDGE)),
    top: isAbove ? anchor.top - GAP - height : anchor.bottom + GAP,
    height,
  }
}
