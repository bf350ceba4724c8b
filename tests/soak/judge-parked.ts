import { refKey } from '../../shared/cms/doc-ref.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import type { Judged } from './messages.ts'

/**
 * Decides a parked entry: a side for each conflict, most publishes of a moved document and most denied entries go on,
 * half of the unknown creations are sent again, missing or refused ones are discarded. `draw` in [0, 1).
 */
export function judgeParked(entry: OutboxEntry, draw: number): Judged {
  const problem = entry.problem
  switch (problem?.code) {
    case 'conflict': {
      const choices = Object.fromEntries(
        problem.conflicts.map(({ path }, index) => [
          path,
          (draw * (index + 3) * 7) % 1 < 0.5 ? ('mine' as const) : ('theirs' as const),
        ]),
      )
      return { entry, action: 'retry', choices }
    }
    case 'base-moved':
      return { entry, action: draw < 0.8 ? 'retry' : 'discard', choices: {} }
    case 'denied':
      return { entry, action: draw < 0.8 ? 'retry' : 'discard', choices: {} }
    case 'outcome-unknown':
      // A second one may exist then, of which the person was warned.
      return { entry, action: draw < 0.5 ? 'retry' : 'discard', choices: {} }
    default:
      return { entry, action: 'discard', choices: {} }
  }
}

/**
 * Returns the entries discarded together with one: later ones of the same save, and those behind a creation; for a
 * removed row, the same save's edits of it in other locales.
 */
export function goesToo({ entry, action, choices }: Judged, entries: readonly OutboxEntry[]): Judged[] {
  const behind = entries.filter((other) => other.seq > entry.seq && refKey(other.ref) === refKey(entry.ref))
  const ofTheSave = behind.filter(({ group }) => entry.group !== null && group === entry.group)
  if (action === 'discard')
    return (entry.create ? behind : ofTheSave).map((other) => ({ entry: other, action, choices: {} }))
  const conflicts = entry.problem?.conflicts ?? []
  const isRowGivenUp = conflicts.some(({ path, theirs }) => theirs === null && choices[path] === 'theirs')
  return isRowGivenUp
    ? ofTheSave.map((other) => ({ entry: { ...other, problem: entry.problem }, action, choices }))
    : []
}
