import { extractJWT } from 'payload'
import type { PayloadRequest } from 'payload'

/** End of the request's token, in seconds since 1970; `null` without a token (an API key). */
export function tokenExpiry(req: PayloadRequest): number | null {
  const part = extractJWT(req)?.split('.')[1]
  const exp = part === undefined ? undefined : readTokenPart(part)?.['exp']
  return typeof exp === 'number' ? exp : null
}

/** The header or the claims of a token, not verified; null: they cannot be read. */
export function readTokenPart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
