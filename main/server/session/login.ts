import * as v from 'valibot'
import type { LoginResult } from '../../../shared/ipc.ts'
import { jsonObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { serverWords, troubleOf } from '../answer-shapes.ts'
import type { ApiAnswer, ApiClient } from '../http/api-client.ts'
import { collectionPath } from '../http/document-query.ts'
import { tokenOfCookies } from './token.ts'

export type LoginInput = {
  collection: string
  identifier: string
  password: string
  /** Prefix of the site's cookies. */
  cookiePrefix: string
}

export type LoginAnswer =
  | { outcome: 'ok'; token: string; user: JsonObject; userId: string; label: string }
  | Extract<LoginResult, { outcome: 'refused' | 'problem' }>

const loginShape = v.looseObject({
  token: v.nullish(v.string()),
  user: v.intersect([jsonObject, v.looseObject({ id: v.union([v.string(), v.number()]) })]),
})

/**
 * Signs in with e-mail or user name. An identifier without @ is a user name; the server decides which of the two the
 * collection takes. Wrong credentials, a locked or unverified user are `refused` with the server's words.
 */
export async function login(client: ApiClient, input: LoginInput): Promise<LoginAnswer> {
  const identifier = input.identifier.trim()
  const kind = identifier.includes('@') ? 'email' : 'username'
  const first = await attempt(client, input, { [kind]: identifier, password: input.password })
  // A user name may contain an @; a collection with user names then answers that `username` is missing.
  const other = kind === 'email' ? 'username' : 'email'
  if (first.outcome === 'refused' && first.fields.some((field) => field.path === other)) {
    const second = await attempt(client, input, { [other]: identifier, password: input.password })
    if (second.outcome !== 'refused' || second.fields.length === 0) return second
  }
  return first
}

async function attempt(client: ApiClient, input: LoginInput, body: JsonObject): Promise<LoginAnswer> {
  const answer = await client.request({
    method: 'POST',
    path: `${collectionPath(input.collection)}/login`,
    body,
    authenticated: false,
  })
  return readSignIn(answer, input.cookiePrefix)
}

/** Reads the answer that signs somebody in: of a login, a browser login, a new password, or the first user. */
export function readSignIn(answer: ApiAnswer, cookiePrefix: string): LoginAnswer {
  const problem = troubleOf(answer)
  if (problem) return { outcome: 'problem', problem }
  if (answer.kind === 'network') throw new Error('unreachable: a network answer is a problem')
  if (answer.status !== 200) return { outcome: 'refused', ...serverWords(answer.json) }
  const parsed = v.safeParse(loginShape, answer.json)
  const token = parsed.success ? (parsed.output.token ?? tokenOfCookies(answer.cookies, cookiePrefix)) : null
  if (!parsed.success || !token)
    return { outcome: 'problem', problem: { code: 'portal', detail: 'no token' } }
  const user = parsed.output.user
  return { outcome: 'ok', token, user, userId: String(user.id), label: userLabel(user) }
}

/** The display name of a user: name, e-mail or user name, otherwise the id. */
export function userLabel(user: JsonObject): string {
  for (const key of ['name', 'displayName', 'email', 'username', 'id']) {
    const value = user[key]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** Ends the session on the server, as far as it can be reached. Never fails: the token is forgotten either way. */
export async function logout(client: ApiClient, collection: string): Promise<void> {
  await client.request({ method: 'POST', path: `${collectionPath(collection)}/logout`, timeoutMs: 4000 })
}
