import * as v from 'valibot'

/** The state of the page on which a window opened again. */
const cameBack = v.object({ cameBack: v.literal(true) })
export const comingBack: v.InferOutput<typeof cameBack> = { cameBack: true }

let hasArrived = false

/** The window shows something: what goes from now on goes before somebody's eyes. */
export function arrive(): void {
  hasArrived = true
}

/** Whether a window opens on this page again: nobody has asked for it, so that where it is gone nothing is said of it. */
export function isComingBack(state: unknown): boolean {
  return !hasArrived && v.is(cameBack, state)
}
