import type { Answer } from './classify.ts'
import type { Problem } from './entry.ts'

/** How many tries a lasting refusal may take before a person is told; it is tried on all the same. */
const TRIES: Partial<Record<Problem['code'], number>> = {
  'server-error': 5,
  'schema-unread': 5,
  rejected: 5,
  locked: 3,
}

/**
 * Whether an entry that the server could not take `tries` times in all counts as failing (SY9): it stays sendable, and
 * a person hears why it does not get through. Tries that the server did not answer count only where it is there, as a
 * look at the connection shows: then it is this write that does not get through.
 */
export function hasFailedLong(problem: Problem, tries: number): boolean {
  return tries >= (TRIES[problem.code] ?? Infinity)
}

/** Network errors that say that somebody did not let the request through. */
const REFUSED: ReadonlySet<string> = new Set(['redirected', 'bad-path'])

/** What a person is told of a write that no answer of the server comes to, although it answers others. */
export function whyUnanswered(answer: Answer): Problem {
  const status = answer.kind === 'http' ? answer.status : null
  const isRefused = answer.kind === 'http' ? answer.status >= 300 : REFUSED.has(answer.code)
  return { code: isRefused ? 'rejected' : 'server-error', message: '', status, fields: [], conflicts: [] }
}
