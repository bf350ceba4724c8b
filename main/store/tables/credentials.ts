import { dataField } from '../../../shared/cms/fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { isPlainJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { WITHHELD } from '../../../shared/withheld.ts'

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
 * (null) may be one of users. Everything of a document that is written to the database has been through here.
 */
export function storable(collection: Collection | null, data: JsonObject): JsonObject {
  if (collection !== null && !collection.auth) return data
  // Payload makes nothing of a password where nobody logs in with one: a field of that name is the site's own.
  const isOwn =
    collection?.credentials?.password === false && dataField(collection.fields, 'password') !== null
  return without(data, isOwn ? SECRETS.filter((name) => name !== 'password') : SECRETS)
}

/** The object without what lets somebody in; the same object where there is nothing of it (SY2). */
export function withoutCredentials(data: JsonObject): JsonObject {
  return without(data, SECRETS)
}

function without(data: JsonObject, secrets: readonly string[]): JsonObject {
  if (!secrets.some((name) => name in data)) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !secrets.includes(name)))
}

/** Members that Payload gives only to documents of collections in which people sign in. */
const OF_ACCOUNTS = [
  'apiKeyIndex',
  'enableAPIKey',
  'lockUntil',
  'loginAttempts',
  'resetPasswordExpiration',
  'resetPasswordToken',
  'sessions',
  '_verificationToken',
  '_verified',
]

/** Whether a part of an answer looks like an account: `sessions` alone may be those of a conference. */
function isAccount(value: JsonObject): boolean {
  return OF_ACCOUNTS.some(
    (name) => name in value && (name !== 'sessions' || 'email' in value || 'username' in value),
  )
}

/**
 * An answer of the server as the window may have it: of each account in it, however deep, the members that let somebody
 * in have `WITHHELD` for a value. `ofAccount`: the answer as a whole is one.
 */
export function withheld(answer: Json, ofAccount: boolean): Json {
  if (Array.isArray(answer)) return answer.map((item) => withheld(item, false))
  if (!isPlainJson(answer)) return answer
  const holds = ofAccount || isAccount(answer)
  const members = Object.entries(answer).map(([name, value]): [string, Json] => [
    name,
    holds && value !== null && SECRETS.includes(name) ? WITHHELD : withheld(value, false),
  ])
  return Object.fromEntries(members)
}
