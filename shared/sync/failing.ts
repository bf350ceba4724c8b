import type { Problem } from './entry.ts'

/** How many tries a lasting refusal may take before a person is told; it is tried on all the same. */
const TRIES: Partial<Record<Problem['code'], number>> = { 'server-error': 5, locked: 3 }

/**
 * Whether an entry that the server could not take `tries` times in all counts as failing (SY9): it stays sendable, and
 * a person hears why it does not get through. Tries that the server did not answer do not count.
 */
export function hasFailedLong(problem: Problem, tries: number): boolean {
  return tries >= (TRIES[problem.code] ?? Infinity)
}
