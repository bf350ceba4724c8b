import * as v from 'valibot'
import type { ApiClient } from '../http/api-client.ts'
import { tokenOfCookies } from './token.ts'
import { collectionPath } from '../http/document-query.ts'

const refreshShape = v.looseObject({ refreshedToken: v.nullish(v.string()), token: v.nullish(v.string()) })

/**
 * Requests a new token of the same user (SY2: not a user change). Null if the server sent none: the next session
 * request tells if the session is still valid.
 */
export async function refreshToken(
  client: ApiClient,
  { collection, cookiePrefix }: { collection: string; cookiePrefix: string },
): Promise<string | null> {
  const answer = await client.request({
    method: 'POST',
    path: `${collectionPath(collection)}/refresh-token`,
  })
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(refreshShape, answer.json)
  if (!parsed.success) return null
  return parsed.output.refreshedToken ?? parsed.output.token ?? tokenOfCookies(answer.cookies, cookiePrefix)
}
