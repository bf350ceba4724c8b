import { createHash } from 'node:crypto'
import { isLoopback, withoutSlashes } from '../../shared/cms/addresses.ts'
import { LIMITS } from '../../shared/limits.ts'

export type AddressResult = { ok: true; url: string } | { ok: false; detail: string }

/**
 * Normalizes a typed address to origin and base path: adds https (http on this computer), removes `/admin` and what
 * follows. Refuses other schemes, addresses with a user, and those without a host.
 */
export function normaliseAddress(typed: string): AddressResult {
  const text = typed.trim()
  if (text === '') return refuse('empty')
  if (text.length > LIMITS.serverAddress) return refuse('too long')
  if (/\s/.test(text)) return refuse('spaces')
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return refuse('scheme')
  // `mailto:x` has no slashes, and `host:3000` is no scheme.
  if (scheme === undefined && /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text)) return refuse('scheme')
  const url = parse(scheme === undefined ? `${defaultScheme(text)}://${text}` : text)
  if (!url || url.hostname === '') return refuse('not an address')
  if (url.username !== '' || url.password !== '') return refuse('user in the address')
  const path = withoutSlashes(url.pathname.replace(/\/admin(?:$|\/.*)/s, ''))
  return { ok: true, url: `${url.origin}${path}` }
}

/** Stable id of a server, safe as the name of a folder and of a session partition on every system. */
export function serverId(url: string): string {
  const host = new URL(url).host
    .replaceAll(/[^a-z0-9.-]/gi, '-')
    .toLowerCase()
    .slice(0, 40)
  return `${host}-${createHash('sha256').update(url).digest('hex').slice(0, 10)}`
}

function defaultScheme(text: string): 'http' | 'https' {
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(text)?.[0] ?? ''
  return isLoopback(host) ? 'http' : 'https'
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function refuse(detail: string): AddressResult {
  return { ok: false, detail }
}
