/** Releases the turn; the next waiting caller gets it. */
export type Leave = () => void

type Waiter = { readonly grant: () => void }

/** Gives a name to one holder at a time in this process, in order of arrival. */
export class LocalTurns {
  /** Waiting callers by name; a name in the map is taken. */
  readonly #waiting = new Map<string, Waiter[]>()

  /** Waits for the turn at most `waitMs`; `null`: it did not come. */
  enter(name: string, waitMs: number): Promise<Leave | null> {
    const waiting = this.#waiting.get(name)
    if (!waiting) {
      this.#waiting.set(name, [])
      return Promise.resolve(this.#leaveOnce(name))
    }
    if (waitMs <= 0) return Promise.resolve(null)
    return new Promise((resolve) => {
      const waiter: Waiter = {
        grant: () => {
          clearTimeout(timer)
          resolve(this.#leaveOnce(name))
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        resolve(null)
      }, waitMs)
      waiting.push(waiter)
    })
  }

  isTaken(name: string): boolean {
    return this.#waiting.has(name)
  }

  #leaveOnce(name: string): Leave {
    let left = false
    return () => {
      if (left) return
      left = true
      const next = this.#waiting.get(name)?.shift()
      if (next) next.grant()
      else this.#waiting.delete(name)
    }
  }
}
