import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refId, sameRef } from '../../shared/cms/doc-ref.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import { absorbAnswer } from '../../shared/document/project.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { assignId } from './assign-id.ts'
import { rebaseOver, refreshListRow, removeBase } from './bases.ts'
import { carryOver } from './carry-over.ts'
import type { StoredDocument } from './documents.ts'
import { forgetIfGone, readDocument, writeDocument } from './documents.ts'
import { readDrafts, writeDraft } from './draft-rows.ts'
import { addToFirstPages } from './list-pages.ts'
import { deleteListRow } from './list-rows.ts'
import { serverAdjustedValues } from './server-adjusted.ts'
import { deleteEntry, readEntries } from './outbox-rows.ts'
import { requireEntry } from './sending.ts'
import type { SentAnswer, SettleResult, StoreApi } from './store-api.ts'
import type { ServerAdjustedValue, StoreContext } from './store-context.ts'

export type Settled = SettleResult & { serverAdjusted: ServerAdjustedValue[] }

/** See StoreApi.settleSent. Throws `no-entry`. */
export function settleSent(
  context: StoreContext,
  { key, answer }: Parameters<StoreApi['settleSent']>[0],
): Settled {
  const { db, events } = context
  const entry = requireEntry(context, key)
  events.outbox()
  deleteEntry(db, key)
  context.prepared.delete(key)
  const document = readDocument(db, entry.ref)
  if (!document) return { ref: entry.ref, serverAdjusted: [] }
  if (entry.mode === 'delete') {
    settleDeletion(context, entry.ref)
    return { ref: entry.ref, serverAdjusted: [] }
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
): Settled {
  const { db, site, events, now } = context
  const fields = site.fields(ref)
  // Where nobody names a locale, a site with several answers in its default one.
  const locale = answer.locale ?? entry.locale ?? site.schema?.localization?.defaultLocale ?? null
  const sent = applyChanges(fields, before.data, entry.changes, entry.locale)
  // Of a creation nothing was there before: what it began with is on the server only as far as the answer says.
  const under = before.isNew ? {} : before.data
  const data = answer.data ? absorbAnswer(fields, under, answer.data, locale) : sent
  const base: StoredDocument = {
    ...before,
    ref,
    data,
    ...revisionAfter(entry, before, answer.data),
    fetchedAt: now(),
  }
  writeDocument(db, base)
  refreshListRow(db, base)

  const entries = readEntries(db, ref)
  const drafts = readDrafts(db, ref)
  const moved = carryOver(fields, sent, data, [...entries, ...drafts])
  for (const layer of moved) if ('savedAt' in layer) writeDraft(db, ref, layer)
  rebaseOver(
    context,
    base,
    entries,
    moved.filter((layer) => 'key' in layer),
    { foreign: false },
  )
  forgetIfGone(context, ref)
  const serverAdjusted = answer.data ? serverAdjustedValues(fields, ref, locale, sent, data) : []
  events.serverAdjusted(serverAdjusted)
  events.changed(ref)
  if (!sameRef(ref, entry.ref)) events.changed(entry.ref)
  return { ref, serverAdjusted }
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
