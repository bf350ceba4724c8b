import * as v from 'valibot'

/**
 * True if a slug or id can be one segment of a URL path. False for '', for `.` and `..` also between slashes (some
 * proxies decode `%2F`), and for half of a surrogate pair, which cannot be encoded.
 */
export function isPathSegment(text: string): boolean {
  return text !== '' && text.isWellFormed() && text.split(/[/\\]/).every((part) => !/^\.{1,2}$/.test(part))
}

/** Encodes a slug or id as a path segment. Throws a RangeError, without the text, if it cannot be one. */
export function pathSegment(text: string): string {
  if (!isPathSegment(text)) throw new RangeError('Not a step of a path')
  return encodeURIComponent(text)
}

/** Schema of a slug or id that comes from outside. */
export const pathName = v.pipe(
  v.string(),
  v.check(isPathSegment, 'Expected a name that fits into an address'),
)

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:[^./]+\.)+localhost)$/i

/** True if a host, without its port, is this computer. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * True if a stored server address uses http to another computer, so that others on the network can read and change
 * requests.
 */
export function isPlainHttp(url: string): boolean {
  const host = /^http:\/\/(\[[^\]]*\]|[^:/?#]*)/i.exec(url)?.[1]
  return host !== undefined && !isLoopback(host)
}

/** An address or a path without the slashes at its end. */
export function withoutSlashes(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === '/') end -= 1
  return text.slice(0, end)
}
