/** An editor that took the place of a static text. */
export type LiveEditor = {
  /** Nobody stands in it, and it cannot be seen. */
  isIdle: () => boolean
  /** The static text takes its place again. */
  rest: () => void
}

/** Editors that stay although nobody needs them: going back and forth between two texts makes none anew. */
const KEPT = 4

/** Editors of the window, the last approached at the end. */
const live = new Set<LiveEditor>()

/** Counts an editor in; the longest idle ones beyond those that are kept go to rest. Answers what counts it out. */
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
