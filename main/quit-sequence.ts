import type { FlushResult } from './windows/flush-windows.ts'

/**
 * The order in which the program ends: windows write what was typed, then the database closes, then the process goes
 * (SY1). Any of Electron's events may come first or several times; each step runs once. Where something typed could not
 * be written the window stays, and a person is asked (F8).
 */
export type QuitSequence = {
  /** A window wants to close. True: let it; false: it is closed when the time has come. */
  mayClose: () => boolean
  /** The process is about to end. True: let it. */
  mayEnd: () => boolean
  quitRequested: () => void
  /** The answer to `refuse`: to try again, or to leave without what is not written. */
  leave: (how: { anyway: boolean }) => void
}

export function createQuitSequence(steps: {
  flush: () => Promise<FlushResult>
  /** The window stays, for the page could not write something or does not answer: somebody has to decide. */
  refuse: (why: 'unwritten' | 'silent') => void
  closeDatabase: () => Promise<unknown>
  closeWindow: () => void
  quit: () => void
}): QuitSequence {
  let flushed = false
  let flushing = false
  let quitting = false
  /** Whether the whole program was to end when leaving was refused. */
  let refusedQuit = false
  let ending: Promise<unknown> | null = null
  let ended = false

  const goOn = (): void => {
    flushed = true
    // Closing was refused meanwhile, which cancels a quit that was under way.
    if (quitting) return steps.quit()
    steps.closeWindow()
    // Where the program lives on without a window, the next window starts over.
    flushed = false
  }
  const flush = async (): Promise<void> => {
    if (flushing) return
    flushing = true
    const result = await steps.flush().catch((): FlushResult => 'silent')
    flushing = false
    if (result === 'written' || result === 'gone') return goOn()
    refusedQuit = quitting
    quitting = false
    steps.refuse(result)
  }

  return {
    mayClose: () => {
      if (!flushed) void flush()
      return flushed
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
    leave: ({ anyway }) => {
      quitting ||= refusedQuit
      if (anyway) goOn()
      else void flush()
    },
  }
}
