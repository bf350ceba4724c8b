import * as v from 'valibot'
import type { Json } from '../json.ts'

const conflictSide = v.picklist(['mine', 'theirs'])
export type ConflictSide = v.InferOutput<typeof conflictSide>

/** What there is of each side. */
export type Sides<T = Json> = Record<ConflictSide, T>

export function eachSide<T>(make: (side: ConflictSide) => T): Sides<T> {
  return { mine: make('mine'), theirs: make('theirs') }
}

/** What is to stand: one side, or both, theirs before mine, where both can stand beside each other. */
export const conflictAnswer = v.picklist([...conflictSide.options, 'both'])
export type ConflictAnswer = v.InferOutput<typeof conflictAnswer>

/** One side, both, what the field holds now, or what a person has chosen so far of the parts of a value. */
export type Chosen = ConflictAnswer | 'now' | { parts: readonly (ConflictAnswer | null)[] }

/**
 * What a person decided about a conflict (SY7): of the value as a whole, or of each part that both sides changed, in the
 * order in which the field's type names them; all else of such a value is merged. 'now': what was typed since.
 */
export const conflictChoice = v.union([
  conflictAnswer,
  v.literal('now'),
  v.object({ parts: v.array(conflictAnswer) }),
])
export type ConflictChoice = v.InferOutput<typeof conflictChoice>
