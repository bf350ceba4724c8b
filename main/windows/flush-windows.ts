/**
 * Asks the windows to write everything typed to the database and waits for their answer (SY1: at once on quit and
 * suspend). Waiting ends after `limitMs`, so that a page that hangs cannot keep the program open.
 */
export type Flusher = {
  /** True: the page said that everything is written. False: the time was up or there was nobody to ask. */
  flush: () => Promise<boolean>
  /** The page's answer (`app.flushed`). Unknown tokens are ignored. */
  flushed: (token: string) => void
  /** The page is gone and will not answer. */
  abandon: () => void
}

export function createFlusher(options: {
  /** Sends `app.flush`; false when there is no page to send it to. */
  ask: (token: string) => boolean
  newToken: () => string
  limitMs: number
}): Flusher {
  const waiting = new Map<string, (done: boolean) => void>()
  return {
    flush: () =>
      new Promise((resolve) => {
        const token = options.newToken()
        const timer = setTimeout(() => finish(false), options.limitMs)
        const finish = (done: boolean): void => {
          clearTimeout(timer)
          waiting.delete(token)
          resolve(done)
        }
        waiting.set(token, finish)
        if (!options.ask(token)) finish(false)
      }),
    flushed: (token) => waiting.get(token)?.(true),
    abandon: () => {
      for (const finish of waiting.values()) finish(false)
    },
  }
}
