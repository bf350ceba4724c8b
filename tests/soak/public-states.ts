import { cellKey } from './cells.ts'
import type { Timeline } from './timeline.ts'

/** True if the newest version is published, and if a published version exists. */
export type PublicState = { isNewest: boolean; isThere: boolean }

/** Status of the newest version. */
export const STATUS = cellKey('_status', null)

/** Returns the status before each write, and after the last one. */
export function publicStates({ at, steps }: Timeline): PublicState[] {
  const initial = at(null).get(STATUS) === 'published'
  let state: PublicState = { isNewest: initial, isThere: initial }
  const states = [state]
  for (const { done } of steps) {
    const status = done.cells.get(STATUS)
    if (status === 'published') state = { isNewest: true, isThere: true }
    else if (status !== undefined) state = { isNewest: false, isThere: state.isThere && done.write.isDraft }
    states.push(state)
  }
  return states
}
