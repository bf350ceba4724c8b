import type { ApiClient } from '../http/api-client.ts'
import { collectionPath } from '../http/document-query.ts'

/** Ends the session on the server, as far as it can be reached. Never fails: the token is forgotten either way. */
export async function logout(client: ApiClient, collection: string): Promise<void> {
  await client.request({ method: 'POST', path: `${collectionPath(collection)}/logout`, timeoutMs: 4000 })
}
