import { AsyncLocalStorage } from 'node:async_hooks'
import type { Payload, PayloadRequest } from 'payload'
import { revisionOf } from './kept-answer.ts'

/** The request of a database adapter's statement, and with it the transaction. */
export type StatementRequest = Partial<PayloadRequest>

/** The document that was created. */
export type CreatedRow = { readonly id: string | number; readonly updatedAt: string | null }

/** Callbacks around the row of a creation. */
export type Creation = {
  readonly collection: string
  /** Called before the row is written, in its transaction; an error prevents the row. */
  readonly before: (req: StatementRequest) => Promise<void>
  /** Called directly after the row was written, in the same transaction. */
  readonly after: (row: CreatedRow, req: StatementRequest) => Promise<void>
  /**
   * Called instead of `after` if the document could not be written. `isBegun`: some of its rows were written; without
   * a transaction they exist now.
   */
  readonly failed: (req: StatementRequest, isBegun: boolean) => Promise<void>
}

/** `creation` is null inside a hook, and once its row was seen. */
type Watch = { creation: Creation | null; isBegun: boolean }

const watch = new AsyncLocalStorage<Watch>()
const nobody: Watch = { creation: null, isBegun: false }

/** Runs an endpoint; the first row that its own operation creates is that of the creation. */
export function runCreation<T>(creation: Creation, work: () => Promise<T>): Promise<T> {
  return watch.run({ creation, isBegun: false }, work)
}

const ignore = (): Promise<void> => Promise.resolve()

/** Runs an endpoint, so that `hasBegun` works inside it. */
export function watchCreation<T>(collection: string, work: () => Promise<T>): Promise<T> {
  if (watch.getStore()) return work()
  return runCreation({ collection, before: ignore, after: ignore, failed: ignore }, work)
}

/** True if the running creation has written its row. */
export const hasBegun = (): boolean => watch.getStore()?.isBegun === true

function createdRow(document: unknown): CreatedRow | null {
  if (typeof document !== 'object' || document === null) return null
  const id: unknown = Reflect.get(document, 'id')
  if (typeof id !== 'string' && typeof id !== 'number') return null
  return { id, updatedAt: revisionOf(Reflect.get(document, 'updatedAt')) }
}

const watched = new WeakSet<object>()

function isNew(target: object): boolean {
  if (watched.has(target)) return false
  watched.add(target)
  return true
}

/** Detects written rows in adapters that write a document as rows of several tables. */
function watchTables(db: object): void {
  const insertRows: unknown = Reflect.get(db, 'insert')
  if (typeof insertRows !== 'function') return
  Reflect.set(db, 'insert', async (...args: unknown[]): Promise<unknown> => {
    const result: unknown = await Reflect.apply(insertRows, db, args)
    const own = watch.getStore()
    if (own && own !== nobody) own.isBegun = true
    return result
  })
}

/**
 * Lets creations see their row, as Payload has no hook between it and all that may fail later. Endpoints call their
 * operation directly and hooks use `payload.create` and `payload.duplicate`, which tells them apart.
 */
export function watchCreations(payload: Payload): void {
  if (isNew(payload)) {
    const { create, duplicate } = payload
    const nestedCreate: typeof create = (options) => watch.run(nobody, () => create(options))
    const nestedDuplicate: typeof duplicate = (options) => watch.run(nobody, () => duplicate(options))
    payload.create = nestedCreate
    payload.duplicate = nestedDuplicate
  }
  const { db } = payload
  if (!isNew(db)) return
  watchTables(db)
  const insert = db.create.bind(db)
  db.create = async (args) => {
    const own = watch.getStore()
    const creation = own?.creation
    if (!own || !creation || creation.collection !== args.collection) return insert(args)
    own.creation = null
    const req = args.req ?? {}
    await creation.before(req)
    // The row of the key does not count.
    own.isBegun = false
    let document: unknown
    try {
      document = await insert(args)
    } catch (error) {
      await creation.failed(req, own.isBegun)
      throw error
    }
    own.isBegun = true
    const row = createdRow(document)
    if (row) await creation.after(row, req)
    return document
  }
}
