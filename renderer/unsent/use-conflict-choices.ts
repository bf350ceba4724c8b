import type { Chosen, ConflictChoice } from '../../shared/document/conflict-choice.ts'
import type { ShownConflict } from '../../shared/document/shown-conflict.ts'
import { sameJson } from '../../shared/json.ts'
import { setChoice, useMadeChoices } from './made-choices.ts'

/**
 * Returns the sides that a person has chosen in an entry's conflicts, by path. A choice lapses if one of its
 * values changes; a choice of the field's present value stays. `entry`: its key.
 */
export function useConflictChoices(
  entry: string,
  conflicts: readonly ShownConflict[],
): {
  chosen: Record<string, Chosen>
  /** The complete choices: a text that is decided part by part is left out until all parts are chosen. */
  choices: Record<string, ConflictChoice>
  /** The conflicts with a choice, with the present values of their fields. */
  shown: ShownConflict[]
  /** Number of conflicts that are still to be decided. */
  open: number
  choose: (path: string, chosen: Chosen) => void
} {
  const current = useMadeChoices(entry).flatMap(({ chosen, of }) => {
    const is = conflicts.find((one) => isSame(one, of))
    if (is === undefined) return []
    const stays = chosen === 'now' ? is.now !== undefined : sameJson(is.now ?? is.mine, of.now ?? of.mine)
    return stays ? [{ chosen, of: is }] : []
  })
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

function isSame(a: ShownConflict, b: ShownConflict): boolean {
  return (
    a.path === b.path &&
    a.locale === b.locale &&
    sameJson(a.base, b.base) &&
    sameJson(a.mine, b.mine) &&
    sameJson(a.theirs, b.theirs)
  )
}
