import type { Problem } from '../../../shared/sync/entry.ts'
import type { Translate } from '../../i18n/translator.ts'

/** Why an entry stays, in a few words: the server's own where it gave any. */
export function problemReason(problem: Problem, t: Translate): string {
  const words = problem.fields[0]?.message ?? problem.message
  if (problem.code === 'validation' || problem.code === 'rejected' || problem.code === 'denied') {
    if (words !== '') return words
  }
  return t(`galley:app.problem.${problem.code}`)
}
