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
