import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { SessionOwner } from './session.ts'

/** True if GET /access says that the user may not enter the admin panel; it says the same without a user. */
export function mayNotEnter(permissions: JsonObject): boolean {
  return permissions['canAccessAdmin'] === false
}

/**
 * True if the server denies the admin panel to the user of a valid session. An anonymous answer, any refusal, and
 * answers of others do not count.
 */
export async function isShutOut(client: ApiClient, owner: SessionOwner): Promise<boolean> {
  const access = await client.request({ method: 'GET', path: '/access' })
  if (access.kind === 'network' || access.status !== 200 || !isJsonObject(access.json)) return false
  if (!mayNotEnter(access.json)) return false
  // Requested second: a session that is valid now was valid before.
  const me = await client.request({
    method: 'GET',
    path: `/${encodeURIComponent(owner.collection)}/me?depth=0`,
  })
  if (me.kind === 'network' || me.status !== 200 || !isJsonObject(me.json)) return false
  const user = me.json['user']
  if (!isJsonObject(user)) return false
  const { id, collection } = user
  const isCollection = typeof collection !== 'string' || collection === owner.collection
  return (typeof id === 'string' || typeof id === 'number') && String(id) === owner.userId && isCollection
}
