import type { Payload } from 'payload'
import { READS, WRITES, wrapMethods } from './adapter-methods.ts'
import type { AdapterReq } from './turn.ts'

/** An open transaction of one of Payload's SQL adapters. */
export type Transaction = { readonly id: number | string; readonly session: object }

/** The open transaction of a request; `null`: it has none, or it has ended. */
export async function transactionOf({ db }: Payload, req: AdapterReq): Promise<Transaction | null> {
  const id = (await req?.transactionID) ?? null
  const session: unknown = id === null ? undefined : db.sessions?.[id]
  return id !== null && typeof session === 'object' && session !== null ? { id, session } : null
}

/** True if a transaction is still open. */
export const isOpen = ({ db }: Payload, { id, session }: Transaction): boolean =>
  db.sessions?.[id] === session

/** Runs a write in a transaction of its own; it gets `null` as transaction if the site has none. */
export async function inOwnTransaction<T>(
  payload: Payload,
  req: AdapterReq,
  write: (req: AdapterReq, own: Transaction | null) => Promise<T>,
): Promise<T> {
  const { db } = payload
  const id = await db.beginTransaction()
  if (id === null) return write(req, null)
  // Others use the request meanwhile, outside of this transaction.
  const ownReq = new Proxy(req ?? {}, {
    get: (target, key): unknown => (key === 'transactionID' ? id : Reflect.get(target, key)),
  })
  try {
    const result = await write(ownReq, await transactionOf(payload, ownReq))
    await db.commitTransaction(id)
    return result
  } catch (error) {
    await db.rollbackTransaction(id)
    throw error
  }
}

type Begin = (work: (transaction: object) => unknown, ...options: unknown[]) => Promise<unknown>
/** A function that runs around a whole transaction of the database, from before it begins. */
export type TransactionWrapper = (begin: () => Promise<unknown>, hasBegun: () => boolean) => Promise<unknown>

/** The end of each transaction, by the object that runs its statements. */
const ends = new WeakMap<object, Promise<unknown>>()

const endOf = (session: object): Promise<unknown> => {
  const statements: unknown = Reflect.get(session, 'db')
  return (typeof statements === 'object' && statements !== null && ends.get(statements)) || Promise.resolve()
}

/** Calls a function when a transaction has ended, in whichever way. */
export function atEnd({ session }: Transaction, then: () => void): void {
  endOf(session).then(then, then)
}

const watchedDrivers = new WeakSet<object>()

function watchDriver(driver: unknown, around: TransactionWrapper): void {
  if (typeof driver !== 'object' || driver === null || watchedDrivers.has(driver)) return
  watchedDrivers.add(driver)
  const original: unknown = Reflect.get(driver, 'transaction')
  if (typeof original !== 'function') return
  const transaction: Begin = (work, ...options) => {
    let begun = false
    const end = around(
      async () => {
        const result: unknown = await Reflect.apply(original, driver, [
          (statements: object): unknown => {
            begun = true
            ends.set(statements, end)
            return work(statements)
          },
          ...options,
        ])
        return result
      },
      () => begun,
    )
    return end
  }
  Reflect.set(driver, 'transaction', transaction)
}

/** Errors thrown by the adapter's methods, by their transaction. */
const failures = new WeakMap<object, unknown>()

/**
 * Throws if a statement of the transaction failed: PostgreSQL then reports a commit as done, but rolls back. Payload
 * and hooks of sites catch such errors, for example when removing old versions.
 */
async function throwWhereFailed({ db }: Payload, session: object): Promise<void> {
  const execute: unknown = Reflect.get(db, 'execute')
  if (db.name !== 'postgres' || typeof execute !== 'function') return
  try {
    await Reflect.apply(execute, db, [{ db: Reflect.get(session, 'db'), raw: 'select 1' }])
  } catch (error) {
    throw failures.get(session) ?? error
  }
}

/**
 * Makes a commit throw if the database refused it, which Payload's SQL adapters report as success. `around` runs around
 * every transaction.
 */
export function watchTransactions(payload: Payload, around: TransactionWrapper = (begin) => begin()): void {
  const { db } = payload
  const { beginTransaction, commitTransaction } = db
  const begin: typeof beginTransaction = (options) => {
    // A development server that reloads its config connects again.
    watchDriver(Reflect.get(db, 'drizzle'), around)
    return Reflect.apply(beginTransaction, db, [options])
  }
  const commit: typeof commitTransaction = async (id) => {
    const session: unknown = db.sessions?.[await id]
    const isOurs = typeof session === 'object' && session !== null
    try {
      if (isOurs) await throwWhereFailed(payload, session)
    } catch (error) {
      // Rolled back here, as the caller may not do it: the connection and its locks would never be released.
      await db.rollbackTransaction(id)
      throw error
    }
    await Reflect.apply(commitTransaction, db, [id])
    if (isOurs) await endOf(session)
  }
  db.beginTransaction = begin
  db.commitTransaction = commit
  wrapMethods(payload, [...READS, ...WRITES], async (req, method) => {
    try {
      return await method(req)
    } catch (error) {
      const transaction = await transactionOf(payload, req)
      if (transaction && !failures.has(transaction.session)) failures.set(transaction.session, error)
      throw error
    }
  })
}
