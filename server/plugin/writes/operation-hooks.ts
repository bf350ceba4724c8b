import { combineQueries, getLatestCollectionVersion, getLatestGlobalVersion } from 'payload'
import type {
  CollectionBeforeOperationHook,
  GlobalBeforeOperationHook,
  PayloadRequest,
  SanitizedCollectionConfig,
  SanitizedGlobalConfig,
  Where,
} from 'payload'
import { checkBase, takeBase } from './base-revision.ts'
import { beginBulk } from './bulk-turns.ts'
import { publishedGlobalTwin, publishedTwin } from './locale-publish.ts'
import { documentTurn, globalTurn } from './turn.ts'
import { beginTurn } from './document-turns.ts'

/*
 * Hooks before an operation that writes documents, whatever its caller. They take the turns, and check the base of a
 * single document, before Payload starts, as an update deletes a replaced picture early. The operation checks access.
 */

type Access = boolean | Where

function valueAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

const idOf = (value: unknown): number | string | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/**
 * True if the path of a request names this document, version or global. A write by a hook of another request
 * does not count.
 */
function names(
  req: PayloadRequest,
  kind: 'collection' | 'global',
  slug: string,
  id?: number | string,
): boolean {
  if (req.routeParams?.[kind] !== slug) return false
  return id === undefined || String(req.routeParams['id']) === String(id)
}

/** The hook before an update, a deletion or a restore. */
export const beforeCollectionOperation: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  if (operation !== 'update' && operation !== 'delete' && operation !== 'restoreVersion') return
  const named = idOf(valueAt(args, 'id'))
  if (named === null) {
    if (operation !== 'restoreVersion') await beforeBulk(args, collection, operation, overrideAccess, req)
    return
  }
  let id = named
  let data: unknown = valueAt(args, 'data')
  if (operation === 'restoreVersion') {
    const version = await versionOf(req, collection, named)
    if (!version) return
    id = version.parent
    data = { _status: valueAt(args, 'draft') === true ? 'draft' : version.status }
  }
  const access = overrideAccess === true || (await accessTo(operation, req, collection, id, data))
  if (access === false) return
  const base = names(req, 'collection', collection.slug, named) ? takeBase(req) : null
  const trash = operation === 'restoreVersion' || valueAt(args, 'trash') === true
  const check = async (given: number): Promise<void> => {
    const updatedAt = await latestTime(req, collection, id, access, trash)
    if (updatedAt !== undefined) await checkBase(given, updatedAt, () => publishedTwin(req, collection, id))
  }
  const turn = documentTurn(collection.slug, id)
  await beginTurn(req.payload, turn, req, base === null ? null : () => check(base))
}

/** The hook before a bulk write by a condition. */
async function beforeBulk(
  args: unknown,
  collection: SanitizedCollectionConfig,
  operation: 'update' | 'delete',
  overrideAccess: boolean | undefined,
  req: PayloadRequest,
): Promise<void> {
  const where = valueAt(args, 'where')
  if (!isWhere(where)) return
  const data = valueAt(args, 'data')
  const access = overrideAccess === true || (await accessTo(operation, req, collection, undefined, data))
  if (access === false) return
  const limit = valueAt(args, 'limit')
  const sort = valueAt(args, 'sort')
  const drafts =
    operation === 'update' && valueAt(args, 'draft') === true && Boolean(collection.versions?.drafts)
  await beginBulk(req, collection, {
    where,
    access,
    overrideAccess: overrideAccess === true,
    limit: typeof limit === 'number' ? limit : 0,
    sort: isSort(sort) ? sort : collection.defaultSort,
    drafts,
  })
}

const isWhere = (value: unknown): value is Where => typeof value === 'object' && value !== null

const isSort = (value: unknown): value is string | string[] =>
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'))

async function versionOf(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  id: number | string,
): Promise<{ parent: number | string; status: unknown } | null> {
  const { docs } = await req.payload.db.findVersions({
    collection: collection.slug,
    limit: 1,
    pagination: false,
    req,
    where: { id: { equals: id } },
  })
  const parent = idOf(docs[0]?.parent)
  return parent === null ? null : { parent, status: valueAt(docs[0]?.version, '_status') }
}

async function accessTo(
  operation: 'update' | 'delete' | 'restoreVersion',
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  given: number | string | undefined,
  data: unknown,
): Promise<Access> {
  const id = given === undefined ? {} : { id: given }
  if (operation === 'delete') return collection.access.delete({ ...id, req })
  const mayUpdate = await collection.access.update({ ...id, data, req })
  const trashes = collection.trash && operation === 'update' && (valueAt(data, 'deletedAt') ?? null) !== null
  if (mayUpdate === false || !trashes) return mayUpdate
  const mayDelete = await collection.access.delete({ ...id, data, req })
  if (mayDelete === false || mayUpdate === true) return mayDelete
  return mayDelete === true ? mayUpdate : { and: [mayUpdate, mayDelete] }
}

/** `updatedAt` of the latest version, draft or not; `undefined`: the user may not write any. */
async function latestTime(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  id: number | string,
  access: Access,
  trash: boolean,
): Promise<unknown> {
  const where = combineQueries(
    collection.trash && !trash
      ? { and: [{ id: { equals: id } }, { deletedAt: { exists: false } }] }
      : { id: { equals: id } },
    access,
  )
  const latest = await getLatestCollectionVersion({
    id,
    config: collection,
    payload: req.payload,
    // Joins need a locale, and a write may have none.
    query: { collection: collection.slug, joins: false, req, where },
    req,
  })
  return latest === undefined ? undefined : (latest.updatedAt ?? null)
}

/** The hook before an update or a restore of a global. */
export const beforeGlobalOperation: GlobalBeforeOperationHook = async ({
  args,
  global,
  operation,
  overrideAccess,
  req,
}) => {
  if (operation !== 'update' && operation !== 'restoreVersion') return
  const data: unknown = operation === 'update' ? valueAt(args, 'data') : {}
  const access: Access = overrideAccess === true || (await global.access.update({ data, req }))
  if (access === false) return
  const base = names(req, 'global', global.slug) ? takeBase(req) : null
  const check = async (given: number): Promise<void> => {
    const updatedAt = await latestGlobalTime(req, global, access)
    await checkBase(given, updatedAt, () => publishedGlobalTwin(req, global))
  }
  await beginTurn(req.payload, globalTurn(global.slug), req, base === null ? null : () => check(base))
}

async function latestGlobalTime(
  req: PayloadRequest,
  global: SanitizedGlobalConfig,
  access: Access,
): Promise<unknown> {
  const latest = await getLatestGlobalVersion({
    slug: global.slug,
    config: global,
    payload: req.payload,
    req,
    where: access === true || access === false ? {} : access,
  })
  return valueAt(latest.global, 'updatedAt') ?? null
}
