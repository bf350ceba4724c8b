import { createHmac, timingSafeEqual } from 'node:crypto'
import { extractJWT } from 'payload'
import type { AuthStrategy, CollectionConfig } from 'payload'

/**
 * Lets the tokens of a log-in through the browser sign in to a collection that has no passwords: Payload reads tokens of
 * collections with passwords alone. Collections that have some stay as they are.
 */
export function withTokens(collection: CollectionConfig): CollectionConfig {
  const { auth } = collection
  if (typeof auth !== 'object' || !auth.disableLocalStrategy) return collection
  return {
    ...collection,
    auth: { ...auth, strategies: [...(auth.strategies ?? []), strategyOf(collection.slug)] },
  }
}

function strategyOf(slug: string): AuthStrategy {
  return {
    name: 'galley',
    async authenticate({ headers, payload }) {
      const claims = readSigned(extractJWT({ headers, payload }), payload.secret)
      const id = claims?.['id']
      if (claims?.['collection'] !== slug || (typeof id !== 'string' && typeof id !== 'number'))
        return { user: null }
      const depth = payload.collections[slug]?.config.auth.depth ?? 0
      const user = await payload.findByID({ collection: slug, id, depth, disableErrors: true })
      return { user: user ? { ...user, collection: slug, _strategy: 'galley' } : null }
    },
  }
}

/** What a token says that this site has signed (HS256) and that holds; null for any other. */
function readSigned(token: string | null, secret: string): Record<string, unknown> | null {
  const [head = '', body = '', signature = '', ...more] = (token ?? '').split('.')
  if (more.length > 0 || readPart(head)?.['alg'] !== 'HS256') return null
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const claims = readPart(body)
  const until = claims?.['exp']
  return typeof until === 'number' && until * 1000 > Date.now() ? claims : null
}

function readPart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
