import type { JsonObject } from '../../shared/json.ts'

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

/** The object without what lets somebody in; the same object where there is nothing of it (SY2). */
export function withoutCredentials(data: JsonObject): JsonObject {
  if (!SECRETS.some((name) => name in data)) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !SECRETS.includes(name)))
}
