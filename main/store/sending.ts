import { isUnmeasured } from '../../shared/sync/ways-out.ts'
import { hasOwnEffect, isUnderWay } from '../../shared/sync/entry.ts'
import type { OutboxEntry, Problem } from '../../shared/sync/entry.ts'
import { buildRequest } from '../../shared/sync/build-request.ts'
import { fileOfEntry } from '../../shared/sync/file-request.ts'
import { isAlreadyApplied } from '../../shared/sync/record/already-applied.ts'
import { forgetIfGone, readDocument, readFacts } from './documents.ts'
import {
  deleteEntry,
  isInTurn,
  readEntries,
  readEntry,
  readRequest,
  updateEntry,
  writeRequestOf,
} from './outbox-rows.ts'
import { parkAsGone } from '../../shared/sync/record/gone.ts'
import { isReplaced } from './gone.ts'
import { changeRecord, recordSite } from './record.ts'
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
    park(context, head, problemOf('schema-gone'))
    return null
  }
  // Before anything is compared: under a name that is gone, or in another cell, it might look as if it was done.
  const { entry, problem } = keepUnfit(context, head, document)
  if (problem !== null) {
    park(context, entry, problem)
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
  const entry = readHead(context, key)
  if (!entry || entry.state === 'parked') throw noEntry()
  if (entry.state === 'sending') throw new StoreError('busy', 'The entry is being sent')
  if (entry.state === 'waiting') {
    const base = readFacts(context.db, entry.ref)?.updatedAt ?? null
    if (context.prepared.get(key) !== madeFrom(entry, base)) {
      throw new StoreError('busy', 'The entry has changed since its request was built')
    }
  }
  updateEntry(context.db, {
    ...entry,
    state: 'sending',
    attempts: entry.attempts + 1,
    updatedAt: context.now(),
  })
  writeRequestOf(context.db, key, request)
  notify(context, entry)
}

/** See StoreApi.settleRetry. */
export function settleRetry(context: StoreContext, input: Parameters<StoreApi['settleRetry']>[0]): void {
  const entry = requireEntry(context, input.key)
  context.prepared.delete(input.key)
  if (entry.state === 'parked') return
  if (isReplaced(context.db, entry.ref)) {
    park(context, entry, problemOf('gone'))
    return
  }
  const state = input.outcomeUnknown && isUnderWay(entry) ? 'unknown' : 'waiting'
  const problem = isUnmeasured(entry) ? entry.problem : (input.problem ?? entry.problem)
  updateEntry(context.db, {
    ...entry,
    state,
    attempts: attemptsAfter(entry, input.refused === true),
    problem,
    updatedAt: context.now(),
  })
  notify(context, entry)
}

/**
 * Counted when it left; a try that the server did not answer says nothing of the entry. One that failed before it could
 * leave, as the storage did not take its file, counts, too.
 */
function attemptsAfter({ state, attempts }: OutboxEntry, refused: boolean): number {
  if (state === 'sending') return refused ? attempts : attempts - 1
  return refused ? attempts + 1 : attempts
}

/** See StoreApi.freeSending. */
export function freeSending(context: StoreContext, { underWay }: { underWay: string[] }): void {
  const keys = all<{ key: string }>(context.db, `SELECT key FROM outbox WHERE state = 'sending'`)
  for (const { key } of keys) {
    const entry = underWay.includes(key) ? null : readEntry(context.db, key)
    if (!entry) continue
    updateEntry(context.db, { ...entry, state: 'unknown', updatedAt: context.now() })
    notify(context, entry)
  }
}

/** The entry waits for a person. Where the document is gone, everything behind it does too. */
export function settleParked(
  context: StoreContext,
  { key, problem }: Parameters<StoreApi['settleParked']>[0],
): void {
  const entry = requireEntry(context, key)
  park(context, entry, problem)
  const document = readDocument(context.db, entry.ref)
  if (problem.code !== 'gone' || !document || document.isNew) return
  changeRecord(context, document, (record) => parkAsGone(record, problem))
}

function park(context: StoreContext, entry: OutboxEntry, problem: Problem): void {
  context.prepared.delete(entry.key)
  updateEntry(context.db, { ...entry, state: 'parked', problem, updatedAt: context.now() })
  notify(context, entry)
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
