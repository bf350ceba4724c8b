import * as v from 'valibot'

/** The state of the page on which a window opened again. */
const cameBack = v.object({ cameBack: v.literal(true) })
export const comingBack: v.InferOutput<typeof cameBack> = { cameBack: true }

/** Whether a window opened on this page again: nobody has asked for it, so that where it is gone nothing is said of it. */
export function isComingBack(state: unknown): boolean {
  return v.is(cameBack, state)
}
