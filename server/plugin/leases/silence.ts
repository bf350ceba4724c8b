/** How many names are watched at most; of more, the ones not asked about for longest are forgotten. */
const MAX_WATCHED = 1000

type Sight = { readonly state: string; readonly since: number }

/**
 * How long somebody has shown no sign of life, by the clock of the one who looks. The times another
 * host wrote play no part: its clock may be wrong by any amount. A process that has just started
 * knows nothing, and begins to count with its first look.
 */
export class SilenceWatch {
  readonly #sights = new Map<string, Sight>()

  /** Milliseconds for which `state`, which changes with each sign of life, has been seen unchanged. */
  silentFor(name: string, state: string): number {
    const now = performance.now()
    const before = this.#sights.get(name)
    const sight = before?.state === state ? before : { state, since: now }
    // Set anew, so that the map is in the order of the last look.
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
