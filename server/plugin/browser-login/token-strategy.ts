import { createHmac, timingSafeEqual } from 'node:crypto'
import { extractJWT, JWT_AUTH_VERSION } from 'payload'
import type { AuthStrategy, Payload, SanitizedCollectionConfig } from 'payload'
import { readTokenPart } from '../endpoints/token-expiry.ts'
import { appSessions, endAppSessions } from './app-sessions.ts'

/**
 * Accepts the tokens of browser logins in collections without passwords, whose tokens Payload does not read. Each
 * token belongs to a session of the companion, which a logout ends.
 */
export function takeOwnTokens(payload: Payload): void {
  for (const collection of payload.config.collections) {
    const name = strategyName(collection.slug)
    const isThere = payload.authStrategies.some((strategy) => strategy.name === name)
    if (!hasNoPasswords(collection) || isThere) continue
    payload.authStrategies.push(strategyOf(collection.slug))
    collection.hooks.afterLogout = [
      ...(collection.hooks.afterLogout ?? []),
      async ({ req }) => {
        const { user } = req
        if (user) await endAppSessions(req.payload, user, [Reflect.get(user, '_sid')])
      },
    ]
  }
}

/**
 * True if the users of a collection can only sign in by the site's own ways, so that Payload stores no sessions for
 * them.
 */
export function hasNoPasswords({ auth }: Pick<SanitizedCollectionConfig, 'auth'>): boolean {
  return Boolean(auth) && Boolean(auth.disableLocalStrategy)
}

const strategyName = (slug: string): string => `galley-${slug}`

function strategyOf(slug: string): AuthStrategy {
  const name = strategyName(slug)
  return {
    name,
    async authenticate({ headers, isGraphQL = false, payload }) {
      const claims = readSigned(extractJWT({ headers, payload }), payload.secret)
      const id = claims?.['id']
      if (claims?.['collection'] !== slug || (typeof id !== 'string' && typeof id !== 'number'))
        return { user: null }
      // A token that the site made itself has no such session.
      const sid = claims['sid']
      const sessions = await appSessions(payload, { collection: slug, id })
      if (!sessions.some((session) => session.id === sid)) return { user: null }
      const depth = isGraphQL ? 0 : (payload.collections[slug]?.config.auth.depth ?? 0)
      const user = await payload.findByID({ collection: slug, id, depth, disableErrors: true })
      return { user: user ? { ...user, collection: slug, _strategy: name, _sid: sid } : null }
    },
  }
}

/** The claims of a valid token signed by Payload (HS256); null for any other. */
function readSigned(token: string | null, secret: string): Record<string, unknown> | null {
  const [head = '', body = '', signature = '', ...more] = (token ?? '').split('.')
  const header = readTokenPart(head)
  const isOfPayload = header?.['alg'] === 'HS256' && header['authVersion'] === JWT_AUTH_VERSION
  if (more.length > 0 || !isOfPayload) return null
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const claims = readTokenPart(body)
  const until = claims?.['exp']
  return typeof until === 'number' && until * 1000 > Date.now() ? claims : null
}
