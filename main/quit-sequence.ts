import type { FlushResult } from './windows/flush-windows.ts'

/**
 * The order of quitting: windows write their input, the database closes, the process ends (SY1). Electron's
 * events may come in any order and repeatedly. With unwritten input the window stays, and a person is asked
 * (F8).
 */
export type QuitSequence = {
  /** A window wants to close. True: let it close; false: the sequence closes it later. */
  mayClose: () => boolean
  /** The process wants to quit. True: let it quit. */
  mayEnd: () => boolean
  quitRequested: () => void
  /** The answer to `refuse`: try again, or quit without the unwritten input. */
  leave: (how: { anyway: boolean }) => void
}

export function createQuitSequence(steps: {
  flush: () => Promise<FlushResult>
  /** Keeps the window open, since the page could not write something or does not answer: the person has to decide. */
  refuse: (why: 'unwritten' | 'silent') => void
  closeDatabase: () => Promise<unknown>
  closeWindow: () => void
  quit: () => void
}): QuitSequence {
  let flushed = false
  let flushing = false
  let quitting = false
  /** True if the whole program was quitting when closing was refused. */
  let refusedQuit = false
  let ending: Promise<unknown> | null = null
  let ended = false

  const goOn = (): void => {
    flushed = true
    // Electron cancelled the quit when the window did not close at once, so it is requested again.
    if (quitting) return steps.quit()
    steps.closeWindow()
    // If the program lives on without a window, the next window starts over.
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
