import { getLatestGlobalVersion } from 'payload'
import type {
  PayloadHandler,
  PayloadRequest,
  SanitizedCollectionConfig,
  SanitizedGlobalConfig,
} from 'payload'
import { acceptsClientIds } from '../client-ids.ts'
import { publicError, statusOf } from '../public-error.ts'
import { BASE_HEADER, baseOf, checkBase } from './base-revision.ts'
import { publishedGlobalTwin } from './locale-publish.ts'
import { WriteLock } from './write-lock.ts'

/**
 * One write per document at a time, so that what was checked still holds when it is written. It
 * covers this process; a site with several servers narrows the gap to a few milliseconds there.
 */
const lock = new WriteLock()
const PATIENCE_MS = 5000

/** A write that names a base relies on the order and waits; any other one does so within reason. */
const patienceOf = (req: PayloadRequest): number | null => (baseOf(req) === null ? PATIENCE_MS : null)

function idOf(req: PayloadRequest): string {
  const id = req.routeParams?.['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : ''
}

/** Update or delete by id. */
export function lockedById(collection: SanitizedCollectionConfig, handler: PayloadHandler): PayloadHandler {
  return (req) => lock.run(`${collection.slug}/${idOf(req)}`, patienceOf(req), async () => handler(req))
}

/** Restore of a version: the document is the version's parent. */
export function lockedRestore(
  collection: SanitizedCollectionConfig,
  handler: PayloadHandler,
): PayloadHandler {
  return async (req) => {
    const { docs } = await req.payload.db.findVersions({
      collection: collection.slug,
      limit: 1,
      pagination: false,
      req: {},
      where: { id: { equals: idOf(req) } },
    })
    const parent = docs[0]?.parent
    if (parent === undefined) return handler(req)
    return lock.run(`${collection.slug}/${String(parent)}`, patienceOf(req), async () => handler(req))
  }
}

/** Bulk writes name no single base. */
export function withoutBase(handler: PayloadHandler): PayloadHandler {
  return (req) => {
    if (baseOf(req) !== null) {
      throw publicError(`${BASE_HEADER} is for the write of one document, not of many.`, 400, {
        code: 'BAD_BASE',
      })
    }
    return handler(req)
  }
}

/** Update of a global. */
export function lockedGlobal(global: SanitizedGlobalConfig, handler: PayloadHandler): PayloadHandler {
  return (req) => lock.run(`globals/${global.slug}`, patienceOf(req), async () => handler(req))
}

/** Restore of a global's version, which runs none of the hooks an update runs. */
export function lockedGlobalRestore(global: SanitizedGlobalConfig, handler: PayloadHandler): PayloadHandler {
  return (req) =>
    lock.run(`globals/${global.slug}`, patienceOf(req), async () => {
      // Whoever may not update is refused by the handler, and is not told when the global changed.
      const mayUpdate = baseOf(req) === null ? false : await global.access.update({ req })
      if (mayUpdate === true) {
        const latest = await getLatestGlobalVersion({
          slug: global.slug,
          config: global,
          payload: req.payload,
          req,
          where: {},
        })
        const current: unknown = latest.global
        const updatedAt: unknown =
          typeof current === 'object' && current !== null ? Reflect.get(current, 'updatedAt') : null
        await checkBase(req, updatedAt, () => publishedGlobalTwin(req, global))
      }
      return handler(req)
    })
}

/** Creation: an id of the client's that is taken is 409 EXISTS, where Payload alone says 500. */
export function checkedCreate(
  collection: SanitizedCollectionConfig,
  handler: PayloadHandler,
): PayloadHandler {
  return async (req) => {
    try {
      return await handler(req)
    } catch (error) {
      const id: unknown = req.data?.['id']
      if (typeof id !== 'string' || !mayBeTakenId(error) || !acceptsClientIds(req.payload, collection.slug))
        throw error
      const { totalDocs } = await req.payload.db.count({
        collection: collection.slug,
        req: {},
        where: { id: { equals: id } },
      })
      if (totalDocs === 0) throw error
      throw publicError('A document with this id exists already.', 409, { code: 'EXISTS', id })
    }
  }
}

/** A refusal for other reasons (access, validation of other fields) stays what it is. */
function mayBeTakenId(error: unknown): boolean {
  if (statusOf(error) === 500) return true
  if (typeof error !== 'object' || error === null || !('data' in error)) return false
  const data = error.data
  if (typeof data !== 'object' || data === null || !('errors' in data) || !Array.isArray(data.errors))
    return false
  return data.errors.some(
    (item: unknown) => typeof item === 'object' && item !== null && Reflect.get(item, 'path') === 'id',
  )
}
