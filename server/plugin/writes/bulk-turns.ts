import { combineQueries } from 'payload'
import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload'
import { documentTurn } from './turn.ts'
import { beginTurn } from './write-scope.ts'

/** More documents than these take their turns as they are written. */
const MOST_AT_ONCE = 500

/** What a bulk write is about. */
export type Bulk = {
  readonly where: Where
  readonly access: boolean | Where
  readonly limit: number
  readonly sort: string | string[] | undefined
  /** Whether drafts are looked through, as a bulk write of drafts does. */
  readonly drafts: boolean
}

/** The same condition for the versions of a collection. */
function ofVersions(where: Where): Where {
  const result: Where = {}
  for (const [key, condition] of Object.entries(where)) {
    if ((key === 'and' || key === 'or') && Array.isArray(condition)) {
      result[key] = condition.map((each) => ofVersions(each))
    } else if (!Array.isArray(condition)) {
      result[key === 'id' ? 'parent' : `version.${key}`] = condition
    }
  }
  return result
}

/**
 * The turns of all documents of a bulk write, before it reads them: it writes each as a whole, and
 * would undo what somebody else wrote meanwhile. Always in the same order, so that two bulk writes do
 * not wait for each other.
 */
export async function beginBulk(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  bulk: Bulk,
): Promise<void> {
  const where = combineQueries(bulk.where, bulk.access)
  const query = {
    collection: collection.slug,
    limit: bulk.limit === 0 ? MOST_AT_ONCE : Math.min(bulk.limit, MOST_AT_ONCE),
    pagination: false,
    req,
    ...(bulk.sort === undefined ? {} : { sort: bulk.sort }),
  }
  const { db } = req.payload
  const found = bulk.drafts
    ? db.queryDrafts({ ...query, where: ofVersions(where) })
    : db.find({ ...query, where })
  // A condition that cannot be asked for is refused by the operation, in its own words.
  const docs = await found.then(
    (result) => result.docs,
    () => [],
  )
  const names = docs.map((doc: object) => documentTurn(collection.slug, String(Reflect.get(doc, 'id'))))
  for (const name of names.toSorted()) await beginTurn(req.payload, name, req, null)
}
