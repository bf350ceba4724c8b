import { DatabaseKVAdapter, ValidationError } from 'payload'
import type { Payload, PayloadRequest, Where } from 'payload'

/** A row of Payload's key-value store. */
export type KeyRow = { readonly key: string; readonly data: unknown }

/**
 * Rows in the collection of Payload's key-value store, so that no site has to migrate. Keys are unique: of many that
 * insert one at once, in whatever process, one succeeds. With `req` a statement is part of that request's transaction.
 */
export type KeyRows = {
  /** Inserts a row. False: the key is taken; in databases with transactions, the transaction is then over. */
  readonly insert: (key: string, data: object, req?: Partial<PayloadRequest>) => Promise<boolean>
  readonly read: (key: string) => Promise<unknown>
  /** The existing rows of these keys. */
  readonly readAll: (keys: readonly string[]) => Promise<readonly KeyRow[]>
  /** Sets the data of a row, or creates it. */
  readonly write: (key: string, data: object) => Promise<void>
  /** Changes an existing row. */
  readonly update: (key: string, data: object, req: Partial<PayloadRequest>) => Promise<void>
  readonly remove: (keys: readonly string[]) => Promise<void>
  readonly has: (key: string) => Promise<boolean>
  /**
   * Rows from one key up to another, at most `limit`, sorted by key. The keys may differ in digits and lower case
   * letters only, at the same positions: databases sort everything else differently.
   */
  readonly range: (from: string, to: string, limit: number) => Promise<readonly KeyRow[]>
  readonly count: (from: string, to: string) => Promise<number>
}

const between = (from: string, to: string): Where => ({
  and: [{ key: { greater_than_equal: from } }, { key: { less_than: to } }],
})

const keyRow = (doc: object): readonly KeyRow[] => {
  const key: unknown = Reflect.get(doc, 'key')
  return typeof key === 'string' ? [{ key, data: Reflect.get(doc, 'data') as unknown }] : []
}

/**
 * The rows of a site; `null` if its key-value store is not the database, so that nothing can be claimed exactly once.
 */
export function keyRowsOf(payload: Payload): KeyRows | null {
  if (!(payload.kv instanceof DatabaseKVAdapter)) return null
  const collection = payload.kv.collectionSlug
  const has = (key: string): Promise<boolean> => payload.kv.has(key)
  return {
    has,
    insert: async (key, data, req) => {
      try {
        await payload.db.create({ collection, data: { key, data }, req: req ?? {}, returning: false })
        return true
      } catch (error) {
        // Every adapter throws this for a taken unique value. Reading instead would need a second connection within a
        // transaction, and none may be left.
        if (error instanceof ValidationError) return false
        throw error
      }
    },
    read: (key) => payload.kv.get(key),
    readAll: async (keys) => {
      const where = { key: { in: [...keys] } }
      const { docs } = await payload.db.find({ collection, limit: 0, pagination: false, req: {}, where })
      return docs.flatMap(keyRow)
    },
    write: (key, data) => payload.kv.set(key, data),
    update: async (key, data, req) => {
      const where = { key: { equals: key } }
      await payload.db.updateOne({ collection, data: { data }, where, req, returning: false })
    },
    remove: async (keys) => {
      await payload.db.deleteMany({ collection, req: {}, where: { key: { in: [...keys] } } })
    },
    range: async (from, to, limit) => {
      const { docs } = await payload.db.find({
        collection,
        limit,
        pagination: false,
        req: {},
        sort: 'key',
        where: between(from, to),
      })
      return docs.flatMap(keyRow)
    },
    count: async (from, to) => {
      const { totalDocs } = await payload.db.count({ collection, req: {}, where: between(from, to) })
      return totalDocs
    },
  }
}
