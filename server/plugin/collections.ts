import type { Collection, Payload, PayloadRequest } from 'payload'

/** The collection with this slug. Names that every object has, such as `constructor`, are no slugs. */
export function collectionOf(
  { collections }: Pick<Payload, 'collections'>,
  slug: string | undefined,
): Collection | undefined {
  return slug !== undefined && Object.hasOwn(collections, slug) ? collections[slug] : undefined
}

/**
 * True if a new document may bring its own text id: the collection has a text field `id`, or the database has text
 * ids and `allowIDOnCreate`. Others ignore such an id. MongoDB only accepts object ids, so it does not count.
 */
export function acceptsClientIds(payload: Payload, slug: string): boolean {
  const collection = payload.collections[slug]
  if (!collection) return false
  if (collection.customIDType !== undefined) return collection.customIDType === 'text'
  return (
    payload.db.allowIDOnCreate === true &&
    payload.db.defaultIDType === 'text' &&
    payload.db.name !== 'mongoose'
  )
}

/** The id in the site's type: a number if its ids are numbers, even if it came as text. */
export function documentId(
  { payload }: PayloadRequest,
  slug: string | undefined,
  id: number | string | undefined,
): number | string | undefined {
  const type = collectionOf(payload, slug)?.customIDType ?? payload.db.defaultIDType
  return type === 'number' && typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
}
