import type { Payload, PayloadHandler, SanitizedCollectionConfig } from 'payload'
import { acceptsClientIds } from '../collections.ts'
import { hasBegun, watchCreation } from '../idempotency/created-row.ts'
import { publicError, statusOf } from '../public-error.ts'

/** Creation: an id of the client's that is taken is 409 EXISTS, where Payload alone says 500. */
export function checkedCreate(
  collection: SanitizedCollectionConfig,
  handler: PayloadHandler,
): PayloadHandler {
  const checked: PayloadHandler = async (req) => {
    try {
      return await handler(req)
    } catch (error) {
      // This request itself has made a row with the id, and something else failed after it.
      if (hasBegun()) throw error
      const id: unknown = req.data?.['id']
      if (!isOwnId(req.payload, collection.slug, id) || !mayBeTakenId(error)) throw error
      const { totalDocs } = await req.payload.db.count({
        collection: collection.slug,
        req: {},
        where: { id: { equals: id } },
      })
      if (totalDocs === 0) throw error
      const errors = [{ path: 'id', message: req.t('error:valueMustBeUnique') }]
      throw publicError('A document with this id exists already.', 409, { code: 'EXISTS', id, errors })
    }
  }
  return (req) => watchCreation(collection.slug, async () => checked(req))
}

function isOwnId(payload: Payload, slug: string, id: unknown): id is string | number {
  if (typeof id === 'number') return payload.collections[slug]?.customIDType === 'number'
  return typeof id === 'string' && acceptsClientIds(payload, slug)
}

/** False for refusals with another reason (access, validation of other fields), which stay unchanged. */
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
