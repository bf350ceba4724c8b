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
