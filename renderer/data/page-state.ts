import * as v from 'valibot'
import type { CollectionRef } from './document-drawers-context.ts'

/** The field that a link to a document leads to, in the state of its page of the history. */
const askedField = v.object({ askedField: v.object({ path: v.string(), locale: v.nullable(v.string()) }) })
export type AskedField = v.InferOutput<typeof askedField>['askedField']

/** The state of a link that leads to a field of its document. */
export const leadingTo = (field: AskedField): v.InferOutput<typeof askedField> => ({ askedField: field })

/** The field that a page's router state asks to show; null: none. */
export function askedFieldIn(state: unknown): AskedField | null {
  const parsed = v.safeParse(askedField, state)
  return parsed.success ? parsed.output.askedField : null
}

/** Router state of the page that a window reopened on. */
const cameBack = v.object({ cameBack: v.literal(true) })
export const comingBack: v.InferOutput<typeof cameBack> = { cameBack: true }

let hasArrived = false

/** Called once the reopened document is answered, or another page is shown: later navigations are the user's own. */
export function arrive(): void {
  hasArrived = true
}

/** True if the window reopened on this page by itself, so nothing is reported if the page is gone. */
export function isComingBack(state: unknown): boolean {
  return !hasArrived && v.is(cameBack, state)
}

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

/** Returns the drawers in a page's router state: those over its screen when the window closed; [] if none. */
export function drawersLeft(state: unknown): CollectionRef[] {
  const parsed = v.safeParse(withDrawers, state)
  return parsed.success ? parsed.output.drawers : []
}
