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
