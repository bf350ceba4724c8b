import type { Answer } from './classify.ts'
import type { Problem } from './entry.ts'

/** Number of tries after which a person is told of a lasting refusal. The entry is tried again all the same. */
const TRIES: Partial<Record<Problem['code'], number>> = {
  'server-error': 5,
  'schema-unread': 5,
  rejected: 5,
  locked: 3,
}

/**
 * True if an entry counts as failing after `tries` failed tries (SY9): it stays sendable, and a person hears the
 * reason. Tries without an answer count only if the server could be reached, so that this write itself is the cause.
 */
export function hasFailedLong(problem: Problem, tries: number): boolean {
  return tries >= (TRIES[problem.code] ?? Infinity)
}

/** Network errors of requests that were refused on the way. */
const REFUSED: ReadonlySet<string> = new Set(['redirected', 'bad-path'])

/** The problem of a write that the server never answers although it answers other requests. */
export function whyUnanswered(answer: Answer): Problem {
  const status = answer.kind === 'http' ? answer.status : null
  const isRefused = answer.kind === 'http' ? answer.status >= 300 : REFUSED.has(answer.code)
  return { code: isRefused ? 'rejected' : 'server-error', message: '', status, fields: [], conflicts: [] }
}
