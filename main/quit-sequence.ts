/**
 * The order in which the program ends: windows write what was typed, then the database closes, then the process goes
 * (SY1). Any of Electron's events may come first or several times; each step runs once.
 */
export type QuitSequence = {
  /** A window wants to close. True: let it; false: it is closed when the time has come. */
  mayClose: () => boolean
  /** The process is about to end. True: let it. */
  mayEnd: () => boolean
  quitRequested: () => void
}

export function createQuitSequence(steps: {
  flush: () => Promise<unknown>
  closeDatabase: () => Promise<unknown>
  closeWindow: () => void
  quit: () => void
}): QuitSequence {
  let flushed = false
  let flushing = false
  let quitting = false
  let ending: Promise<unknown> | null = null
  let ended = false
  return {
    mayClose: () => {
      if (flushed) return true
      if (!flushing) {
        flushing = true
        void steps.flush().finally(() => {
          flushing = false
          flushed = true
          // Closing was refused meanwhile, which cancels a quit that was under way.
          if (quitting) steps.quit()
          else {
            steps.closeWindow()
            // Where the program lives on without a window, the next window starts over.
            flushed = false
          }
        })
      }
      return false
    },
    mayEnd: () => {
      if (ended) return true
      ending ??= steps.closeDatabase().finally(() => {
        ended = true
        steps.quit()
      })
      return false
    },
    quitRequested: () => {
      quitting = true
    },
  }
}
