/** So long, in ms, the window does nothing else; a keystroke waits no longer. */
const SLICE_MS = 8

/**
 * Everything a generator gives, without keeping the window busy: after each slice it does what else there is to do.
 * Null where it was given up.
 */
export async function inSlices<T>(items: Iterable<T>, signal: AbortSignal): Promise<T[] | null> {
  const all: T[] = []
  let began = performance.now()
  for (const item of items) {
    all.push(item)
    if (performance.now() - began < SLICE_MS) continue
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (signal.aborted) return null
    began = performance.now()
  }
  return signal.aborted ? null : all
}
