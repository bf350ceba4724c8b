import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refId, refKey, sameRef } from '../../shared/cms/doc-ref.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { adjustmentsBetween, withAdjustments, withoutWritten } from '../../shared/document/server-adjusted.ts'
import type { ServerAdjusted } from '../../shared/document/server-adjusted.ts'
import type { JsonObject } from '../../shared/json.ts'
import { hasLocaleStatus } from '../../shared/cms/locale-status.ts'
import { isPerLocale, overallStatus } from '../../shared/document/locale-status.ts'
import {
  isSameWrite,
  publishes,
  unpublishes,
  type OutboxEntry,
  type Problem,
  isUnderWay,
} from '../../shared/sync/entry.ts'
import { assignId, type KnownDocument } from './assign-id.ts'
import { refreshListRow } from './list-rows.ts'
import { OWN_COLUMNS } from './compare-answer.ts'
import { forgetOvertaken, replaceDifferences } from './differences.ts'
import type { StoredDocument } from './documents.ts'
import { forgetIfGone, noteWrite, readDocument, writeDocument } from './documents.ts'
import { judgeAnswer, type JudgedAnswer } from './judge-answer.ts'
import { addToFirstPages } from './list-pages.ts'
import { deleteEntry, readEntry, updateEntry } from './outbox-rows.ts'
import { problemOf } from '../../shared/sync/problems.ts'
import { isReplaced } from './gone.ts'
import { keepApart, parkUnfit } from './keep-apart.ts'
import { queueDrafts } from './drafts.ts'
import { putOnBase } from './put-on-base.ts'
import { requireEntry } from './sending.ts'
import { recordSent } from './sent-entries.ts'
import { settleDeletion } from './settle-deletion.ts'
import { settleDiscarded } from './settle-discarded.ts'
import type { SentAnswer, SettleResult, StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'

/** See StoreApi.settleSent. Throws `no-entry`. */
export function settleSent(
  context: StoreContext,
  { key, answer, words, sent, unlessLeftOut = false }: Parameters<StoreApi['settleSent']>[0],
): SettleResult {
  const { db, events } = context
  if (sent !== undefined && readEntry(db, key) === null) return settleDiscarded(context, sent, answer, words)
  const stored = requireEntry(context, key)
  const entry = sent === undefined ? stored : { ...sent, ref: stored.ref }
  const said = words === undefined ? {} : { words }
  const document = readDocument(db, entry.ref)
  const isWrite = document !== null && entry.mode !== 'delete' && !isReplaced(db, entry.ref)
  const judged = isWrite ? judgeAnswer(context, entry, document, answer) : null
  if (unlessLeftOut && judged?.leavesOut) return { state: 'left-out', ref: entry.ref, problem: null }
  events.outbox()
  if (isSameWrite(stored, entry)) deleteEntry(db, key)
  else if (document !== null && judged !== null) keepOver(context, stored, entry, document)
  context.prepared.delete(key)
  if (!document) return settled(entry.ref)
  if (judged === null) {
    // With a deletion, or a write that reached the document that the id belonged to before, nothing of it is left here.
    if (entry.mode === 'delete' && !isReplaced(db, entry.ref)) settleDeletion(context, entry.ref)
    recordSent(context, entry.ref, entry, { cells: [], ...said })
    forgetIfGone(context, entry.ref)
    events.changed(entry.ref)
    return settled(entry.ref)
  }
  const arrived = entry.create && document.isNew ? arrive(context, document, answer) : { ref: entry.ref }
  const problem = settleWrite(context, entry, document, arrived, { answer, judged })
  recordSent(context, arrived.ref, entry, { cells: judged.comparison.cells, ...said })
  return settled(arrived.ref, problem)
}

/** An entry that became another write after it was sent: what it wants besides is still to be sent. */
function keepOver(
  { db, site }: StoreContext,
  stored: OutboxEntry,
  sent: OutboxEntry,
  { data }: StoredDocument,
): void {
  const fields = site.fields(stored.ref)
  const left = applyChanges(fields, data, sent.changes)
  const wanted = applyChanges(fields, data, stored.changes)
  updateEntry(db, {
    ...stored,
    create: false,
    changes: changesBetween(fields, left, wanted),
    state: isUnderWay(stored) ? 'waiting' : stored.state,
  })
}

function settled(ref: DocRef, problem: Problem | null = null): SettleResult {
  return { state: 'settled', ref, problem }
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

function settleWrite(
  context: StoreContext,
  entry: OutboxEntry,
  before: StoredDocument,
  { ref, known = null }: Arrived,
  { answer, judged }: { answer: SentAnswer; judged: JudgedAnswer },
): Problem | null {
  const { db, site, events, now } = context
  const fields = site.fields(ref)
  const { sent, data, locale, comparison } = judged
  const written: StoredDocument = {
    ...before,
    ref,
    data,
    ...revisionAfter(entry, before, answer.data),
    ...localesAfter(context, entry, before, data),
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
  context.learnt.add(refKey(ref))
  refreshListRow(db, base)

  parkUnfit(context, { ...written, data: sent })
  noteWrite(context, ref, { foreign, replaced: before.updatedAt })
  putOnBase(context, base, { foreign, before: sent })
  replaceDifferences(db, ref, entry.changes, {
    key: entry.key,
    savedAt: now(),
    differences: comparison.differences,
  })
  forgetOvertaken(context, base)
  const problem = keepVanished(context, base, entry, comparison.vanished)
  if (known) queueDrafts(context, ref, known.drafts)
  forgetIfGone(context, ref)
  events.changed(ref)
  if (!sameRef(ref, entry.ref)) events.changed(entry.ref)
  return problem
}

/**
 * What was sent for fields that the site no longer has stays an entry of its own, in front of all others: it waits for
 * a person, who may discard it, or for the fields to come back (SY13).
 */
function keepVanished(
  context: StoreContext,
  base: StoredDocument,
  entry: OutboxEntry,
  vanished: readonly Change[],
): Problem | null {
  if (vanished.length === 0) return null
  const problem = problemOf('field-gone', { fields: vanished.map(({ path }) => ({ path, message: '' })) })
  const changes = vanished.map((change) => fromNothing(change))
  keepApart(context, base, entry, [{ locale: entry.locale, changes, problem }])
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
    // The published document is answered; what is edited on is the server's draft of all locales beside it.
    status: entry.mode === 'publish-locale' && !entry.create ? 'draft' : status,
    hasPublished: entry.mode === 'unpublish' ? false : isPublished(before, status),
    isNew: false,
    isGone: false,
  }
}

/**
 * Where each locale has a status of its own, the answer tells that of its locale only; a write of all of them has left
 * the same in each.
 */
function localesAfter(
  { site }: StoreContext,
  { ref, mode, locale }: OutboxEntry,
  before: StoredDocument,
  data: JsonObject,
): Partial<Pick<StoredDocument, 'data' | 'status' | 'hasPublished' | 'publishedIn'>> {
  if (!hasLocaleStatus(site.entity(ref))) return {}
  const all = site.schema?.localization?.locales.map(({ code }) => code) ?? []
  const known = isPerLocale(data['_status']) ? data['_status'] : {}
  const isWhole = mode === 'publish' || mode === 'unpublish'
  const status = isWhole
    ? Object.fromEntries(all.map((code) => [code, mode === 'publish' ? 'published' : 'draft']))
    : known
  const was = before.publishedIn ?? null
  const publishedIn =
    mode === 'publish' ? all.toSorted() : mode === 'unpublish' ? [] : was && inAndOut(was, mode, locale)
  return {
    data: { ...data, _status: status },
    status: overallStatus(status),
    hasPublished: publishedIn === null ? null : publishedIn.length > 0,
    publishedIn,
  }
}

/** The published locales after a write of one. */
function inAndOut(was: readonly string[], mode: OutboxEntry['mode'], locale: string | null): string[] {
  if (locale === null || (!publishes(mode) && !unpublishes(mode))) return [...was]
  const others = was.filter((code) => code !== locale)
  return publishes(mode) ? [...others, locale].toSorted() : others
}

/** A draft over a published version leaves that one published. */
function isPublished(before: StoredDocument, status: StoredDocument['status']): boolean | null {
  return status === 'published' || before.status === 'published' ? true : before.hasPublished
}
