import * as v from 'valibot'
import { sessionInfo } from '../../../shared/ipc.ts'
import type { ServerProblem, SessionInfo } from '../../../shared/ipc.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { serverWords, troubleOf } from '../answer-shapes.ts'
import type { ApiAnswer, ApiClient, HttpAnswer } from '../http/api-client.ts'
import { collectionPath } from '../http/document-query.ts'

/**
 * The answer to who is signed in. `date`: the server's clock; `site`: the site's id. `no-answer`: the server could
 * not be reached, or something else answered (SY11).
 */
export type SessionAnswer =
  | { kind: 'user'; info: SessionInfo; date: string | null; site: string | null }
  | { kind: 'nobody' }
  /** Signed in, but not allowed into the admin panel: the server's words. */
  | { kind: 'refused'; message: string }
  | { kind: 'no-answer'; problem: ServerProblem }

/** The owner of the open database; an answer for any other user counts as nobody (SY2). */
export type SessionOwner = { collection: string; userId: string }

/**
 * Asks GET /desktop/session, or without the plugin /{users}/me and /access, for the signed-in user and permissions.
 */
export async function askSession(client: ApiClient, owner: SessionOwner): Promise<SessionAnswer> {
  const answer = await client.request({ method: 'GET', path: '/desktop/session' })
  const problem = troubleOf(answer)
  if (problem) return { kind: 'no-answer', problem }
  if (answer.kind === 'network') throw new Error('unreachable: a network answer is a problem')
  if (answer.status === 401) return isOwnJson(answer) ? { kind: 'nobody' } : portal('401')
  if (answer.status === 404) return askWithoutPlugin(client, owner)
  if (answer.status === 403 && isOwnJson(answer)) {
    return { kind: 'refused', message: serverWords(answer.json).message }
  }
  // Too many requests, or another error: it does not tell who is signed in.
  if (answer.status !== 200) return notNow(answer.status)
  if (isJsonObject(answer.json) && answer.json['user'] === null) return { kind: 'nobody' }
  const parsed = v.safeParse(sessionInfo, answer.json)
  if (!parsed.success) return portal('other JSON')
  return owned(parsed.output, owner, answer)
}

async function askWithoutPlugin(client: ApiClient, owner: SessionOwner): Promise<SessionAnswer> {
  const me = await client.request({
    method: 'GET',
    path: `${collectionPath(owner.collection)}/me?depth=0`,
  })
  const problem = troubleOf(me)
  if (problem) return { kind: 'no-answer', problem }
  if (me.kind === 'http' && me.status !== 200) return notNow(me.status)
  // An anonymous user gets 200 with user: null.
  if (me.kind === 'network' || !isJsonObject(me.json) || !('user' in me.json)) {
    return portal('other JSON')
  }
  const user = me.json['user']
  if (!isJsonObject(user)) return { kind: 'nobody' }
  const access = await client.request({ method: 'GET', path: '/access' })
  const trouble = troubleOf(access)
  if (trouble) return { kind: 'no-answer', problem: trouble }
  if (access.kind === 'http' && access.status !== 200) return notNow(access.status)
  if (access.kind === 'network' || !isJsonObject(access.json)) return portal('other JSON')
  const info = {
    user,
    permissions: access.json,
    visible: visibleBy(access.json),
    baseFilters: {},
    autoRefresh: false,
  }
  return owned(info, owner, me)
}

/** The visible entities without the plugin: all that can be read. */
function visibleBy(permissions: JsonObject): SessionInfo['visible'] {
  const keys = (group: string): string[] => {
    const entities = permissions[group]
    return isJsonObject(entities) ? Object.keys(entities) : []
  }
  return { collections: keys('collections'), globals: keys('globals') }
}

function owned(info: SessionInfo, owner: SessionOwner, { date, site }: HttpAnswer): SessionAnswer {
  const { id, collection } = info.user
  const sameCollection = typeof collection !== 'string' || collection === owner.collection
  const sameUser = (typeof id === 'string' || typeof id === 'number') && String(id) === owner.userId
  return sameUser && sameCollection ? { kind: 'user', info, date, site } : { kind: 'nobody' }
}

/** True for JSON objects with `errors` or `message`, as Payload refuses. */
function isOwnJson(answer: ApiAnswer): boolean {
  return (
    answer.kind === 'http' &&
    isJsonObject(answer.json) &&
    ('errors' in answer.json || 'message' in answer.json)
  )
}

function notNow(status: number): SessionAnswer {
  return { kind: 'no-answer', problem: { code: 'server-error', detail: `HTTP ${status}` } }
}

function portal(detail: string): SessionAnswer {
  return { kind: 'no-answer', problem: { code: 'portal', detail } }
}

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
