import type { Problem, ProblemCode } from './entry.ts'

/** A problem that this computer found; one of the server comes with its words and status. */
export function problemOf(code: ProblemCode, rest: Partial<Omit<Problem, 'code'>> = {}): Problem {
  return { code, message: '', status: null, fields: [], conflicts: [], ...rest }
}
