import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refId, sameRef } from '../../shared/cms/doc-ref.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import type { Comparison } from '../../shared/document/compare-saved.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { absorbAnswer } from '../../shared/document/project.ts'
import { adjustmentsBetween, withAdjustments, withoutWritten } from '../../shared/document/server-adjusted.ts'
import type { ServerAdjusted } from '../../shared/document/server-adjusted.ts'
import { FILE_FIELD, haveFile } from '../../shared/fields/file/pending-file.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry, Problem } from '../../shared/sync/entry.ts'
import { storable } from './credentials.ts'
import { assignId, type KnownDocument } from './assign-id.ts'
import { keepRowsOfDraft, rebaseOver, refreshListRow, removeBase } from './bases.ts'
import { OWN_COLUMNS, compareAnswer, notCompared } from './compare-answer.ts'
import { forgetDifferences, forgetOvertaken, replaceDifferences } from './differences.ts'
import type { StoredDocument } from './documents.ts'
import { forgetIfGone, readDocument, writeDocument } from './documents.ts'
import { addToFirstPages } from './list-pages.ts'
import { deleteListRow } from './list-rows.ts'
import { deleteEntry, insertEntry, moveBehind, readEntries } from './outbox-rows.ts'
import { measureOver } from './mend.ts'
import { problemOf } from './problems.ts'
import { isReplaced } from './gone.ts'
import { queueDrafts } from './drafts.ts'
import { isSameWrite, requireEntry } from './sending.ts'
import { recordSent } from './sent-entries.ts'
import type { SentAnswer, SettleResult, StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'

/** See StoreApi.settleSent. Throws `no-entry`. */
export function settleSent(
  context: StoreContext,
  { key, answer, words, sent }: Parameters<StoreApi['settleSent']>[0],
): SettleResult {
  const { db, events } = context
  const stored = requireEntry(context, key)
  const entry = sent === undefined ? stored : { ...sent, ref: stored.ref }
  const said = words === undefined ? {} : { words }
  events.outbox()
  const isMended = !isSameWrite(entry, stored)
  if (!isMended) deleteEntry(db, key)
  context.prepared.delete(key)
  const document = readDocument(db, entry.ref)
  if (!document) return { ref: entry.ref, problem: null }
  // It reached the document that the id belonged to before.
  if (isReplaced(db, entry.ref)) {
    recordSent(context, entry.ref, entry, { cells: [], ...said })
    forgetIfGone(context, entry.ref)
    events.changed(entry.ref)
    return { ref: entry.ref, problem: null }
  }
  if (entry.mode === 'delete') {
    settleDeletion(context, entry.ref)
    recordSent(context, entry.ref, entry, { cells: [], ...said })
    return { ref: entry.ref, problem: null }
  }
  if (isMended)
    measureOver(context, document, applyChanges(context.site.fields(entry.ref), document.data, entry.changes))
  const arrived = entry.create && document.isNew ? arrive(context, document, answer) : { ref: entry.ref }
  const { comparison, problem } = settleWrite(context, entry, document, arrived, answer)
  recordSent(context, arrived.ref, entry, { cells: comparison.cells, ...said })
  return { ref: arrived.ref, problem }
}

/**
 * Whether the answer has the old value, or none, for something that was sent. What is known of the schema and of what
 * the user may read may be old then: it is asked for anew before the answer is settled. Throws `no-entry`.
 */
export function leavesOut(
  context: StoreContext,
  { key, answer, sent }: Parameters<StoreApi['leavesOut']>[0],
): boolean {
  const stored = requireEntry(context, key)
  const entry = sent === undefined ? stored : { ...sent, ref: stored.ref }
  const document = readDocument(context.db, entry.ref)
  if (!document || entry.mode === 'delete') return false
  const { comparison } = compared(context, entry, document, answer)
  return comparison.cells.some(({ result }) => result === 'not-saved')
}

function settleDeletion(context: StoreContext, ref: DocRef): void {
  forgetDifferences(context.db, ref, null)
  removeBase(context, ref)
  if (ref.kind === 'collection') deleteListRow(context.db, ref.slug, ref.id)
  context.events.changed(ref)
}

/** What a document is called now, and what was here under that name already. */
type Arrived = { ref: DocRef; known?: KnownDocument | null }

/** The document is on the server now, and has the id that the server gave it (SY8). */
function arrive(context: StoreContext, document: StoredDocument, answer: SentAnswer): Arrived {
  const { ref } = document
  const id = answer.data?.['id']
  const isOther = (typeof id === 'string' || typeof id === 'number') && String(id) !== refId(ref)
  if (ref.kind === 'global') return { ref }
  const arrived: DocRef = isOther ? { ...ref, id: String(id) } : ref
  const createdAt = answer.data?.['createdAt']
  const known = assignId(
    context,
    ref,
    isOther ? id : ref.id,
    typeof createdAt === 'string' ? createdAt : null,
  )
  addToFirstPages(context.db, ref.slug, arrived.id)
  return { ref: arrived, known }
}

/** The document with the server's answer, and what of the entry is not in it as it was sent. */
function compared(
  context: StoreContext,
  entry: OutboxEntry,
  before: StoredDocument,
  answer: SentAnswer,
): { sent: JsonObject; data: JsonObject; locale: string | null; comparison: Comparison } {
  const { site } = context
  const fields = site.fields(entry.ref)
  // Where nobody names a locale, a site with several answers in its default one.
  const locale = answer.locale ?? entry.locale ?? site.schema?.localization?.defaultLocale ?? null
  const kept = (data: JsonObject): JsonObject =>
    entry.ref.kind === 'collection' ? storable(site, entry.ref.slug, data) : data
  const sent = kept(applyChanges(fields, before.data, entry.changes))
  // Of a creation nothing was there before: what it began with is on the server only as far as the answer says.
  const under = before.isNew ? {} : before.data
  const stored = kept(storedBy(answer, sent, (whole) => absorbAnswer(fields, under, whole, locale)))
  const data = haveFile(fields) ? withoutFile(stored) : stored
  const sides = { before: under, sent, saved: data }
  const isWhole = answer.data !== null && answer.partial !== true
  const comparison = isWhole ? compareAnswer(context, entry, sides, locale) : notCompared(entry)
  return { sent, data, locale, comparison }
}

/** The server has it by now. */
function withoutFile({ [FILE_FIELD]: _file, ...data }: JsonObject): JsonObject {
  return data
}

/** What a write left on the server, as far as its answer says; `sent`: what it was to leave. */
function storedBy(
  { data, partial }: SentAnswer,
  sent: JsonObject,
  absorb: (answer: JsonObject) => JsonObject,
): JsonObject {
  if (data === null) return sent
  return partial ? { ...sent, ...data } : absorb(data)
}

function settleWrite(
  context: StoreContext,
  entry: OutboxEntry,
  before: StoredDocument,
  { ref, known = null }: Arrived,
  answer: SentAnswer,
): { comparison: Comparison; problem: Problem | null } {
  const { db, site, events, now } = context
  const fields = site.fields(ref)
  const { sent, data, locale, comparison } = compared(context, entry, before, answer)
  const written: StoredDocument = {
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
  // What was read of a document after it was created is not older than the answer to its creation.
  const base = known ? withKnown(known.document, written) : written
  const foreign = base.updatedAt !== written.updatedAt
  writeDocument(db, base)
  refreshListRow(context, base)

  const entries = readEntries(db, ref)
  rebaseOver(context, base, entries, entries, { foreign, before: sent })
  const left = queuedDocument(fields, base.data, readEntries(db, ref))
  keepRowsOfDraft(context, ref, queuedDocument(fields, sent, entries), left)
  replaceDifferences(db, ref, entry.changes, {
    key: entry.key,
    savedAt: now(),
    differences: comparison.differences,
  })
  forgetOvertaken(context, base)
  const problem = keepVanished(context, ref, entry, comparison.vanished)
  if (known) queueDrafts(context, ref, known.drafts)
  forgetIfGone(context, ref)
  events.changed(ref)
  if (!sameRef(ref, entry.ref)) events.changed(entry.ref)
  return { comparison, problem }
}

/**
 * What was sent for fields that the site no longer has stays an entry of its own, in front of all others: it waits for
 * a person, who may discard it, or for the fields to come back (SY13).
 */
function keepVanished(
  { db, site, newId, now }: StoreContext,
  ref: DocRef,
  entry: OutboxEntry,
  vanished: readonly Change[],
): Problem | null {
  if (vanished.length === 0) return null
  const behind = readEntries(db, ref)
  const problem = problemOf('field-gone', { fields: vanished.map(({ path }) => ({ path, message: '' })) })
  const drafts = site.entity(ref)?.versions?.drafts === true
  const kept: OutboxEntry = {
    ...entry,
    // What was mended since has the key that it was sent under.
    key: behind.some(({ key }) => key === entry.key) ? newId() : entry.key,
    ref,
    create: false,
    mode: drafts ? 'draft' : 'save',
    changes: vanished.map((change) => fromNothing(change)),
    state: 'parked',
    problem,
    updatedAt: now(),
  }
  insertEntry(db, kept)
  moveBehind(
    db,
    behind.map(({ key }) => key),
  )
  return problem
}

/** The change measured against a server that has nothing there. */
function fromNothing(change: Change): Change {
  return change.kind === 'set' ? { ...change, from: null } : { ...change, from: [], removed: {} }
}

function withKnown(known: StoredDocument, written: StoredDocument): StoredDocument {
  return { ...known, adjusted: withAdjustments(known.adjusted, written.adjusted) }
}

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
