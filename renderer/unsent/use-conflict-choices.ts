import type { Conflict } from '../../shared/document/change.ts'
import type { Chosen, ConflictChoice } from '../../shared/document/conflict-choice.ts'
import { sameJson } from '../../shared/json.ts'
import { setChoice, useMadeChoices } from './made-choices.ts'

/**
 * The sides that a person has chosen in the conflicts of an entry, by path. A choice is made between two values: where
 * one of them has become another meanwhile there is none yet. `entry`: its key.
 */
export function useConflictChoices(
  entry: string,
  conflicts: readonly Conflict[],
): {
  chosen: Record<string, Chosen>
  /** Those of them that decide their field. */
  choices: Record<string, ConflictChoice>
  /** The conflicts as they were when a side was chosen. */
  shown: Conflict[]
  /** How many are still to be decided. */
  open: number
  choose: (path: string, chosen: Chosen) => void
} {
  const current = useMadeChoices(entry).filter(({ of }) => conflicts.some((one) => isSame(one, of)))
  const done = current.flatMap(({ chosen, of }): [string, ConflictChoice][] => {
    const choice = decided(chosen)
    return choice === null ? [] : [[of.path, choice]]
  })
  const choices = Object.fromEntries(done)
  return {
    chosen: Object.fromEntries(current.map(({ chosen, of }) => [of.path, chosen])),
    choices,
    shown: current.map(({ of }) => of),
    open: conflicts.filter(({ path }) => choices[path] === undefined).length,
    choose(path, chosen) {
      const of = conflicts.find((one) => one.path === path)
      if (of) setChoice(entry, { chosen, of })
    },
  }
}

function decided(chosen: Chosen): ConflictChoice | null {
  if (typeof chosen !== 'object') return chosen
  const parts = chosen.parts.filter((side) => side !== null)
  return parts.length === chosen.parts.length ? { parts } : null
}

function isSame(a: Conflict, b: Conflict): boolean {
  return (
    a.path === b.path &&
    a.locale === b.locale &&
    sameJson(a.base, b.base) &&
    sameJson(a.mine, b.mine) &&
    sameJson(a.theirs, b.theirs)
  )
}
