import { isUnmeasured } from '../../shared/sync/ways-out.ts'
import { isUnderWay } from '../../shared/sync/entry.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refKey } from '../../shared/cms/doc-ref.ts'
import { orderFields } from '../../shared/cms/order-fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { fieldNodeAt, getValue } from '../../shared/document/path.ts'
import { withServerFile } from '../../shared/fields/file/server-file.ts'
import type { JsonObject } from '../../shared/json.ts'
import { sameJson } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { withoutWritten } from '../../shared/document/server-adjusted.ts'
import { storable } from './credentials.ts'
import type { StoredDocument } from './documents.ts'
import { forgetDocument, hasOwnWork, noteWrite, readDocument, readFacts, writeDocument } from './documents.ts'
import { forgetOvertaken } from './differences.ts'
import { keepReplaced, parkAsGone } from './gone.ts'
import { resolveRef } from './ids.ts'
import { parkUnfit } from './keep-apart.ts'
import { removeFromPages } from './list-pages.ts'
import { readListRow, summarise, writeListRow } from './list-rows.ts'
import { problemOf } from '../../shared/sync/problems.ts'
import { deleteEntry, readEntries } from './outbox-rows.ts'
import { putOnBase } from './put-on-base.ts'
import { run } from './sql.ts'
import type { BaseInput, StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'

/** See StoreApi.putBase. */
export function putBase(context: StoreContext, input: BaseInput): 'updated' | 'unchanged' | 'busy' {
  const { db, site, events, now } = context
  const ref = resolveRef(db, input.ref)
  const known = readDocument(db, ref)
  if (readEntries(db, ref).some(isUnderWay)) return 'busy'

  const base: StoredDocument = {
    ref,
    data: storedContent(context, ref, input.data),
    updatedAt: input.updatedAt,
    status: input.status,
    hasPublished: input.hasPublished ?? (input.status === 'published' ? true : (known?.hasPublished ?? null)),
    publishedIn: input.publishedIn ?? known?.publishedIn ?? null,
    isNew: false,
    isGone: false,
    fetchedAt: now(),
    adjusted: known?.adjusted ?? [],
  }
  const isOther = known !== null && isAnother(known, base)
  if (isOther) keepReplaced(context, known)
  const before = isOther ? null : known
  if (before) parkUnfit(context, before)
  const entries = isOther ? [] : readEntries(db, ref)
  if (isOther) base.adjusted = []
  const isToMeasure = entries.some(isUnmeasured)
  if (before && !isToMeasure && isSameBase(before, base)) {
    const sql = 'UPDATE documents SET fetched_at = ? WHERE kind = ? AND slug = ? AND id = ?'
    run(db, sql, base.fetchedAt, ref.kind, ref.slug, ref.kind === 'collection' ? ref.id : '')
    return 'unchanged'
  }
  if (before && input.askedAt !== undefined && before.updatedAt !== input.askedAt) return 'busy'
  const foreign =
    before !== null && !before.isNew && isOtherRevision(before, base) && !isReordered(context, before, base)
  const isWritten = foreign || before === null
  // What somebody else wrote is theirs, also where it is what an own write once became.
  if (foreign)
    base.adjusted = withoutWritten(base.adjusted, changesBetween(site.fields(ref), before.data, base.data))
  writeDocument(db, base)
  refreshListRow(context, base)
  if (before || entries.length > 0) {
    const fields = site.fields(ref)
    const ended = putOnBase(context, base, {
      // What the edits of a copy were measured on is not always in the copy (F87): it was another revision.
      before: before?.data ?? base.data,
      foreign: isWritten,
      ready: (entry) => {
        // A document made here that is found on the server has arrived: its creation becomes an edit of it.
        const arrived = before?.isNew ? { ...entry, create: false } : entry
        return isUnmeasured(arrived) ? measuredOn(fields, base.data, arrived, isWritten) : arrived
      },
    })
    // What answers a write of ours that had arrived already is ours.
    const isForeign = (foreign && ended === 0) || before === null
    noteWrite(context, ref, { foreign: isForeign, replaced: before?.updatedAt ?? null })
  }
  forgetOvertaken(context, base)
  events.changed(ref)
  return 'updated'
}

/** A document of the server as it is kept here. */
export function storedContent({ site }: StoreContext, ref: DocRef, data: JsonObject): JsonObject {
  return ref.kind === 'collection' ? withServerFile(site.fields(ref), storable(site, ref.slug, data)) : data
}

/**
 * The document that this computer knows was deleted and its id given to a new one, as SQLite does with its newest
 * row. Edits of the old one must not end up in the new one. Both times are the server's.
 */
function isAnother(before: StoredDocument, base: StoredDocument): boolean {
  const was = before.data['createdAt']
  const is = base.data['createdAt']
  if (before.isNew || before.updatedAt === null) return false
  return typeof was === 'string' && typeof is === 'string' && was !== is && is > before.updatedAt
}

/**
 * Whether it is the same document in another place of an order, or in the same one again. Whoever moved it: an order is
 * no content, and nobody is asked about it (SY12).
 */
function isReordered({ site }: StoreContext, a: StoredDocument, b: StoredDocument): boolean {
  const entity = site.entity(a.ref)
  const orders = site.schema && entity?.kind === 'collection' ? orderFields(site.schema, entity) : []
  const content = ({ data }: StoredDocument): JsonObject =>
    Object.fromEntries(
      Object.entries(data).filter(([name]) => name !== 'updatedAt' && !orders.includes(name)),
    )
  return orders.length > 0 && hasSameStatus(a, b) && sameJson(content(a), content(b))
}

/** Where the site keeps no revisions, what is in them tells them apart. */
function isOtherRevision(a: StoredDocument, b: StoredDocument): boolean {
  return a.updatedAt !== b.updatedAt || (b.updatedAt === null && !sameJson(a.data, b.data))
}

function isSameBase(a: StoredDocument, b: StoredDocument): boolean {
  const hasSameState = a.updatedAt === b.updatedAt && a.isNew === b.isNew && a.isGone === b.isGone
  return hasSameState && hasSameStatus(a, b) && sameJson(a.data, b.data)
}

function hasSameStatus(a: StoredDocument, b: StoredDocument): boolean {
  const areSameLocales = sameJson(a.publishedIn ?? null, b.publishedIn ?? null)
  return a.status === b.status && a.hasPublished === b.hasPublished && areSameLocales
}

/** Lists show the document as its base has it. */
export function refreshListRow(
  { db, learnt }: Pick<StoreContext, 'db' | 'learnt'>,
  base: StoredDocument,
): void {
  if (base.ref.kind !== 'collection') return
  learnt.add(refKey(base.ref))
  const { slug, id } = base.ref
  const columns = readListRow(db, slug, id)?.data ?? {}
  const { updatedAt, status, hasPublished, publishedIn = null } = base
  writeListRow(db, slug, {
    id,
    data: summarise(base.data, columns),
    updatedAt,
    status,
    hasPublished,
    publishedIn,
  })
}

/** See StoreApi.removeBase. */
export function removeBase(context: StoreContext, input: DocRef): void {
  const { db, events } = context
  const ref = resolveRef(db, input)
  if (ref.kind === 'collection') removeFromPages(db, ref.slug, ref.id)
  const document = readDocument(db, ref)
  if (!document) {
    forgetDocument(context, ref)
    return
  }
  if (document.isNew) return
  // What was to be deleted is gone: nothing is left to do. One under way gets its own answer.
  for (const entry of readEntries(db, ref))
    if (entry.mode === 'delete' && !isUnderWay(entry)) deleteEntry(db, entry.key)
  if (!hasOwnWork(db, ref)) {
    forgetDocument(context, ref)
    return
  }
  writeDocument(db, { ...document, isGone: true })
  parkAsGone(context, ref, problemOf('gone'))
  events.changed(ref)
  events.outbox()
}

/** See StoreApi.staleBases. */
export function staleBases(
  { db }: StoreContext,
  { slug, rows }: Parameters<StoreApi['staleBases']>[0],
): ReturnType<StoreApi['staleBases']> {
  return rows.flatMap(({ id, updatedAt }) => {
    const facts = readFacts(db, { kind: 'collection', slug, id })
    const here = { id, updatedAt: facts?.updatedAt ?? null }
    if (!facts || facts.isGone) return [here]
    if (facts.isNew || updatedAt === null) return []
    // Whichever is the newer one: a server that was restored goes back in time (SY11).
    return facts.updatedAt === updatedAt ? [] : [here]
  })
}

/**
 * An entry for which the site has a place again. What the site lost together with that place nobody took away: there the
 * entry begins with nothing. Where somebody else wrote the document since it was measured, that may have emptied it, and
 * as nobody can tell it is a conflict. `foreign`: they did just now.
 */
function measuredOn(fields: Field[], data: JsonObject, entry: OutboxEntry, foreign: boolean): OutboxEntry {
  if (foreign || entry.problem?.foreign) return { ...entry, problem: null }
  const isLost = ({ path, locale }: OutboxEntry['changes'][number]): boolean =>
    fieldNodeAt(fields, data, path, locale) !== null && getValue(fields, data, path, locale) === null
  const changes = entry.changes.map((change) =>
    change.kind === 'set' && isLost(change) ? { ...change, from: null } : change,
  )
  return { ...entry, changes, problem: null }
}
