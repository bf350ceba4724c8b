import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refId, sameRef } from '../../shared/cms/doc-ref.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { absorbAnswer } from '../../shared/document/project.ts'
import { adjustmentsBetween, withAdjustments, withoutWritten } from '../../shared/document/server-adjusted.ts'
import type { ServerAdjusted } from '../../shared/document/server-adjusted.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { assignId } from './assign-id.ts'
import { storable } from './credentials.ts'
import { keepRowsOfDraft, rebaseOver, refreshListRow, removeBase } from './bases.ts'
import type { StoredDocument } from './documents.ts'
import { forgetIfGone, readDocument, writeDocument } from './documents.ts'
import { addToFirstPages } from './list-pages.ts'
import { deleteListRow } from './list-rows.ts'
import { deleteEntry, readEntries } from './outbox-rows.ts'
import { requireEntry } from './sending.ts'
import type { SentAnswer, SettleResult, StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'

/** See StoreApi.settleSent. Throws `no-entry`. */
export function settleSent(
  context: StoreContext,
  { key, answer }: Parameters<StoreApi['settleSent']>[0],
): SettleResult {
  const { db, events } = context
  const entry = requireEntry(context, key)
  events.outbox()
  deleteEntry(db, key)
  context.prepared.delete(key)
  const document = readDocument(db, entry.ref)
  if (!document) return { ref: entry.ref }
  if (entry.mode === 'delete') {
    settleDeletion(context, entry.ref)
    return { ref: entry.ref }
  }
  const arrived = entry.create && document.isNew ? arrive(context, document, answer) : document
  return settleWrite(context, entry, document, arrived.ref, answer)
}

function settleDeletion(context: StoreContext, ref: DocRef): void {
  removeBase(context, ref)
  if (ref.kind === 'collection') deleteListRow(context.db, ref.slug, ref.id)
  context.events.changed(ref)
}

/** The document is on the server now, and has the id that the server gave it (SY8). */
function arrive(context: StoreContext, document: StoredDocument, answer: SentAnswer): { ref: DocRef } {
  const { ref } = document
  const id = answer.data?.['id']
  const isOther = (typeof id === 'string' || typeof id === 'number') && String(id) !== refId(ref)
  if (ref.kind === 'global') return { ref }
  const arrived: DocRef = isOther ? { ...ref, id: String(id) } : ref
  assignId(context, ref, isOther ? id : ref.id)
  addToFirstPages(context.db, ref.slug, arrived.id)
  return { ref: arrived }
}

function settleWrite(
  context: StoreContext,
  entry: OutboxEntry,
  before: StoredDocument,
  ref: DocRef,
  answer: SentAnswer,
): SettleResult {
  const { db, site, events, now } = context
  const fields = site.fields(ref)
  // Where nobody names a locale, a site with several answers in its default one.
  const locale = answer.locale ?? entry.locale ?? site.schema?.localization?.defaultLocale ?? null
  const kept = (data: JsonObject): JsonObject =>
    ref.kind === 'collection' ? storable(site, ref.slug, data) : data
  const sent = kept(applyChanges(fields, before.data, entry.changes))
  // Of a creation nothing was there before: what it began with is on the server only as far as the answer says.
  const under = before.isNew ? {} : before.data
  const data = answer.data ? kept(absorbAnswer(fields, under, answer.data, locale)) : sent
  const base: StoredDocument = {
    ...before,
    ref,
    data,
    ...revisionAfter(entry, before, answer.data),
    fetchedAt: now(),
    adjusted: withAdjustments(
      withoutWritten(before.adjusted, entry.changes),
      adjustmentsIn(fields, sent, data, locale),
    ),
  }
  writeDocument(db, base)
  refreshListRow(db, base)

  const entries = readEntries(db, ref)
  rebaseOver(context, base, entries, entries, { foreign: false, before: sent })
  const left = queuedDocument(fields, data, readEntries(db, ref))
  keepRowsOfDraft(context, ref, queuedDocument(fields, sent, entries), left)
  forgetIfGone(context, ref)
  events.changed(ref)
  if (!sameRef(ref, entry.ref)) events.changed(entry.ref)
  return { ref }
}

/** The document's own columns change with every write; they are nobody's edit. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', '_status'])

/** What the server stored differently of what was sent; an answer speaks of its own locale and of what is shared. */
function adjustmentsIn(
  fields: Field[],
  sent: JsonObject,
  stored: JsonObject,
  locale: string | null,
): ServerAdjusted[] {
  return adjustmentsBetween(fields, sent, stored).filter(
    (item) => (item.locale === null || item.locale === locale) && !OWN_COLUMNS.has(item.path),
  )
}

function revisionAfter(
  entry: OutboxEntry,
  before: StoredDocument,
  data: JsonObject | null,
): Pick<StoredDocument, 'updatedAt' | 'status' | 'hasPublished' | 'isNew' | 'isGone'> {
  const reported = data?.['_status']
  const status = reported === 'draft' || reported === 'published' ? reported : before.status
  const updatedAt = data?.['updatedAt']
  return {
    updatedAt: typeof updatedAt === 'string' ? updatedAt : before.updatedAt,
    status,
    hasPublished: entry.mode === 'unpublish' ? false : isPublished(before, status),
    isNew: false,
    isGone: false,
  }
}

/** A draft over a published version leaves that one published. */
function isPublished(before: StoredDocument, status: StoredDocument['status']): boolean | null {
  return status === 'published' || before.status === 'published' ? true : before.hasPublished
}
