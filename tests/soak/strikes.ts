/**
 * What a site's own code does to one write of ours, named by a header that the witness adds to it:
 * - throw-before: a hook fails before the row is written
 * - throw-after: a hook fails when it is
 * - change: a hook stores another text than was sent for one field
 * - narrow: the user may not write one field, which the server drops without a word
 * - deny: the user may not write the document
 */
export type Strike =
  { kind: 'throw-before' | 'throw-after' | 'deny'; path: null } | { kind: 'change' | 'narrow'; path: string }
export type StrikeKind = Strike['kind']

export const STRIKE_HEADER = 'x-soak-strike'

/** What a hook makes of a text. */
export const changedByHook = (text: string): string => `${text} by a hook`

export const strikeHeader = ({ kind, path }: Strike): string => `${kind} ${path ?? ''}`.trim()

/** The strike of a request; null: none. */
export function strikeOf(headers: Headers): { kind: string; path: string | null } | null {
  const [kind, path = null] = headers.get(STRIKE_HEADER)?.split(' ') ?? []
  return kind === undefined ? null : { kind, path }
}
