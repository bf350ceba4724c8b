import type { Payload } from 'payload'

/**
 * Whether a new document of the collection may bring its own text id: where the collection has a
 * text field `id`, or where the database is set up with text ids and `allowIDOnCreate`. Elsewhere
 * the server ignores such an id silently. MongoDB's own ids are not offered: they are text to
 * Payload, but only object ids are accepted.
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
