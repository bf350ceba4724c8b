import * as v from 'valibot'

/** Router state of the page that a window reopened on. */
const cameBack = v.object({ cameBack: v.literal(true) })
export const comingBack: v.InferOutput<typeof cameBack> = { cameBack: true }

let hasArrived = false

/** Called once the window shows something: later navigations are the user's own. */
export function arrive(): void {
  hasArrived = true
}

/** True if the window reopened on this page by itself, so nothing is reported if the page is gone. */
export function isComingBack(state: unknown): boolean {
  return !hasArrived && v.is(cameBack, state)
}
