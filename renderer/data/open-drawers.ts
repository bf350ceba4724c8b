import * as v from 'valibot'
import type { CollectionRef } from './document-drawers-context.ts'

/** Documents that lie over the screen in drawers, the lowest first. */
export const drawerRefs = v.pipe(
  v.array(v.object({ kind: v.literal('collection'), slug: v.string(), id: v.string() })),
  v.maxLength(10),
)

let open: readonly CollectionRef[] = []

/** The documents in drawers now. */
export function openDrawers(): readonly CollectionRef[] {
  return open
}

export function noteDrawers(refs: readonly CollectionRef[]): void {
  open = refs
}

const withDrawers = v.object({ drawers: drawerRefs })

/** The drawers that lay over a screen when its window was left, of the state of its page. */
export function drawersLeft(state: unknown): CollectionRef[] {
  const parsed = v.safeParse(withDrawers, state)
  return parsed.success ? parsed.output.drawers : []
}
