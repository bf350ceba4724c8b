/** Most names that are watched; beyond that the least recently checked are dropped. */
const MAX_WATCHED = 1000

type Sight = { readonly state: string; readonly since: number }

/**
 * Measures how long a holder has been silent, by the observer's own clock, since those of other hosts may be wrong. A
 * new process starts counting at its first look.
 */
export class SilenceWatch {
  readonly #sights = new Map<string, Sight>()

  /** Milliseconds for which `state`, which changes with each sign of life, has been seen unchanged. */
  silentFor(name: string, state: string): number {
    const now = performance.now()
    const before = this.#sights.get(name)
    const sight = before?.state === state ? before : { state, since: now }
    // Inserted again, so that the map is sorted by the last look.
    this.#sights.delete(name)
    this.#sights.set(name, sight)
    if (this.#sights.size > MAX_WATCHED) {
      for (const oldest of this.#sights.keys()) {
        this.#sights.delete(oldest)
        break
      }
    }
    return now - sight.since
  }

  forget(name: string): void {
    this.#sights.delete(name)
  }
}
