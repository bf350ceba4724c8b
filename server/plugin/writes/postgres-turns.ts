import { createHash } from 'node:crypto'
import type { Payload, PayloadRequest } from 'payload'
import { WAIT_MS, busy, transactionOf } from './turn.ts'
import type { AdapterReq, Turns } from './turn.ts'

type Session = { readonly db: unknown }

/** What the plugin needs of Payload's PostgreSQL adapters. */
type PostgresAdapter = {
  /** The open transaction of this id. */
  readonly session: (id: number | string) => Session | undefined
  readonly execute: (session: Session, raw: string) => Promise<unknown>
  readonly schemaName: string
}

function adapterOf(payload: Payload): PostgresAdapter | null {
  const db: object = payload.db
  const execute: unknown = Reflect.get(db, 'execute')
  if (payload.db.name !== 'postgres' || typeof execute !== 'function') return null
  const schemaName: unknown = Reflect.get(db, 'schemaName')
  return {
    session: (id) => {
      const session: unknown = payload.db.sessions?.[id]
      return typeof session === 'object' && session !== null && 'db' in session ? session : undefined
    },
    execute: async (session, raw) => {
      const answer: unknown = await Reflect.apply(execute, db, [{ db: session.db, raw }])
      return answer
    },
    schemaName: typeof schemaName === 'string' ? schemaName : 'public',
  }
}

/** An advisory lock is a number, for the whole database: a part of a hash, which two sites on one database share not. */
function lockNumber(schema: string, name: string): bigint {
  return createHash('sha256').update(`galley\n${schema}\n${name}`).digest().readBigInt64BE()
}

/** Codes of PostgreSQL: the lock did not come in time, or two transactions wait for each other. */
const NOT_GIVEN = new Set<unknown>(['55P03', '40P01'])

function codesOf(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return []
  return [Reflect.get(error, 'code'), ...codesOf(Reflect.get(error, 'cause'))]
}

/**
 * Turns on PostgreSQL: an advisory lock in the operation's own transaction. It is given back by the
 * database at the end of the transaction, also where the process or its connection dies, so what was
 * checked is what is written over. `null`: not such a site, or one without transactions. `first` is the
 * request of the first write.
 */
export async function postgresTurns(payload: Payload, first: AdapterReq): Promise<Turns | null> {
  const adapter = adapterOf(payload)
  if (!adapter) return null
  if ((await transactionOf(first)) === null) {
    // Not while a transaction is held: a site may have one connection and no more.
    const probe = await payload.db.beginTransaction()
    if (probe === null) return null
    await payload.db.rollbackTransaction(probe)
  }

  const lock = async (session: Session, name: string): Promise<void> => {
    const key = lockNumber(adapter.schemaName, name)
    const execute = (raw: string): Promise<unknown> => adapter.execute(session, raw)
    if (isGiven(await execute(`select pg_try_advisory_xact_lock(${key}) as given`))) return
    try {
      await execute(`set local lock_timeout = ${WAIT_MS}`)
      await execute(`select pg_advisory_xact_lock(${key})`)
      await execute('set local lock_timeout to default')
    } catch (error) {
      throw codesOf(error).some((code) => NOT_GIVEN.has(code)) ? busy() : error
    }
  }
  const sessionOf = async (req: AdapterReq): Promise<{ id: number | string; session: Session } | null> => {
    const id = await transactionOf(req)
    const session = id === null ? undefined : adapter.session(id)
    return id !== null && session ? { id, session } : null
  }

  return {
    needsRelease: false,
    take: async (name, req) => {
      const found = await sessionOf(req)
      if (!found) return null
      await lock(found.session, name)
      return {
        state: () => Promise.resolve(adapter.session(found.id) === found.session ? 'held' : 'ended'),
        release: () => Promise.resolve(),
      }
    },
    around: async (name, req, write) => {
      const found = await sessionOf(req)
      if (found) {
        await lock(found.session, name)
        return write(req)
      }
      // A write outside of a transaction gets one, and uses one connection as before.
      const id = await payload.db.beginTransaction()
      const session = id === null ? undefined : adapter.session(id)
      if (id === null || !session) return write(req)
      try {
        await lock(session, name)
        const result = await write(withTransaction(req, id))
        await payload.db.commitTransaction(id)
        return result
      } catch (error) {
        await payload.db.rollbackTransaction(id)
        throw error
      }
    },
  }
}

function withTransaction(req: AdapterReq, transactionID: number | string): Partial<PayloadRequest> {
  // Others use the request meanwhile, and not in this transaction.
  return new Proxy(req ?? {}, {
    get: (target, key): unknown => (key === 'transactionID' ? transactionID : Reflect.get(target, key)),
  })
}

function isGiven(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const rows: unknown = Reflect.get(answer, 'rows')
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined
  return typeof row === 'object' && row !== null && Reflect.get(row, 'given') === true
}
