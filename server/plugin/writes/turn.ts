import type { PayloadRequest } from 'payload'
import type { Patience } from '../leases/patience.ts'
import { publicError } from '../public-error.ts'

/**
 * How long an operation that has turns waits for another one. Of operations that wait for each other in a circle one at
 * least waits against the order, and one along it: that one goes on when the first has given up.
 */
export function waitFor(patience: Patience, held: Iterable<string>, name: string): number {
  return [...held].some((one) => one > name) ? patience.turnOutOfOrder : patience.turn
}

/** A request as database adapters take it. */
export type AdapterReq = Partial<PayloadRequest> | undefined

/** Whoever has the turn of a document is the only one of the whole site that writes it. */
export type Turn = {
  /**
   * `held`: write. `lost`: somebody took this process for dead and has the turn now. `ended`: the
   * transaction it belonged to is over, and with it the turn.
   */
  readonly state: () => Promise<'held' | 'lost' | 'ended'>
  readonly release: () => Promise<void>
}

/** How a turn is taken. */
export type TakeOptions = {
  /** How long it is waited for at most. */
  readonly waitMs: number
  /** Whether the request's transaction has done nothing yet, and is nobody else's: another one may take its place. */
  readonly mayBeginAnew: boolean
}

/** How turns are given on one kind of database. */
export type Turns = {
  /** The turn from before a document is read until its operation ends; `null`: see `around`. Throws 503 BUSY. */
  readonly take: (name: string, req: AdapterReq, how: TakeOptions) => Promise<Turn | null>
  /** Whether somebody has to release what `take` gave; otherwise it ends with its transaction. */
  readonly needsRelease: boolean
  /** The turn for a single write, made with the request that is handed in. Throws 503 BUSY. */
  readonly around: <T>(name: string, req: AdapterReq, write: (req: AdapterReq) => Promise<T>) => Promise<T>
}

/** The name of a document's turn. Ids of the client's may hold any character. */
export const documentTurn = (collection: string, id: number | string): string =>
  `document:${collection}/${encodeURIComponent(id)}`

/** The name of a global's turn. */
export const globalTurn = (slug: string): string => `global:${slug}`

/** The refusal of a write whose turn did not come. */
export const busy = (): Error =>
  publicError('Others are writing this document. Try again in a moment.', 503, { code: 'BUSY' })

/** The refusal of a write whose turn somebody else has by now. */
export const lostTurn = (): Error =>
  publicError('This write took so long that another server has gone on without it. Try again.', 503, {
    code: 'BUSY',
  })
