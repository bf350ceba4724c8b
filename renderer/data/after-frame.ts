/** Milliseconds after which it goes on without a frame: a window that cannot be seen paints none. */
const LONGEST_MS = 100

/**
 * Waits until the next frame is painted, which is when the one after it begins. What a screen asks main for besides what
 * it shows waits for it: asking takes time of the page, and somebody waits for the screen.
 */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
}
