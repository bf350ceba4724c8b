import type { Payload } from 'payload'

/** How long the processes of a site wait for each other, in milliseconds. All of it follows from the first. */
export type Patience = {
  /** A holder without a sign of life for so long, as a waiter sees it, is dead. Living ones give three in that time. */
  readonly leaseLife: number
  /** How long a write waits for others of the same document: longer than a dead holder is taken for alive. */
  readonly turn: number
  /** The same for who has the turn of another document that comes later in the order of their names. */
  readonly turnOutOfOrder: number
  /** How long a request waits for another one under its key: longer than it takes to see that the other is dead. */
  readonly sameKey: number
}

const patience = new WeakMap<Payload, Patience>()

/** Decides how long the processes of this site wait; before anything of it is written. */
export function setPatience(payload: Payload, deadAfterMs: number): void {
  patience.set(payload, {
    leaseLife: deadAfterMs,
    turn: deadAfterMs * 1.5,
    turnOutOfOrder: deadAfterMs / 2,
    sameKey: deadAfterMs * 1.2,
  })
}

/** How long the processes of this site wait. */
export function patienceOf(payload: Payload): Patience {
  const chosen = patience.get(payload)
  if (!chosen) throw new Error('galley: the plugin was not installed on this site')
  return chosen
}
