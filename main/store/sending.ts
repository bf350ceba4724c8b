import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isUnmeasured } from '../../shared/sync/ways-out.ts'
import { hasOwnEffect } from '../../shared/sync/entry.ts'
import type { OutboxEntry, Problem } from '../../shared/sync/entry.ts'
import { buildRequest } from '../../shared/sync/build-request.ts'
import { fileOfEntry } from '../../shared/sync/file-request.ts'
import { isAlreadyApplied } from '../../shared/sync/record/already-applied.ts'
import { forgetIfGone, readDocument, readFacts } from './documents.ts'
import { deleteEntry, isInTurn, readEntries, readEntry, readRequest, writeRequestOf } from './outbox-rows.ts'
import { comeBack, leave, loseAnswer, park } from '../../shared/sync/record/attempt.ts'
import { parkAsGone } from '../../shared/sync/record/gone.ts'
import { isReplaced } from './gone.ts'
import { changeQueue, changeRecord, recordSite } from './record.ts'
import { fitOf, hasOtherShape, keepUnfit } from './keep-apart.ts'
import { problemOf } from '../../shared/sync/problems.ts'
import { savedCells } from '../../shared/sync/record/arrived.ts'
import { recordSent } from './sent-entries.ts'
import { all } from './sql.ts'
import type { StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'
import { StoreError } from './store-error.ts'

/** See StoreApi.prepareSend. */
export function prepareSend(context: StoreContext, key: string): ReturnType<StoreApi['prepareSend']> {
  const { db, site } = context
  const head = readHead(context, key)
  const document = head && readDocument(db, head.ref)
  if (
    !head ||
    !document ||
    head.state === 'sending' ||
    head.state === 'parked' ||
    head.waitsFor.length > 0 ||
    !isInTurn(db, head)
  )
    return null

  const { updatedAt: baseUpdatedAt } = document
  const stored = head.state === 'unknown' ? readRequest(db, key) : null
  if (stored) {
    const fits = site.schema === null || fitOf(context, head, document.data).stays.length === 0
    return { entry: head, request: stored, baseUpdatedAt, needsFreshBase: !fits }
  }
  if (!site.schema) return null
  const entity = site.entity(head.ref)
  if (!entity) {
    // The site no longer has the collection, or no longer shows it (SY13).
    parkEntry(context, head.ref, key, problemOf('schema-gone'))
    return null
  }
  // Before anything is compared: under a name that is gone, or in another cell, it might look as if it was done.
  const { entry, problem } = keepUnfit(context, head, document)
  if (problem !== null) {
    parkEntry(context, head.ref, key, problem)
    return null
  }
  if (entry !== head) notify(context, entry)
  const needsFreshBase = isUnmeasured(entry) || hasOtherShape(context, entry, document)
  // A file that has not left is not there yet, whatever the one that is there is called.
  const mayBeDone =
    entry.state === 'waiting' && !needsFreshBase && !hasOwnEffect(entry.mode) && fileOfEntry(entry) === null
  if (mayBeDone && isAlreadyApplied(entry, document, recordSite(context, entry.ref))) {
    deleteEntry(db, key)
    recordSent(context, entry.ref, entry, { cells: savedCells(entry) })
    forgetIfGone(context, entry.ref)
    notify(context, entry)
    return null
  }
  const { localization } = site.schema
  const idempotencyKey = context.newId()
  context.prepared.set(key, madeFrom(entry, baseUpdatedAt))
  const request = buildRequest({ entry, base: document, entity, localization, idempotencyKey })
  return { entry, request, baseUpdatedAt, needsFreshBase }
}

/** What a request is built from; another one must be built when it has changed. */
function madeFrom(entry: OutboxEntry, baseUpdatedAt: string | null): string {
  return JSON.stringify([entry.create, entry.mode, entry.changes, entry.move ?? null, baseUpdatedAt])
}

/**
 * Written before the request leaves (SY4). Throws `no-entry` where the entry is not the head of its queue, `busy` where
 * it is being sent or its base has moved since the request was built: that one must not leave.
 */
export function markSending(
  context: StoreContext,
  { key, request }: Parameters<StoreApi['markSending']>[0],
): void {
  const { db, prepared } = context
  const { ref } = requireEntry(context, key)
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
  const { ref } = requireEntry(context, input.key)
  context.prepared.delete(input.key)
  const tried = { ...input, isReplaced: isReplaced(context.db, ref) }
  changeQueue(context, ref, (queue, site) => comeBack(queue, tried, site))
}

/** See StoreApi.freeSending. */
export function freeSending(context: StoreContext, { underWay }: { underWay: string[] }): void {
  const keys = all<{ key: string }>(context.db, `SELECT key FROM outbox WHERE state = 'sending'`)
  for (const { key } of keys) {
    if (underWay.includes(key)) continue
    changeQueue(context, requireEntry(context, key).ref, (queue) => loseAnswer(queue, key))
  }
}

/** The entry waits for a person. Where the document is gone, everything behind it does too. */
export function settleParked(
  context: StoreContext,
  { key, problem }: Parameters<StoreApi['settleParked']>[0],
): void {
  const { ref } = requireEntry(context, key)
  const document = problem.code === 'gone' ? readDocument(context.db, ref) : null
  if (document === null || document.isNew) parkEntry(context, ref, key, problem)
  else changeRecord(context, document, (record) => parkAsGone(park(record, key, problem), problem))
}

function parkEntry(context: StoreContext, ref: DocRef, key: string, problem: Problem): void {
  changeQueue(context, ref, (queue) => park(queue, key, problem))
}

/** The entry where it is the first of its document's queue. */
function readHead({ db }: StoreContext, key: string): OutboxEntry | null {
  const entry = readEntry(db, key)
  return entry && readEntries(db, entry.ref)[0]?.key === key ? entry : null
}

export function requireEntry({ db }: StoreContext, key: string): OutboxEntry {
  const entry = readEntry(db, key)
  if (!entry) throw noEntry()
  return entry
}

function noEntry(): StoreError {
  return new StoreError('no-entry', 'The entry is no longer in the outbox, or not the first of its document')
}

function notify({ events }: StoreContext, entry: OutboxEntry): void {
  events.changed(entry.ref)
  events.outbox()
}
