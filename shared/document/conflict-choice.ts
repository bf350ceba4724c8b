import * as v from 'valibot'
import type { Json } from '../json.ts'

const conflictSide = v.picklist(['mine', 'theirs'])
export type ConflictSide = v.InferOutput<typeof conflictSide>

/** One value for each side. */
export type Sides<T = Json> = Record<ConflictSide, T>

export function eachSide<T>(make: (side: ConflictSide) => T): Sides<T> {
  return { mine: make('mine'), theirs: make('theirs') }
}

/** The answer to a conflict: one side, or both, theirs before mine, if both can be kept. */
export const conflictAnswer = v.picklist([...conflictSide.options, 'both'])
export type ConflictAnswer = v.InferOutput<typeof conflictAnswer>

/**
 * A selection that may be incomplete: one side, both, the present value, or the answers given so far for the parts.
 */
export type Chosen = ConflictAnswer | 'now' | { parts: readonly (ConflictAnswer | null)[] }

/**
 * A person's decision about a conflict (SY7): about the whole value, or about each part that both sides changed, in
 * the order of the field's type. 'now': the value typed since.
 */
export const conflictChoice = v.union([
  conflictAnswer,
  v.literal('now'),
  v.object({ parts: v.array(conflictAnswer) }),
])
export type ConflictChoice = v.InferOutput<typeof conflictChoice>
