/**
 * The result of asking the page to write all input to the database:
 * - written: it is all there
 * - unwritten: the page could not write something, and still has it
 * - silent: it did not answer in time
 * - gone: there is no page that could hold something
 */
export type FlushResult = 'written' | 'unwritten' | 'silent' | 'gone'

/**
 * Asks the page to write everything typed to the database and waits for its answer (SY1: at once on quit and suspend),
 * for at most `limitMs`.
 */
export type Flusher = {
  flush: () => Promise<FlushResult>
  /** The page's answer (`app.flushed`). Unknown tokens are ignored. */
  flushed: (token: string, unwritten: number) => void
  /** A page has loaded and can answer from now on. */
  pageReady: () => void
  /** The page is gone and will not answer. */
  abandon: () => void
}

export function createFlusher(options: {
  /** Sends `app.flush`; false when there is no page to send it to. */
  ask: (token: string) => boolean
  newToken: () => string
  limitMs: number
}): Flusher {
  const waiting = new Map<string, (result: FlushResult) => void>()
  let ready = false
  return {
    flush: () =>
      new Promise((resolve) => {
        // Nothing can have been typed into a page that has not called app.bootstrap yet.
        if (!ready) return resolve('gone')
        const token = options.newToken()
        const timer = setTimeout(() => finish('silent'), options.limitMs)
        const finish = (result: FlushResult): void => {
          clearTimeout(timer)
          waiting.delete(token)
          resolve(result)
        }
        waiting.set(token, finish)
        if (!options.ask(token)) finish('gone')
      }),
    flushed: (token, unwritten) => waiting.get(token)?.(unwritten === 0 ? 'written' : 'unwritten'),
    pageReady: () => {
      ready = true
    },
    abandon: () => {
      ready = false
      for (const finish of waiting.values()) finish('gone')
    },
  }
}
