/** An editor that took the place of a static text. */
export type LiveEditor = {
  /** True if the editor has no focus and is off the screen. */
  isIdle: () => boolean
  /** Replaces the editor by the static text. */
  rest: () => void
}

/** Most editors that stay when idle, so that switching between two texts creates none anew. */
const KEPT = 4

/** Editors of the window in the order in which they were mounted; using one again does not move it. */
const live = new Set<LiveEditor>()

/**
 * Registers an editor, and closes the oldest idle ones beyond KEPT. Returns the function that unregisters.
 */
export function keepLive(editor: LiveEditor): () => void {
  live.add(editor)
  for (const one of live) {
    if (live.size <= KEPT) break
    if (one === editor || !one.isIdle()) continue
    live.delete(one)
    one.rest()
  }
  return () => void live.delete(editor)
}
