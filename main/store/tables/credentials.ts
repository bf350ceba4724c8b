import type { JsonObject } from '../../../shared/json.ts'
import type { Site } from '../store-context.ts'

/** What Payload keeps in a user, or puts beside one, that lets somebody in. */
const SECRETS = [
  'token',
  'refreshedToken',
  'password',
  'hash',
  'salt',
  'apiKey',
  'apiKeyIndex',
  'resetPasswordToken',
  'resetPasswordExpiration',
  '_verificationToken',
  'sessions',
]

/**
 * A document as it may be kept: of users, without what lets somebody in. A collection that the schema does not have
 * may be one of users. Everything of a document that is written to the database has been through here.
 */
export function storable(site: Site, slug: string, data: JsonObject): JsonObject {
  const collection = site.collection(slug)
  return collection === null || collection.auth ? withoutCredentials(data) : data
}

/** The object without what lets somebody in; the same object where there is nothing of it (SY2). */
export function withoutCredentials(data: JsonObject): JsonObject {
  if (!SECRETS.some((name) => name in data)) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !SECRETS.includes(name)))
}
