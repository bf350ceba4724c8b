import type { PayloadRequest } from 'payload'
import type { Patience } from '../leases/patience.ts'
import { publicError } from '../public-error.ts'

/**
 * Longest wait for another turn while holding some. In a circle of waiting operations at least one waits against the
 * order and gives up first, so that another can go on.
 */
export function waitFor(patience: Patience, held: Iterable<string>, name: string): number {
  return [...held].some((one) => one > name) ? patience.turnOutOfOrder : patience.turn
}

/** A request as database adapters take it. */
export type AdapterReq = Partial<PayloadRequest> | undefined

/** A turn: the exclusive right to write a document, in the whole site. */
export type Turn = {
  /**
   * `held`: write. `lost`: somebody took this process for dead and has the turn now. `ended`: the
   * transaction it belonged to is over, and with it the turn.
   */
  readonly state: () => Promise<'held' | 'lost' | 'ended'>
  readonly release: () => Promise<void>
}

/** Options for taking a turn. */
export type TakeOptions = {
  /** Longest wait for it, in milliseconds. */
  readonly waitMs: number
  /**
   * True if the request's transaction has done nothing yet, and belongs to it alone, so that another one may replace
   * it.
   */
  readonly mayBeginAnew: boolean
}

/** The turns of one kind of database. */
export type Turns = {
  /**
   * Takes the turn from before a document is read until its operation ends; `null`: the request has no transaction, so
   * that `around` has to take it. Throws 503 BUSY.
   */
  readonly take: (name: string, req: AdapterReq, how: TakeOptions) => Promise<Turn | null>
  /** True if a turn from `take` must be released; otherwise it ends with its transaction. */
  readonly needsRelease: boolean
  /** Takes the turn for a single write, made with the request that is passed in. Throws 503 BUSY. */
  readonly around: <T>(name: string, req: AdapterReq, write: (req: AdapterReq) => Promise<T>) => Promise<T>
}

/** The name of a document's turn. Ids made by clients may contain any character. */
export const documentTurn = (collection: string, id: number | string): string =>
  `document:${collection}/${encodeURIComponent(id)}`

/** The name of a global's turn. */
export const globalTurn = (slug: string): string => `global:${slug}`

/** The error of a write that did not get its turn. */
export const busy = (): Error =>
  publicError('Others are writing this document. Try again in a moment.', 503, { code: 'BUSY' })

/** The error of a write whose turn another process has taken over. */
export const lostTurn = (): Error =>
  publicError('This write took so long that another server has gone on without it. Try again.', 503, {
    code: 'BUSY',
  })

/**
 * Error codes after which a whole transaction may be tried again. PostgreSQL: lock timeout, deadlock, serialization
 * failure; SQLite: another connection is writing.
 */
const CODES = new Set<unknown>(['55P03', '40P01', '40001', 'SQLITE_BUSY'])

function codesOf(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return []
  return [Reflect.get(error, 'code'), ...codesOf(Reflect.get(error, 'cause'))]
}

/** True if a statement was refused because others are writing. */
export const isContention = (error: unknown): boolean => codesOf(error).some((code) => CODES.has(code))
