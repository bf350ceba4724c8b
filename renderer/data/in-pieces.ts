import { MANY_AT_MOST } from '../../shared/ipc.ts'

/** Asks main in pieces of MANY_AT_MOST items and returns all answers. */
export async function inPieces<One, Found>(
  all: readonly One[],
  ask: (piece: One[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = []
  for (let start = 0; start < all.length; start += MANY_AT_MOST)
    found.push(...(await ask(all.slice(start, start + MANY_AT_MOST))))
  return found
}
