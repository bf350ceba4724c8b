import { extractJWT } from 'payload'
import type { PayloadRequest } from 'payload'

/** End of the token the request came with, in seconds since 1970; `null` where it came with none (an API key). */
export function tokenExpiry(req: PayloadRequest): number | null {
  const part = extractJWT(req)?.split('.')[1]
  if (part === undefined) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    const exp: unknown =
      typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'exp') : undefined
    return typeof exp === 'number' ? exp : null
  } catch {
    return null
  }
}
