import type { PayloadRequest } from 'payload'
import { publicError } from '../public-error.ts'

/** How long a write waits for others of the same document: longer than a dead holder is taken for alive. */
export const WAIT_MS = 15_000

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

/** How turns are given on one kind of database. */
export type Turns = {
  /** The turn from before a document is read until its operation ends; `null`: see `around`. Throws 503 BUSY. */
  readonly take: (name: string, req: AdapterReq) => Promise<Turn | null>
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

/** What the transaction of a request is, once it has begun; `null`: it has none. */
export async function transactionOf(req: AdapterReq): Promise<number | string | null> {
  return (await req?.transactionID) ?? null
}
