import type { JsonObject } from '../../shared/json.ts'
import { sizeWithin } from './list-rows.ts'

/** Characters of JSON, about, that one transaction stores in the time of a keystroke: 10 ms with what is compared. */
const PIECE_SIZE = 128 * 1024
const PIECE_COUNT = 25

/**
 * Cuts a list so that each piece is stored by a transaction of its own that nothing has to wait for: what is typed
 * meanwhile is written between two of them. One thing that is larger than that is a piece by itself.
 */
export function inPieces<T>(list: readonly T[], dataOf: (item: T) => JsonObject): T[][] {
  const pieces: T[][] = []
  let piece: T[] = []
  let left = 0
  for (const item of list) {
    const size = sizeWithin(dataOf(item), PIECE_SIZE)
    if (piece.length === 0 || piece.length === PIECE_COUNT || size > left) {
      piece = []
      pieces.push(piece)
      left = PIECE_SIZE
    }
    piece.push(item)
    left -= size
  }
  return pieces
}
