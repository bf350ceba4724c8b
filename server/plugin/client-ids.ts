import type { Payload } from 'payload'

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
