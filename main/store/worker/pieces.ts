import type { JsonObject } from '../../../shared/json.ts'
import { sizeWithin } from '../lists/list-rows.ts'

/** Characters of JSON that one transaction stores and compares in less than about 10 ms. */
const PIECE_SIZE = 64 * 1024
const PIECE_COUNT = 20

/**
 * Cuts a list into pieces for transactions of their own, so that typing can be written in between. A larger item is a
 * piece by itself.
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
