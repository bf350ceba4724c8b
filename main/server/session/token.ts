import * as v from 'valibot'
import type { ApiClient } from '../http/api-client.ts'
import { collectionPath } from '../http/document-query.ts'

/**
 * The store of one server's session token. It stays in main: never in IPC or logs (M.01). In the program it is an
 * HttpOnly cookie of the server's own partition (electron-token-jar.ts).
 */
export type TokenJar = {
  get: () => Promise<string | null>
  /** `keep`: keeps it after the program ends. */
  set: (token: string, keep: boolean) => Promise<void>
  /** True if the token was set with `keep`. */
  isKept: () => Promise<boolean>
  clear: () => Promise<void>
}

/** A jar in memory. */
export function memoryTokenJar(): TokenJar {
  let token: string | null = null
  let kept = false
  return {
    get: async () => token,
    set: async (next, keep) => {
      token = next
      kept = keep
    },
    isKept: async () => kept,
    clear: async () => {
      token = null
    },
  }
}

/**
 * The token in an answer's cookies, or null: sites may keep it out of the body (`removeTokenFromResponses`). Only the
 * site's own cookie counts, as others may be named token, too.
 */
export function tokenOfCookies(cookies: readonly string[], prefix: string): string | null {
  for (const cookie of cookies) {
    const [pair = ''] = cookie.split(';')
    const equals = pair.indexOf('=')
    const value = pair.slice(equals + 1).trim()
    if (equals > 0 && pair.slice(0, equals).trim() === `${prefix}-token` && value !== '') return value
  }
  return null
}

const claims = v.looseObject({
  id: v.optional(v.union([v.string(), v.number()])),
  collection: v.optional(v.string()),
  iat: v.optional(v.number()),
  exp: v.optional(v.number()),
})

export type TokenClaims = {
  userId: string | null
  collection: string | null
  /** Seconds of the server's clock. */
  issuedAt: number | null
  expiresAt: number | null
}

/**
 * The claims of a token; nulls if it cannot be read. They are not trusted: they only save a request that the server
 * would answer the same way.
 */
export function readToken(token: string): TokenClaims {
  const nothing = { userId: null, collection: null, issuedAt: null, expiresAt: null }
  try {
    const part = token.split('.')[1] ?? ''
    const parsed = v.safeParse(claims, JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
    if (!parsed.success) return nothing
    const { id, collection, iat, exp } = parsed.output
    return {
      userId: id === undefined ? null : String(id),
      collection: collection ?? null,
      issuedAt: iat ?? null,
      expiresAt: exp ?? null,
    }
  } catch {
    return nothing
  }
}

/**
 * True if half of a token's life is over, so that it should be renewed. Both times are the server's (token claims and
 * Date header), so the clock of this computer does not matter (SY11).
 */
export function isTokenAgeing(token: string, serverDate: string | null): boolean {
  const { issuedAt, expiresAt } = readToken(token)
  const now = serverDate === null ? Number.NaN : Date.parse(serverDate) / 1000
  if (issuedAt === null || expiresAt === null || Number.isNaN(now)) return false
  return now - issuedAt > (expiresAt - issuedAt) / 2
}

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
