import * as v from 'valibot'
import type { ApiClient } from './api-client.ts'
import { collectionPath } from './document-query.ts'

const refreshShape = v.looseObject({ refreshedToken: v.optional(v.string()), token: v.optional(v.string()) })

/**
 * Asks for a new token of the same user (SY2: not a user change). null where the server gave none: whether the
 * session still holds is for the next session question to say.
 */
export async function refreshToken(client: ApiClient, collection: string): Promise<string | null> {
  const answer = await client.request({
    method: 'POST',
    path: `${collectionPath(collection)}/refresh-token`,
  })
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(refreshShape, answer.json)
  return parsed.success ? (parsed.output.refreshedToken ?? parsed.output.token ?? null) : null
}
