import { dataField } from '../../../shared/cms/fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { isPlainJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { WITHHELD } from '../../../shared/cms/api-view.ts'

/** Credentials that Payload stores in a user, or sends beside one. */
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
 * A document as it may be stored: of users without credentials. An unknown collection (null) may be one of users.
 * Every document of a collection passes through here before it is written to the database.
 */
export function storable(collection: Collection | null, data: JsonObject): JsonObject {
  if (collection !== null && !collection.auth) return data
  // Without password logins, a field named `password` is the site's own.
  const isOwn =
    collection?.credentials?.password === false && dataField(collection.fields, 'password') !== null
  return without(data, isOwn ? SECRETS.filter((name) => name !== 'password') : SECRETS)
}

/** Removes the credentials; returns the same object if there are none (SY2). */
export function withoutCredentials(data: JsonObject): JsonObject {
  return without(data, SECRETS)
}

function without(data: JsonObject, secrets: readonly string[]): JsonObject {
  if (!secrets.some((name) => name in data)) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !secrets.includes(name)))
}

/** Keys that Payload adds only to documents of users. */
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

/**
 * True if a part of an answer looks like a user. `sessions` alone does not count: they may be those of a conference.
 */
function isAccount(value: JsonObject): boolean {
  return OF_ACCOUNTS.some(
    (name) => name in value && (name !== 'sessions' || 'email' in value || 'username' in value),
  )
}

/**
 * An answer for the window: credentials of users at any depth are replaced by `WITHHELD`. `ofAccount`: the whole
 * answer is a user.
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
