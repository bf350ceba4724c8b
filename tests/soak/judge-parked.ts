import { refKey } from '../../shared/cms/doc-ref.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import type { Judged } from './messages.ts'

/**
 * What the scripted person does with a parked entry: a side for every conflict, go ahead with most publishes of a
 * document that moved and with most of what was denied, send half of the creations of unknown outcome again, give up
 * what is gone or refused. `draw` in [0, 1) decides.
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
      // Sent again it may be there twice, which the person was told.
      return { entry, action: draw < 0.5 ? 'retry' : 'discard', choices: {} }
    default:
      return { entry, action: 'discard', choices: {} }
  }
}

/**
 * What is given up with an entry: what the same save made after it, and what follows a creation; with a row that they
 * removed, what the same save wrote into it in other languages.
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
