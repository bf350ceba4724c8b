import { ValidationError } from 'payload'
import type { Payload } from 'payload'

const PREFIX = 'galley-lease:'

/** A holder of a lease, present or past: a row that is created once, never changed, and deleted in the end. */
export type Link = { readonly key: string; readonly token: string }

/**
 * Rows of leases in Payload's key-value store. A lease is a chain: each holder creates one row, keyed by the name or
 * the previous token. Unique keys allow one winner, and no row is changed, so a late holder does no harm.
 */
export type LeaseRows = {
  /** Creates the row; false if its key is taken. */
  readonly create: (link: Link) => Promise<boolean>
  /** The chain of a name, first holder first; empty: nobody holds it. */
  readonly chain: (name: string) => Promise<readonly Link[]>
  /** True if all these rows exist and no holder follows the last one. */
  readonly isWhole: (chain: readonly Link[]) => Promise<boolean>
  /** Deletes a chain. */
  readonly remove: (chain: readonly Link[]) => Promise<void>
  /** Writes a sign of life to a row of the token. */
  readonly beat: (token: string, count: number) => Promise<void>
  /** The last sign of life; 0 without one. */
  readonly lastBeat: (token: string) => Promise<number>
}

/** Key of the first holder's row. */
export const firstKey = (name: string): string => `${PREFIX}of:${name}`
/** Key of the row of the holder after `token`. */
export const keyAfter = (token: string): string => `${PREFIX}after:${token}`
const beatKey = (token: string): string => `${PREFIX}beat:${token}`

function tokenOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null
  const token: unknown = Reflect.get(data, 'token')
  return typeof token === 'string' ? token : null
}

/** Rows in the collection of the key-value store, outside of any transaction. */
export function leaseRows(payload: Payload, collection: string): LeaseRows {
  const read = async (key: string): Promise<Link | null> => {
    const token = tokenOf(await payload.kv.get(key))
    return token === null ? null : { key, token }
  }
  return {
    create: async ({ key, token }) => {
      try {
        await payload.db.create({ collection, data: { key, data: { token } }, req: {} })
        return true
      } catch (error) {
        const found = await read(key)
        // The key was taken, and is free now.
        if (!found && error instanceof ValidationError) return false
        if (!found) throw error
        // The row is ours: it was stored, and the answer was lost.
        return found.token === token
      }
    },
    chain: async (name) => {
      const chain: Link[] = []
      let link = await read(firstKey(name))
      while (link) {
        chain.push(link)
        link = await read(keyAfter(link.token))
      }
      return chain
    },
    isWhole: async (chain) => {
      const last = chain.at(-1)
      if (!last) return false
      const { docs } = await payload.db.find({
        collection,
        limit: 0,
        pagination: false,
        req: {},
        where: { key: { in: [...chain.map(({ key }) => key), keyAfter(last.token)] } },
      })
      const found = new Map<unknown, string | null>()
      for (const doc of docs) found.set(Reflect.get(doc, 'key'), tokenOf(Reflect.get(doc, 'data')))
      return found.size === chain.length && chain.every(({ key, token }) => found.get(key) === token)
    },
    remove: async (chain) => {
      // The first holder's row goes first: without it the others mean nothing.
      for (const { key, token } of chain) {
        const where = { key: { in: [key, beatKey(token)] } }
        await payload.db.deleteMany({ collection, req: {}, where })
      }
    },
    beat: (token, count) => payload.kv.set(beatKey(token), { count }),
    lastBeat: async (token) => {
      const data: unknown = await payload.kv.get(beatKey(token))
      const count: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'count') : 0
      return typeof count === 'number' ? count : 0
    },
  }
}
