import { hasOwnEffect } from '../../shared/sync/entry.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { Change, Conflict } from '../../shared/document/change.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry, Problem } from '../../shared/sync/entry.ts'
import { fitToSchema, isOfOtherShape, type Fitting } from '../../shared/sync/schema-fit.ts'
import { waitsForSite } from '../../shared/sync/ways-out.ts'
import type { StoredDocument } from './documents.ts'
import { insertEntry, moveBehind, readEntries, readEntry, updateEntry } from './outbox-rows.ts'
import { problemOf } from '../../shared/sync/problems.ts'
import type { StoreContext } from './store-context.ts'

/** Changes of an entry that wait for a person, or for the site, while the rest of it goes (SY13). */
export type Apart = Pick<OutboxEntry, 'locale'> & { changes: Change[]; problem: Problem }

/**
 * Makes entries of their own of what stays behind of one, before all that was queued after it; the first keeps its key
 * where it is not there any more. A person decides about them alone: they are no step of the save that they are from.
 */
export function keepApart(
  { db, site, newId, now }: StoreContext,
  ref: DocRef,
  entry: OutboxEntry,
  apart: readonly Apart[],
): void {
  if (apart.length === 0) return
  const left = readEntry(db, entry.key)
  const behind = readEntries(db, ref).filter(({ seq }) => left === null || seq > left.seq)
  const mode = site.entity(ref)?.versions?.drafts ? 'draft' : 'save'
  const own = { ref, create: false, mode, state: 'parked', group: null, updatedAt: now() } as const
  for (const [index, part] of apart.entries()) {
    const key = left === null && index === 0 ? entry.key : newId()
    insertEntry(db, { ...entry, ...own, ...part, key })
  }
  moveBehind(
    db,
    behind.map(({ key }) => key),
  )
}

/** See fitToSchema. `data`: what lies under the entry. */
export function fitOf(context: StoreContext, entry: OutboxEntry, data: JsonObject): Fitting {
  return fitToSchema(schemaOf(context, entry.ref), data, entry)
}

/** Whether the site has a place for what two sides want, as far as its schema is here. */
export function hasPlace(
  context: StoreContext,
  ref: DocRef,
  data: JsonObject,
  { path, locale, base, mine }: Conflict,
): boolean {
  if (context.site.entity(ref) === null) return true
  const edit = { kind: 'set', locale, path, from: base, to: mine } as const
  const write = { mode: 'save', locale, create: false, changes: [edit] } as const
  const { goes } = fitToSchema(schemaOf(context, ref), data, write)
  return goes !== null && goes.length > 0
}

/** See isOfOtherShape; what is new here has no other. */
export function hasOtherShape(context: StoreContext, entry: OutboxEntry, { data }: StoredDocument): boolean {
  return !entry.create && isOfOtherShape(schemaOf(context, entry.ref), data, entry.changes)
}

function schemaOf({ site }: StoreContext, ref: DocRef): Parameters<typeof fitToSchema>[0] {
  return { fields: site.fields(ref), localization: site.schema?.localization ?? null }
}

/**
 * The entry as it may leave, by the schema of this moment (SY13): what does not fit waits behind it. With the problem
 * that parks it where nothing of it is left to do. `foreign`: somebody else may have written the document since it was
 * measured, which is so as long as an entry that waited before has not been measured.
 */
export function keepUnfit(
  context: StoreContext,
  entry: OutboxEntry,
  data: JsonObject,
  foreign = waitsForSite(entry) && entry.problem?.foreign === true,
): { entry: OutboxEntry; problem: Problem | null } {
  const { goes, stays } = fitOf(context, entry, data)
  const apart = stays.map(({ code, locale, changes, paths }): Apart => {
    const fields = paths.map((path) => ({ path, message: '' }))
    return { locale, changes, problem: problemOf(code, { fields, ...(foreign && { foreign }) }) }
  })
  const [first, ...others] = apart
  if (!first) return { entry, problem: null }
  const isLeft = goes !== null && (goes.length > 0 || entry.create || hasOwnEffect(entry.mode))
  const kept = { ...entry, changes: isLeft ? goes : first.changes, updatedAt: context.now() }
  updateEntry(context.db, kept)
  keepApart(context, entry.ref, entry, isLeft ? apart : others)
  return { entry: kept, problem: isLeft ? null : first.problem }
}

/**
 * Parks what of a queue does not fit the schema of this moment, before the queue is put on another base: what that does
 * not hold because the site has no place for it is nothing that somebody took away (SY13).
 */
export function parkUnfit(
  context: StoreContext,
  { ref, data }: StoredDocument,
  { foreign }: { foreign?: boolean } = {},
): void {
  const { db, site, now } = context
  if (site.entity(ref) === null) return
  const fields = site.fields(ref)
  let under = data
  for (const { key, changes } of readEntries(db, ref)) {
    // Read anew: its place may have become another one.
    const entry = readEntry(db, key)
    if (entry?.state === 'waiting') {
      const { entry: kept, problem } = keepUnfit(context, entry, under, foreign)
      if (problem !== null) updateEntry(db, { ...kept, state: 'parked', problem, updatedAt: now() })
      if (kept !== entry) context.prepared.delete(key)
    }
    under = applyChanges(fields, under, changes)
  }
}
