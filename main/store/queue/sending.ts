import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { problemOf, type OutboxEntry } from '../../../shared/sync/entry.ts'
import { comeBack, leave, loseAnswer, park } from '../../../shared/sync/record/attempt.ts'
import { parkAsGone } from '../../../shared/sync/record/gone.ts'
import { fitOf } from '../../../shared/sync/record/keep-unfit.ts'
import { prepare } from '../../../shared/sync/record/prepare.ts'
import { readDocument, readFacts } from '../tables/documents.ts'
import { readDraft } from '../tables/draft-rows.ts'
import { isReplaced } from './gone.ts'
import {
  keysSending,
  readEntries,
  readEntry,
  readRequest,
  refOfEntry,
  writeRequestOf,
} from '../tables/outbox-rows.ts'
import { changeQueue, changeRecord, recordSite, saveRecord } from '../record.ts'
import type { StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { StoreError } from '../store-error.ts'

/** See StoreApi.prepareSend. */
export function prepareSend(context: StoreContext, key: string): ReturnType<StoreApi['prepareSend']> {
  const { db, site } = context
  const ref = refOfEntry(db, key)
  const entries = ref === null ? [] : readEntries(db, ref)
  const [entry] = entries
  if (ref === null || entry?.key !== key || !mayLeave(entry)) return null
  const base = readDocument(db, ref)
  if (base === null) return null
  const { updatedAt: baseUpdatedAt } = base
  const here = recordSite(context, ref)
  const stored = entry.state === 'unknown' ? readRequest(db, key) : null
  if (stored === 'unreadable') {
    // Another request would have another idempotency key, so the server could do the write twice.
    changeQueue(context, ref, (queue) => park(queue, key, problemOf('outcome-unknown')))
    return null
  }
  if (stored) {
    const fits = site.schema === null || fitOf(entry, base.data, here).stays.length === 0
    return { entry, request: stored, baseUpdatedAt, needsFreshBase: !fits }
  }
  if (!site.schema) return null
  const before = { base, entries, draft: readDraft(db, ref) }
  const done = prepare(before, entry, here)
  saveRecord(context, before, done.record, done)
  if (done.result === null) return null
  context.prepared.set(key, madeFrom(done.result.entry, baseUpdatedAt))
  return { ...done.result, baseUpdatedAt }
}

function mayLeave(entry: OutboxEntry): boolean {
  const isWaiting = entry.state === 'waiting' || entry.state === 'unknown'
  return isWaiting && entry.waitsFor.length === 0
}

/** The parts that a request is built from; if they change, it has to be built again. */
function madeFrom(entry: OutboxEntry, baseUpdatedAt: string | null): string {
  return JSON.stringify([entry.create, entry.mode, entry.changes, baseUpdatedAt])
}

/**
 * Stores an entry's request before it is sent (SY4). Throws `no-entry` if it is gone, parked or not the head
 * of its queue, `busy` if it is being sent, or it or its base has changed since the request was built.
 */
export function markSending(
  context: StoreContext,
  { key, request }: Parameters<StoreApi['markSending']>[0],
): void {
  const { db, prepared } = context
  const ref = requireRef(context, key)
  changeQueue(context, ref, (queue) => {
    const [head] = queue.entries
    if (head?.key !== key || head.state === 'parked') throw noEntry()
    if (head.state === 'sending') throw new StoreError('busy', 'The entry is being sent')
    const base = readFacts(db, ref)?.updatedAt ?? null
    if (head.state === 'waiting' && prepared.get(key) !== madeFrom(head, base))
      throw new StoreError('busy', 'The entry has changed since its request was built')
    return leave(queue, key)
  })
  writeRequestOf(db, key, request)
}

/** See StoreApi.settleRetry. */
export function settleRetry(context: StoreContext, input: Parameters<StoreApi['settleRetry']>[0]): void {
  const ref = requireRef(context, input.key)
  context.prepared.delete(input.key)
  const tried = { ...input, isReplaced: isReplaced(context.db, ref) }
  changeQueue(context, ref, (queue, site) => comeBack(queue, tried, site))
}

/** See StoreApi.freeSending. */
export function freeSending(context: StoreContext, { underWay }: { underWay: string[] }): void {
  for (const key of keysSending(context.db)) {
    if (underWay.includes(key)) continue
    changeQueue(context, requireRef(context, key), (queue) => loseAnswer(queue, key))
  }
}

/** Parks the entry. If the document is gone, all entries behind it are parked, too. */
export function settleParked(
  context: StoreContext,
  { key, problem }: Parameters<StoreApi['settleParked']>[0],
): void {
  const ref = requireRef(context, key)
  const document = problem.code === 'gone' ? readDocument(context.db, ref) : null
  if (document === null || document.isNew) changeQueue(context, ref, (queue) => park(queue, key, problem))
  else changeRecord(context, document, (record) => parkAsGone(park(record, key, problem), problem))
}

function requireRef({ db }: StoreContext, key: string): DocRef {
  const ref = refOfEntry(db, key)
  if (ref === null) throw noEntry()
  return ref
}

export function requireEntry({ db }: StoreContext, key: string): OutboxEntry {
  const entry = readEntry(db, key)
  if (!entry) throw noEntry()
  return entry
}

function noEntry(): StoreError {
  return new StoreError('no-entry', 'The entry is no longer in the outbox, or not the first of its document')
}
