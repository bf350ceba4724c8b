/** Most milliseconds to wait for a frame: a hidden window paints none. */
const LONGEST_MS = 100

/**
 * Waits until the next frame is painted. Requests that a screen does not need for its first frame wait for
 * it, so that they do not delay it. Throws if the signal is aborted by then.
 */
export async function afterFrame(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
  signal?.throwIfAborted()
}

/** Most milliseconds of work without a pause; a keystroke waits no longer. */
const SLICE_MS = 8

/** Collects the items of a generator in slices, so that the window stays responsive; null if aborted. */
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
