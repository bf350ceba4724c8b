import { useState } from 'react'
import type { Conflict } from '../../shared/document/change.ts'
import { sameJson } from '../../shared/json.ts'
import type { Side } from './conflict-choices.tsx'

type Choice = { side: Side; of: Conflict }

/**
 * The sides that a person has chosen, by path. A choice is made between two values: where one of them has become
 * another meanwhile there is none yet.
 */
export function useConflictChoices(conflicts: readonly Conflict[]): {
  choices: Record<string, Side>
  /** The conflicts as they were when a side was chosen. */
  shown: Conflict[]
  /** How many are still to be decided. */
  open: number
  choose: (path: string, side: Side) => void
} {
  const [made, setMade] = useState<Choice[]>([])
  const current = made.filter(({ of }) => conflicts.some((one) => isSame(one, of)))
  return {
    choices: Object.fromEntries(current.map(({ side, of }) => [of.path, side])),
    shown: current.map(({ of }) => of),
    open: conflicts.filter((one) => !current.some(({ of }) => isSame(one, of))).length,
    choose(path, side) {
      const of = conflicts.find((one) => one.path === path)
      if (of) setMade((before) => [...before.filter((one) => one.of.path !== path), { side, of }])
    },
  }
}

function isSame(a: Conflict, b: Conflict): boolean {
  return (
    a.path === b.path && a.locale === b.locale && sameJson(a.mine, b.mine) && sameJson(a.theirs, b.theirs)
  )
}
