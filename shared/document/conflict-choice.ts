import * as v from 'valibot'

/** Which side of a conflict is to stay. */
export const conflictSide = v.picklist(['mine', 'theirs'])
export type ConflictSide = v.InferOutput<typeof conflictSide>

/**
 * What a person decided about a conflict (SY7): one side as a whole, or one for each part of the value that both sides
 * changed, in the order in which the field's type names them; all else of such a value is merged.
 */
export const conflictChoice = v.union([conflictSide, v.object({ parts: v.array(conflictSide) })])
export type ConflictChoice = v.InferOutput<typeof conflictChoice>
