import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { SessionOwner } from './session.ts'

/** What GET /access says of somebody who may not enter the admin panel; of nobody it says the same. */
export function mayNotEnter(permissions: JsonObject): boolean {
  return permissions['canAccessAdmin'] === false
}

/**
 * Whether the server says, of a session that lives, that its user may not enter the admin panel. That nobody is signed
 * in, any refusal, and whatever else answers in between are no such word.
 */
export async function isShutOut(client: ApiClient, owner: SessionOwner): Promise<boolean> {
  const access = await client.request({ method: 'GET', path: '/access' })
  if (access.kind === 'network' || access.status !== 200 || !isJsonObject(access.json)) return false
  if (!mayNotEnter(access.json)) return false
  // Asked after it: a session that lives now lived then.
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
