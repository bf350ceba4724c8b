import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Payload } from 'payload'

/** The user of a code. */
export type CodeOwner = { readonly collection: string; readonly id: string | number }

/** Lifetime of a code, which goes straight from the browser to the app. */
const HOLDS_MS = 60_000
/** The key of a user's latest code; a new one replaces it. */
const rowOf = ({ collection, id }: CodeOwner): string => `galley-login:${collection}:${id}`

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/**
 * Creates a code that signs in once as this user, within a minute, together with the secret of `challenge` (its
 * SHA-256 as base64url, PKCE S256).
 */
export async function makeCode(payload: Payload, owner: CodeOwner, challenge: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await payload.kv.set(rowOf(owner), { secret: digest(secret), challenge, until: Date.now() + HOLDS_MS })
  return `${Buffer.from(JSON.stringify([owner.collection, owner.id])).toString('base64url')}.${secret}`
}

/**
 * Uses up a code, and returns its user. Null: the code is unknown, used or expired, or the verifier is not
 * its own.
 */
export async function takeCode(payload: Payload, code: string, verifier: string): Promise<CodeOwner | null> {
  const [name = '', secret = ''] = code.split('.')
  const owner = readOwner(name)
  if (owner === null) return null
  const kept: unknown = await payload.kv.get(rowOf(owner))
  const value = (key: string): unknown =>
    typeof kept === 'object' && kept !== null ? Reflect.get(kept, key) : undefined
  if (!isSame(value('secret'), digest(secret))) return null
  // Deleted even if it has expired or the verifier is wrong: a code can be tried once.
  await payload.kv.delete(rowOf(owner))
  const until = value('until')
  if (typeof until !== 'number' || until < Date.now()) return null
  return isSame(value('challenge'), digest(verifier)) ? owner : null
}

function readOwner(name: string): CodeOwner | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(name, 'base64url').toString('utf8'))
    if (!Array.isArray(value)) return null
    const [collection, id]: unknown[] = value
    if (typeof collection !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return null
    return { collection, id }
  } catch {
    return null
  }
}

function isSame(kept: unknown, given: string): boolean {
  if (typeof kept !== 'string' || kept.length !== given.length) return false
  return timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}
