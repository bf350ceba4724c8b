import { type GalleyBridge, MANY_AT_MOST } from '../../shared/ipc.ts'

declare global {
  interface Window {
    /** Made by preload from the contract in shared/ipc.ts. */
    readonly galley: GalleyBridge
  }
}

/** The renderer's only access to main: typed calls and events. */
export const galley: GalleyBridge = window.galley

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
