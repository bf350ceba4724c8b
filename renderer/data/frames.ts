/** Milliseconds after which it goes on without a frame: a window that cannot be seen paints none. */
const LONGEST_MS = 100

/**
 * Waits until the next frame is painted, which is when the one after it begins. What a screen asks main for besides what
 * it shows waits for it: asking takes time of the page, and somebody waits for the screen. Fails where the signal says
 * by then that nobody is there any more to be told.
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
