import {
  appendVersionToQueryKey,
  buildVersionCollectionFields,
  combineQueries,
  getLocalizedPaths,
  getQueryDraftsSort,
  validateQueryPaths,
} from 'payload'
import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload'
import { documentTurn } from './turn.ts'
import { beginTurn } from './document-turns.ts'

/**
 * Most documents whose turns are taken before a bulk write. The turn of each further one is taken when it is
 * written.
 */
const MOST_AT_ONCE = 500

/** The arguments of a bulk write. */
export type Bulk = {
  readonly where: Where
  readonly access: boolean | Where
  /** True if it ignores access, as the site's own code does. */
  readonly overrideAccess: boolean
  readonly limit: number
  readonly sort: string | string[] | undefined
  /** True if it looks at drafts, as a bulk write of drafts does. */
  readonly drafts: boolean
}

const isWhere = (value: unknown): value is Where => typeof value === 'object' && value !== null

/** A copy of plain objects and lists; database ids of other kinds stay. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]))
}

/** A sort order as a condition, so that it can be checked like one. Unknown fields are left out. */
function whereOfSort({ payload }: PayloadRequest, collection: SanitizedCollectionConfig, bulk: Bulk): Where {
  const paths = [bulk.sort ?? []].flat().map((one) => one.replace(/^-/, '').replaceAll('__', '.'))
  const known = paths.filter((incomingPath) =>
    getLocalizedPaths({
      collectionSlug: collection.slug,
      fields: collection.flattenedFields,
      incomingPath,
      overrideAccess: true,
      payload,
    }).every(({ invalid }) => invalid !== true),
  )
  return Object.fromEntries(known.map((one) => [one, { exists: true }]))
}

/**
 * The condition, narrowed to what its user may read; `null`: they may not ask for it. What they cannot read must not
 * be told by the time that an answer takes, either.
 */
async function askable(
  req: PayloadRequest,
  collectionConfig: SanitizedCollectionConfig,
  bulk: Bulk,
): Promise<Where | null> {
  // Copied, as the check narrows the condition in place and the operation checks its own.
  const where = copyOf(bulk.where)
  if (!isWhere(where)) return null
  if (bulk.overrideAccess) return where
  const check = { collectionConfig, overrideAccess: false, req }
  try {
    if (bulk.drafts) {
      const versionFields = buildVersionCollectionFields(req.payload.config, collectionConfig, true)
      const ofVersions = copyOf(appendVersionToQueryKey(where))
      if (isWhere(ofVersions)) await validateQueryPaths({ ...check, versionFields, where: ofVersions })
    }
    await validateQueryPaths({ ...check, where })
    await validateQueryPaths({ ...check, where: whereOfSort(req, collectionConfig, bulk) })
    return where
  } catch {
    return null
  }
}

/**
 * Takes the turns of up to MOST_AT_ONCE documents before a bulk write reads them: it writes whole documents,
 * and would undo foreign writes. Always in the same order, so that two bulk writes do not deadlock.
 */
export async function beginBulk(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  bulk: Bulk,
): Promise<void> {
  const own = await askable(req, collection, bulk)
  // The operation itself refuses the condition, with its own message.
  if (own === null) return
  const where = combineQueries(own, bulk.access)
  const query = {
    collection: collection.slug,
    joins: false as const,
    limit: bulk.limit === 0 ? MOST_AT_ONCE : Math.min(bulk.limit, MOST_AT_ONCE),
    pagination: false,
    req,
  }
  const { sort } = bulk
  const { db } = req.payload
  const found = bulk.drafts
    ? db.queryDrafts({
        ...query,
        sort: getQueryDraftsSort({ collectionConfig: collection, ...(sort === undefined ? {} : { sort }) }),
        where: appendVersionToQueryKey(where),
      })
    : db.find({ ...query, ...(sort === undefined ? {} : { sort }), where })
  // An invalid condition is refused by the operation, with its own message.
  const docs = await found.then(
    (result) => result.docs,
    () => [],
  )
  const names = docs.map((doc: object) => documentTurn(collection.slug, String(Reflect.get(doc, 'id'))))
  for (const name of names.toSorted()) await beginTurn(req.payload, name, req, null)
}
