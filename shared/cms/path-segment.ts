import * as v from 'valibot'

/**
 * Whether a slug or id can stand in an address as one step of its path. `.` and `..` lead elsewhere, nothing at all
 * names the collection instead of a document, proxies that decode `%2F` see the parts between slashes, and half a
 * character cannot be encoded.
 */
export function isPathSegment(text: string): boolean {
  return text !== '' && text.isWellFormed() && text.split(/[/\\]/).every((part) => !/^\.{1,2}$/.test(part))
}

/** A slug or id as a step of a path, encoded. Throws a RangeError, without the text, where it cannot be one. */
export function pathSegment(text: string): string {
  if (!isPathSegment(text)) throw new RangeError('Not a step of a path')
  return encodeURIComponent(text)
}

/** A slug or id that comes from elsewhere. */
export const pathName = v.pipe(
  v.string(),
  v.check(isPathSegment, 'Expected a name that fits into an address'),
)
