import type { Payload } from 'payload'

/** Waiting times between the processes of a site, in milliseconds, all derived from the first. */
export type Patience = {
  /**
   * Time after which a waiter takes a holder without a sign of life for dead. A living holder gives three in
   * it.
   */
  readonly leaseLife: number
  /** Longest wait of a write for others of the same document: longer than it takes to notice a dead holder. */
  readonly turn: number
  /** Longest wait while holding a document that comes later in the order of names. */
  readonly turnOutOfOrder: number
  /**
   * Longest wait for another request with the same key: longer than it takes to notice that its process is
   * dead.
   */
  readonly sameKey: number
}

const patience = new WeakMap<Payload, Patience>()

/** Sets the waiting times of a site. Must be called before anything of the site is written. */
export function setPatience(payload: Payload, deadAfterMs: number): void {
  patience.set(payload, {
    leaseLife: deadAfterMs,
    turn: deadAfterMs * 1.5,
    turnOutOfOrder: deadAfterMs / 2,
    sameKey: deadAfterMs * 1.2,
  })
}

/** The waiting times of this site. */
export function patienceOf(payload: Payload): Patience {
  const chosen = patience.get(payload)
  if (!chosen) throw new Error('galley: the plugin was not installed on this site')
  return chosen
}

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
