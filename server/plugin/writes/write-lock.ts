import { deferred } from '../deferred.ts'

/** Lets one piece of work at a time pass per key, within this process, in the order of arrival. */
export class WriteLock {
  readonly #last = new Map<string, Promise<void>>()

  /**
   * Runs `work` when the ones before it under the same key have ended, or after `patienceMs` at the
   * latest; `null` waits as long as it takes. The limit is for a write that is made from inside
   * another one of the same document (a hook that calls the site's own API), which would wait for
   * itself for ever.
   */
  async run<T>(key: string, patienceMs: number | null, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const { promise, resolve } = deferred()
    const mine = before ? Promise.all([before, promise]).then(() => undefined) : promise
    this.#last.set(key, mine)
    try {
      if (before) await (patienceMs === null ? before : within(before, patienceMs))
      return await work()
    } finally {
      resolve()
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
  }
}

async function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, limit])
  clearTimeout(timer)
}
