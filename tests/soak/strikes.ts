/**
 * The effect of the site's own code on one write of ours, chosen by a header that the witness adds:
 * - throw-before: a hook fails before the row is written
 * - throw-after: a hook fails after the row is written
 * - change: a hook stores another text than the sent one in one field
 * - narrow: the user may not write one field, which the server drops silently
 * - deny: the user may not write the document
 */
export type Strike =
  { kind: 'throw-before' | 'throw-after' | 'deny'; path: null } | { kind: 'change' | 'narrow'; path: string }
export type StrikeKind = Strike['kind']

export const STRIKE_HEADER = 'x-soak-strike'

/** Returns the text that the hook stores. */
export const changedByHook = (text: string): string => `${text} by a hook`

export const strikeHeader = ({ kind, path }: Strike): string => `${kind} ${path ?? ''}`.trim()

/** Returns the strike of a request; null: none. */
export function strikeOf(headers: Headers): { kind: string; path: string | null } | null {
  const [kind, path = null] = headers.get(STRIKE_HEADER)?.split(' ') ?? []
  return kind === undefined ? null : { kind, path }
}
