import type { Field } from '../cms/schema-model.ts'
import type { Change } from '../document/change.ts'
import { fieldNodeAt, isWithin, splitPath } from '../document/path.ts'
import { hasInnerLocales } from '../document/project.ts'
import { isPlainJson, own } from '../json.ts'
import type { JsonObject } from '../json.ts'
import type { OutboxEntry } from './entry.ts'
import { carriesContent } from './queue.ts'
import { waitsForSite } from './ways-out.ts'

/** A document in all locales, with all its queued changes. */
export type UnderQueue = { fields: Field[]; data: JsonObject }

type Passing = Pick<OutboxEntry, 'mode' | 'locale' | 'changes'> & Partial<Pick<OutboxEntry, 'problem'>>

/**
 * True if an entry is parked for the schema and holds back only entries that touch the same cells (SY13). Never true
 * of a publish, which concerns the whole document, and of a creation, which comes first.
 */
export function isPassable({ mode, state, problem, create }: OutboxEntry): boolean {
  if (state !== 'parked' || problem === null || create) return false
  if (!carriesContent(mode) || !waitsForSite({ problem })) return false
  // Without its collection or global, nothing of the document can be sent.
  return problem.code !== 'schema-gone'
}

/**
 * Returns the queue in sending order: passable entries go behind entries that touch none of their cells (SY10, SY13).
 */
export function queueOrder(under: UnderQueue, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const first: OutboxEntry[] = []
  const held: OutboxEntry[] = []
  for (const entry of entries) {
    const isHeld = isPassable(entry) || held.some((front) => !mayPass(under, front, entry))
    ;(isHeld ? held : first).push(entry)
  }
  return [...first, ...held]
}

/** True if an entry may be sent before one that is held back. */
export function mayPass(under: UnderQueue, front: OutboxEntry, next: Passing): boolean {
  if (next.mode === 'delete') return true
  // The changes of a broken entry are not known.
  if (front.problem?.code === 'broken' || next.problem?.code === 'broken') return false
  if (!carriesContent(front.mode)) return false
  if (front.problem?.code === 'locale-gone' && front.locale === next.locale) return false
  return !front.changes.some((a) => next.changes.some((b) => touches(under, a, b)))
}

/** True if two changes are of one cell, or one is in a row that the other adds or removes. */
function touches({ fields, data }: UnderQueue, a: Change, b: Change): boolean {
  const areOther = a.locale !== null && b.locale !== null && a.locale !== b.locale
  const [outer, inner] = isWithin(b.path, a.path) ? [a, b] : [b, a]
  if (!isWithin(inner.path, outer.path)) return false
  if (areOther) {
    // A rich text with localized nodes is one value that all locales share.
    const node = a.path === b.path ? fieldNodeAt(fields, data, a.path, a.locale) : null
    return node !== null && hasInnerLocales(node)
  }
  if (outer.kind === 'set' || outer.path === inner.path) return true
  const row = splitPath(inner.path)[splitPath(outer.path).length] ?? ''
  return isPlainJson(own(outer.added, row)) || isPlainJson(own(outer.removed, row))
}
