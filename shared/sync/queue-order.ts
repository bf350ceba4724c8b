import type { Field } from '../cms/schema-model.ts'
import type { Change } from '../document/change.ts'
import { fieldNodeAt, isWithin, splitPath } from '../document/path.ts'
import { hasInnerLocales } from '../document/project.ts'
import { isPlainJson, own } from '../json.ts'
import type { JsonObject } from '../json.ts'
import type { OutboxEntry } from './entry.ts'
import { carriesContent } from './queue.ts'
import { waitsForSite } from './ways-out.ts'

/** All locales, with all that is queued. */
export type UnderQueue = { fields: Field[]; data: JsonObject }

type Passing = Pick<OutboxEntry, 'mode' | 'locale' | 'changes'> & Partial<Pick<OutboxEntry, 'problem'>>

/**
 * Whether an entry waits for the site and holds back only what touches the same: content that the site has no place for
 * (SY13). A publish of such content does something to the whole document, and a creation comes first.
 */
export function isPassable({ mode, state, problem, create }: OutboxEntry): boolean {
  if (state !== 'parked' || problem === null || create) return false
  if (!carriesContent(mode) || !waitsForSite({ problem })) return false
  // Nothing of the document leaves.
  return problem.code !== 'schema-gone'
}

/** A queue in the order in which it leaves: what is passable goes behind what touches nothing of it (SY10, SY13). */
export function queueOrder(under: UnderQueue, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const first: OutboxEntry[] = []
  const held: OutboxEntry[] = []
  for (const entry of entries) {
    const isHeld = isPassable(entry) || held.some((front) => !mayPass(under, front, entry))
    ;(isHeld ? held : first).push(entry)
  }
  return [...first, ...held]
}

/** Whether an entry may leave before one that is held back. */
export function mayPass(under: UnderQueue, front: OutboxEntry, next: Passing): boolean {
  if (next.mode === 'delete') return true
  // What is in it is not known.
  if (front.problem?.code === 'broken' || next.problem?.code === 'broken') return false
  if (!carriesContent(front.mode)) return false
  if (front.problem?.code === 'locale-gone' && front.locale === next.locale) return false
  return !front.changes.some((a) => next.changes.some((b) => touches(under, a, b)))
}

/** Whether two changes are of one cell, or one is in a row that the other brings or takes away. */
function touches({ fields, data }: UnderQueue, a: Change, b: Change): boolean {
  const areOther = a.locale !== null && b.locale !== null && a.locale !== b.locale
  const [outer, inner] = isWithin(b.path, a.path) ? [a, b] : [b, a]
  if (!isWithin(inner.path, outer.path)) return false
  if (areOther) {
    // A text whose nodes hold words of a locale has all else in common.
    const node = a.path === b.path ? fieldNodeAt(fields, data, a.path, a.locale) : null
    return node !== null && hasInnerLocales(node)
  }
  if (outer.kind === 'set' || outer.path === inner.path) return true
  const row = splitPath(inner.path)[splitPath(outer.path).length] ?? ''
  return isPlainJson(own(outer.added, row)) || isPlainJson(own(outer.removed, row))
}
