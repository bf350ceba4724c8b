import { isUnderWay } from '../../../shared/sync/entry.ts'
import { makeRef, refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Change } from '../../../shared/document/change.ts'
import { queuedDocument } from '../../../shared/document/effective.ts'
import { getValue } from '../../../shared/document/path.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { Move, MoveSide } from '../../../shared/sync/move.ts'
import { keyBetween } from '../../../shared/sync/order-key.ts'
import { putBase } from './bases.ts'
import { discard } from './discard.ts'
import { forgetIfGone, requireDocument } from '../tables/documents.ts'
import { resolveRef } from '../tables/ids.ts'
import { readListRow } from '../lists/list-rows.ts'
import { deleteEntry, insertEntry, readEntries, readEntry } from '../tables/outbox-rows.ts'
import { recordSent } from '../tables/sent-entries.ts'
import { one } from '../tables/sql.ts'
import type { SettleResult, StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

/** See StoreApi.moveDocument. */
export function moveDocument(
  context: StoreContext,
  { ref: asked, move }: Parameters<StoreApi['moveDocument']>[0],
): ReturnType<StoreApi['moveDocument']> {
  const { db, events, site, newId, now } = context
  const ref = resolveRef(db, asked)
  const { data, isNew, isGone } = requireDocument(db, ref)
  const queued = readEntries(db, ref)
  if (isNew || isGone || queued.some(({ mode }) => mode === 'delete')) return { key: null }
  // Where it was to go before is not where it is to go now. It leaves behind those that were moved since.
  for (const entry of queued) if (isOvertaken(context, entry, move)) discard(context, entry.key)
  const fields = site.fields(ref)
  const from = getValue(fields, queuedDocument(fields, data, readEntries(db, ref)), move.field, null)
  const keyOn = (side: MoveSide): string | null => {
    const neighbour = move.near.find((beside) => beside.side === side)
    return neighbour === undefined ? null : keyOf(context, ref.slug, neighbour.id, move.field)
  }
  const named = { lower: keyOn('greater'), upper: keyOn('less') }
  // Beside the first row of a page, what is before it is on another one.
  const lower = named.lower ?? (named.upper && nextKey(context, ref, move.field, { below: named.upper }))
  const upper = named.upper ?? (named.lower && nextKey(context, ref, move.field, { above: named.lower }))
  // Where neither has a key, there is no place to show it in before the server has given them all one.
  const shown: Change[] =
    lower === null && upper === null
      ? []
      : [{ kind: 'set', locale: null, path: move.field, from, to: keyBetween(lower, upper) }]
  const key = newId()
  const time = now()
  insertEntry(db, {
    key,
    seq: 0,
    ref,
    create: false,
    mode: 'move',
    locale: null,
    changes: shown,
    state: 'waiting',
    problem: null,
    attempts: 0,
    createdAt: time,
    updatedAt: time,
    group: null,
    waitsFor: [],
    move,
  })
  events.changed(ref)
  events.outbox()
  return { key }
}

/** A move in the same order that has not left. */
function isOvertaken({ prepared }: StoreContext, entry: OutboxEntry, { field }: Move): boolean {
  return entry.move?.field === field && !isUnderWay(entry) && !prepared.has(entry.key)
}

/** By what a document is sorted here now: its own move included. */
function keyOf({ db }: StoreContext, slug: string, id: string, field: string): string | null {
  const moved = readEntries(db, makeRef('collection', slug, id)).findLast(
    (entry) => entry.move?.field === field,
  )
  const shown = moved?.changes.find((change) => change.kind === 'set' && change.path === field)
  const key = shown?.kind === 'set' ? shown.to : readListRow(db, slug, id)?.data[field]
  return typeof key === 'string' ? key : null
}

/**
 * The key next to another one, of all that are known here in an order, moved ones where they are shown. Of a join also
 * those in lists of other documents: what is next to it among all has none of its own list in between.
 */
function nextKey(
  { db }: StoreContext,
  ref: DocRef,
  field: string,
  to: { below: string } | { above: string },
): string | null {
  const [slug, id] = [ref.slug, refId(ref)]
  const keys = `SELECT data ->> ? AS key FROM list_rows WHERE slug = ? AND id <> ?
    UNION ALL
    SELECT c.value ->> '$.to' FROM outbox o, json_each(o.changes) c
    WHERE o.mode = 'move' AND o.kind = 'collection' AND o.slug = ? AND o.id <> ? AND c.value ->> '$.path' = ?`
  const sql =
    'below' in to
      ? `SELECT max(key) AS key FROM (${keys}) WHERE key < ?`
      : `SELECT min(key) AS key FROM (${keys}) WHERE key > ?`
  const limit = 'below' in to ? to.below : to.above
  return one<{ key: string | null }>(db, sql, `$."${field}"`, slug, id, slug, id, field, limit)?.key ?? null
}

/** See StoreApi.settleMoved. */
export function settleMoved(
  context: StoreContext,
  { sent, found }: Parameters<StoreApi['settleMoved']>[0],
): SettleResult {
  const { db, events } = context
  const ref = resolveRef(db, sent.ref)
  const isDiscarded = readEntry(db, sent.key) === null
  deleteEntry(db, sent.key)
  context.prepared.delete(sent.key)
  recordSent(context, ref, sent, { cells: [] })
  if (found !== null) putBase(context, found)
  forgetIfGone(context, ref)
  events.changed(ref)
  events.outbox()
  return { state: isDiscarded ? 'discarded' : 'settled', ref, problem: null }
}
