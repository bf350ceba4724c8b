import { createHash } from 'node:crypto'
import type { Payload } from 'payload'
import { LocalTurns } from '../leases/local-turns.ts'
import { patienceOf } from '../leases/patience.ts'
import { isContention, busy } from './turn.ts'
import { atEnd, inOwnTransaction, isOpen, transactionOf } from './transactions.ts'
import type { Transaction } from './transactions.ts'
import type { AdapterReq, Turns } from './turn.ts'

/** Carries out a statement in a transaction. */
type Execute = (transaction: Transaction, raw: string) => Promise<unknown>

function executeOf({ db }: Payload): Execute | null {
  const execute: unknown = Reflect.get(db, 'execute')
  if (db.name !== 'postgres' || typeof execute !== 'function') return null
  return async ({ session }, raw) => {
    const answer: unknown = await Reflect.apply(execute, db, [{ db: Reflect.get(session, 'db'), raw }])
    return answer
  }
}

/**
 * The number of an advisory lock, which holds in the whole database: a part of a hash over schema and name.
 */
function lockNumber(schema: string, name: string): bigint {
  return createHash('sha256').update(`galley\n${schema}\n${name}`).digest().readBigInt64BE()
}

/**
 * Turns on PostgreSQL: an advisory lock in the operation's own transaction, which the database releases at its end,
 * even if the process or its connection dies. `null`: another database, or no transactions. `first`: request of the
 * first write.
 * Waiters of one process queue up before they ask the database, so that at most one per document has a connection.
 */
export async function postgresTurns(payload: Payload, first: AdapterReq): Promise<Turns | null> {
  const execute = executeOf(payload)
  if (!execute) return null
  if (((await first?.transactionID) ?? null) === null) {
    // Not tried while the request holds a transaction: a site may have one connection and no more.
    const probe = await payload.db.beginTransaction()
    if (probe === null) return null
    await payload.db.rollbackTransaction(probe)
  }
  const schemaName: unknown = Reflect.get(payload.db, 'schemaName')
  const schema = typeof schemaName === 'string' ? schemaName : 'public'
  const places = new LocalTurns()
  const longest = patienceOf(payload).turn
  /** The local turns that each transaction has or waits for. */
  const placesIn = new WeakMap<object, Map<string, Promise<boolean>>>()

  const enter = (transaction: Transaction, name: string, waitMs: number): Promise<boolean> => {
    const own = placesIn.get(transaction.session) ?? new Map<string, Promise<boolean>>()
    placesIn.set(transaction.session, own)
    const before = own.get(name)
    if (before) return before
    const entered = places.enter(name, waitMs).then((leave) => {
      if (leave) atEnd(transaction, leave)
      else own.delete(name)
      return leave !== null
    })
    own.set(name, entered)
    return entered
  }
  /**
   * Replaces an unused transaction by a new one: waiting then needs no connection, and it sees the writes of others.
   */
  const beginAnew = async (
    req: NonNullable<AdapterReq>,
    old: Transaction,
    name: string,
    waitMs: number,
  ): Promise<void> => {
    await payload.db.rollbackTransaction(old.id)
    delete req.transactionID
    const leave = await places.enter(name, waitMs)
    if (!leave) throw busy()
    try {
      const id = await payload.db.beginTransaction()
      if (id !== null) req.transactionID = id
      const transaction = await transactionOf(payload, req)
      if (!transaction) throw busy()
      placesIn.set(transaction.session, new Map([[name, Promise.resolve(true)]]))
      atEnd(transaction, leave)
    } catch (error) {
      leave()
      throw error
    }
  }
  const lock = async (transaction: Transaction, name: string, waitMs: number): Promise<void> => {
    const key = lockNumber(schema, name)
    if (isGiven(await execute(transaction, `select pg_try_advisory_xact_lock(${key}) as given`))) return
    try {
      await execute(transaction, `set local lock_timeout = ${waitMs}`)
      await execute(transaction, `select pg_advisory_xact_lock(${key})`)
      await execute(transaction, 'set local lock_timeout to default')
    } catch (error) {
      throw isContention(error) ? busy() : error
    }
  }
  const enterAndLock = async (transaction: Transaction, name: string, waitMs: number): Promise<void> => {
    if (!(await enter(transaction, name, waitMs))) throw busy()
    await lock(transaction, name, waitMs)
  }

  return {
    needsRelease: false,
    take: async (name, req, { waitMs, mayBeginAnew }) => {
      const before = await transactionOf(payload, req)
      if (!before || !req) return null
      if (mayBeginAnew && places.isTaken(name)) await beginAnew(req, before, name, waitMs)
      const transaction = await transactionOf(payload, req)
      if (!transaction) return null
      await enterAndLock(transaction, name, waitMs)
      return {
        state: () => Promise.resolve(isOpen(payload, transaction) ? 'held' : 'ended'),
        release: () => Promise.resolve(),
      }
    },
    around: async (name, req, write) => {
      const transaction = await transactionOf(payload, req)
      if (transaction) {
        await enterAndLock(transaction, name, longest)
        return write(req)
      }
      // A write outside of a transaction gets one, and uses one connection as before.
      const leave = await places.enter(name, longest)
      if (!leave) throw busy()
      try {
        return await inOwnTransaction(payload, req, async (ownReq, own) => {
          if (own) await lock(own, name, longest)
          return write(ownReq)
        })
      } finally {
        leave()
      }
    },
  }
}

function isGiven(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const rows: unknown = Reflect.get(answer, 'rows')
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined
  return typeof row === 'object' && row !== null && Reflect.get(row, 'given') === true
}
