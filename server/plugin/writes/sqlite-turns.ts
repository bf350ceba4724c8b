import { setTimeout as sleep } from 'node:timers/promises'
import { APIError } from 'payload'
import type { Payload } from 'payload'
import { LocalTurns } from '../leases/local-turns.ts'
import { patienceOf } from '../leases/patience.ts'
import { WRITES, wrapMethods } from './adapter-methods.ts'
import { sqliteFileOf } from './sqlite-file.ts'
import { inOwnTransaction, isOpen, transactionOf, watchTransactions } from './transactions.ts'
import type { TransactionWrapper } from './transactions.ts'
import { busy } from './turn.ts'
import type { Turns } from './turn.ts'
import { operationsAround } from './write-scope.ts'

const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 50

/** True if the site has transactions on SQLite. Payload starts them with the database's write lock. */
export const hasSqliteTransactions = ({ db }: Payload): boolean =>
  db.name === 'sqlite' && Boolean(Reflect.get(db, 'transactionOptions'))

const isSaying = (error: unknown, words: string): boolean =>
  error instanceof Error && error.message.includes(words)

/** True if SQLite refused something because another connection writes. */
const isLocked = (error: unknown): boolean => isSaying(error, 'SQLITE_BUSY')

const WAITS_FOR_ITSELF =
  'a hook writes without the request of its operation, whose transaction is the only one'

/**
 * Makes writers wait for SQLite's write lock, where Payload would fail at once: in order of arrival within this
 * process, and by retries against others. Throws 503 BUSY.
 */
export function waitForWriter(payload: Payload): void {
  const { db } = payload
  const waitMs = patienceOf(payload).turn
  const places = new LocalTurns()
  const writing = new WeakSet<object>()

  const around: TransactionWrapper = async (begin, hasBegun) => {
    const operations = operationsAround()
    // The operation would wait for itself for ever.
    if (operations.some((one) => writing.has(one))) throw new Error(WAITS_FOR_ITSELF)
    const until = performance.now() + waitMs
    const leave = await places.enter('writer', waitMs)
    if (!leave) throw new Error('SQLITE_BUSY: others of this process write')
    for (const one of operations) writing.add(one)
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          await sqliteFileOf(db)?.lockAndUnlock()
          return await begin()
        } catch (error) {
          if (hasBegun() || !isLocked(error) || performance.now() + pause > until) throw error
        }
        await sleep(pause)
      }
    } finally {
      for (const one of operations) writing.delete(one)
      leave()
    }
  }
  watchTransactions(payload, around)

  const { beginTransaction } = db
  db.beginTransaction = async (options) => {
    try {
      return await beginTransaction(options)
    } catch (error) {
      if (isSaying(error, WAITS_FOR_ITSELF))
        throw new APIError(`The server cannot write this: ${WAITS_FOR_ITSELF}.`, 500, null, true)
      throw isLocked(error) ? busy() : error
    }
  }
  wrapMethods(payload, WRITES, async (req, write) =>
    (await transactionOf(payload, req)) ? write(req) : inOwnTransaction(payload, req, write),
  )
}

/** Turns on SQLite with transactions: only one transaction runs at a time, so it is the turn of every document. */
export function sqliteTurns(payload: Payload): Turns {
  return {
    needsRelease: false,
    take: async (_name, req) => {
      const transaction = await transactionOf(payload, req)
      if (!transaction) return null
      return {
        state: () => Promise.resolve(isOpen(payload, transaction) ? 'held' : 'ended'),
        release: () => Promise.resolve(),
      }
    },
    around: async (_name, req, write) =>
      (await transactionOf(payload, req)) ? write(req) : inOwnTransaction(payload, req, write),
  }
}
