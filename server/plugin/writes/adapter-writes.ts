import type { Payload, Where } from 'payload'
import { inTurn, inTurnOrFail } from './document-turns.ts'
import { hasSqliteTransactions, waitForWriter } from './sqlite-turns.ts'
import { watchTransactions } from './transactions.ts'
import { documentTurn, globalTurn } from './turn.ts'
import type { AdapterReq } from './turn.ts'

/** Payload's internal collections: nobody edits them, and one of them holds the leases. */
const INTERNAL = new Set([
  'payload-kv',
  'payload-jobs',
  'payload-jobs-stats',
  'payload-migrations',
  'payload-preferences',
  'payload-locked-documents',
])

/** True if this collection or global is never written with a key or a base. */
export const isInternal = (slug: string): boolean => INTERNAL.has(slug)

type Id = number | string

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number'

/** The id in a condition that consists of an id only. */
function idIn(where: Where | undefined): Id | null {
  const keys = Object.keys(where ?? {})
  const condition: unknown = keys.length === 1 ? where?.['id'] : undefined
  if (typeof condition !== 'object' || condition === null) return null
  const id: unknown = Reflect.get(condition, 'equals')
  return isId(id) ? id : null
}

type Write<A extends { req?: NonNullable<AdapterReq> }, R> = (args: A) => Promise<R>
type Run = typeof inTurn

const wrapped = new WeakSet<object>()

/**
 * Wraps writes to a document's row, whoever makes them (REST, GraphQL, jobs, the Local API, a site's code),
 * so that they run in its turn. Not wrapped: internal collections, sessions and login counters.
 */
export function wrapAdapterWrites(payload: Payload): void {
  const { db } = payload
  if (wrapped.has(db)) return
  wrapped.add(db)
  if (hasSqliteTransactions(payload)) waitForWriter(payload)
  else watchTransactions(payload)
  function guarded<A extends { req?: NonNullable<AdapterReq> }, R>(
    write: Write<A, R>,
    turnOf: (args: A) => string | null,
    run: Run = inTurn,
  ): Write<A, R> {
    const bound = write.bind(db)
    return (args) => {
      const name = turnOf(args)
      if (name === null) return bound(args)
      return run(payload, name, args.req, (req) => bound(req === undefined ? args : { ...args, req }))
    }
  }
  const ofDocument = (collection: string, id: unknown): string | null =>
    isId(id) && !isInternal(collection) ? documentTurn(collection, id) : null
  const ofGlobal = (slug: string): string | null => (isInternal(slug) ? null : globalTurn(slug))

  // Sessions and login counters make no new revision, so that a login does not wait for an editor.
  db.updateOne = guarded(db.updateOne, ({ collection, data, id, where }) =>
    data['updatedAt'] === null ? null : ofDocument(collection, id ?? idIn(where)),
  )
  db.deleteOne = guarded(db.deleteOne, ({ collection, where }) => ofDocument(collection, idIn(where)))
  db.createVersion = guarded(db.createVersion, ({ collectionSlug, parent }) =>
    ofDocument(collectionSlug, parent),
  )
  db.updateVersion = guarded(
    db.updateVersion,
    ({ collection, versionData }) => ofDocument(collection, versionData.parent),
    inTurnOrFail,
  )
  db.createGlobal = guarded(db.createGlobal, ({ slug }) => ofGlobal(slug))
  db.updateGlobal = guarded(db.updateGlobal, ({ slug }) => ofGlobal(slug))
  db.createGlobalVersion = guarded(db.createGlobalVersion, ({ globalSlug }) => ofGlobal(globalSlug))
  db.updateGlobalVersion = guarded(db.updateGlobalVersion, ({ global }) => ofGlobal(global), inTurnOrFail)
}
