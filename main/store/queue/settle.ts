import { refId, sameRef } from '../../../shared/cms/doc-ref.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { isSameWrite } from '../../../shared/sync/entry.ts'
import type { Problem } from '../../../shared/sync/entry.ts'
import type { RecordBase } from '../../../shared/sync/record/document-record.ts'
import { judgeAnswer } from '../../../shared/sync/record/judge-answer.ts'
import type { SentAnswer } from '../../../shared/sync/record/judge-answer.ts'
import { settleWrite, withoutSent } from '../../../shared/sync/record/settle-write.ts'
import type { KnownDocument } from '../../../shared/sync/record/settle-write.ts'
import { assignId } from './assign-id.ts'
import { isReplaced } from './gone.ts'
import { addToFirstPages } from '../lists/list-pages.ts'
import { deleteEntry, readEntry } from '../tables/outbox-rows.ts'
import { readRecord, recordSite, requireRecord, saveRecord } from '../record.ts'
import { requireEntry } from './sending.ts'
import { settleDeletion } from './settle-deletion.ts'
import { settleDiscarded } from './settle-discarded.ts'
import type { SettleResult, StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { replaceEntry } from '../../../shared/sync/record/document-record.ts'
import { takeBase } from '../../../shared/sync/record/take-base.ts'
import { putBase } from './bases.ts'
import { tellMoved } from './moves.ts'
import { resolveRef } from '../tables/ids.ts'
import { deleteMove, readMove } from '../tables/moves.ts'
import { recordSent } from '../tables/sent-entries.ts'

/** See StoreApi.settleSent. Throws `no-entry`. */
export function settleSent(
  context: StoreContext,
  { key, answer, words, sent, unlessLeftOut = false }: Parameters<StoreApi['settleSent']>[0],
): SettleResult {
  const { db, events } = context
  if (sent !== undefined && readEntry(db, key) === null) return settleDiscarded(context, sent, answer, words)
  const stored = requireEntry(context, key)
  const { ref } = stored
  const entry = sent === undefined ? stored : { ...sent, ref }
  const { base, ...rest } = readRecord(context, ref)
  const site = recordSite(context, ref)
  const isWrite = base !== null && entry.mode !== 'delete' && !isReplaced(db, ref)
  const judged = isWrite ? judgeAnswer(entry, base, answer, site) : null
  if (unlessLeftOut && judged?.leavesOut) return { state: 'left-out', ref, problem: null }
  context.prepared.delete(key)
  events.outbox()
  if (base === null) {
    if (isSameWrite(stored, entry)) deleteEntry(db, key)
    return settled(ref)
  }
  const before = { ...rest, base }
  if (judged === null) {
    // A deletion, or a write to a document whose id belongs to another one now, brings no base: the entry
    // only ends.
    const left = isSameWrite(stored, entry) ? withoutSent(before, entry, site) : before
    saveRecord(context, before, left, { arrived: [{ entry, cells: [], words }] })
    if (entry.mode === 'delete' && !isReplaced(db, ref)) settleDeletion(context, ref)
    events.changed(ref)
    return settled(ref)
  }
  const left = withoutSent(before, entry, site)
  if (!entry.create || !base.isNew) {
    const done = settleWrite(left, { entry, answer, judged, known: null, words }, site)
    saveRecord(context, before, done.record, done)
    return settled(ref, done.result)
  }
  saveRecord(context, before, left)
  const arrived = arrive(context, base, answer)
  const named = requireRecord(context, arrived.ref)
  const write = { entry, answer, judged, known: arrived.known, words }
  const done = settleWrite(named, write, recordSite(context, arrived.ref))
  saveRecord(context, named, done.record, done)
  if (!sameRef(arrived.ref, ref)) events.changed(ref)
  return settled(arrived.ref, done.result)
}

function settled(ref: DocRef, problem: Problem | null = null): SettleResult {
  return { state: 'settled', ref, problem }
}

/** Gives a created document the id that the server gave it (SY8), and adds it to the first pages of lists. */
function arrive(
  context: StoreContext,
  { ref }: RecordBase,
  { data }: SentAnswer,
): { ref: DocRef; known: KnownDocument | null } {
  if (ref.kind === 'global') return { ref, known: null }
  const id = data?.['id']
  const isOther = (typeof id === 'string' || typeof id === 'number') && String(id) !== refId(ref)
  const arrived: DocRef = isOther ? { ...ref, id: String(id) } : ref
  const createdAt = data?.['createdAt']
  const known = assignId(
    context,
    ref,
    isOther ? id : ref.id,
    typeof createdAt === 'string' ? createdAt : null,
  )
  addToFirstPages(context.db, ref.slug, arrived.id)
  return { ref: arrived, known }
}

/** See StoreApi.settleRestored. */
export function settleRestored(
  context: StoreContext,
  { key, sent, found, left }: Parameters<StoreApi['settleRestored']>[0],
): SettleResult {
  const { db, events, prepared } = context
  const stored = readEntry(db, key)
  if (stored === null) return settleDiscarded(context, sent, { data: null, locale: null })
  const { ref } = stored
  prepared.delete(key)
  events.outbox()
  const before = readRecord(context, ref)
  // Adjustments of earlier own values no longer hold after a restore.
  const base = before.base && { ...before.base, adjusted: [] }
  const rest = { ...replaceEntry(before, key, []), base }
  const isOwn = left !== null && found.updatedAt === left
  const { record, arrived, why } = takeBase(rest, { ...found, ref, isOwn }, recordSite(context, ref))
  if (record === null) throw new Error('another request of the document is under way')
  const entry = { ...sent, ref }
  saveRecord(context, before, record, { why, arrived: [{ entry, cells: [] }, ...arrived] })
  return { state: 'settled', ref, problem: null }
}

/** See StoreApi.settleMoved. */
export function settleMoved(
  context: StoreContext,
  { sent, found }: Parameters<StoreApi['settleMoved']>[0],
): SettleResult {
  const { db } = context
  const ref = resolveRef(db, sent.ref)
  const isDiscarded = readMove(db, sent.key) === null
  deleteMove(db, sent.key)
  const what = {
    key: sent.key,
    create: false,
    mode: 'move',
    locale: null,
    createdAt: sent.createdAt,
  } as const
  recordSent(context, ref, what, { cells: [] })
  if (found !== null) putBase(context, found)
  tellMoved(context, ref)
  return { state: isDiscarded ? 'discarded' : 'settled', ref, problem: null }
}
