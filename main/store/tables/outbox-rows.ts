import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { outboxEntry, writeMode, problemOf } from '../../../shared/sync/entry.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'
import { writeRequest } from '../../../shared/sync/request.ts'
import { selectRefs } from './document-rows.ts'
import type { Db } from './sql.ts'
import { all, one, parseJson, run } from './sql.ts'

export type EntryRow = {
  seq: number
  key: string
  kind: 'collection' | 'global'
  slug: string
  id: string
  is_create: number
  mode: string
  locale: string | null
  changes: string
  state: string
  problem: string | null
  problem_code: string | null
  attempts: number
  created_at: string
  updated_at: string
  group_id: string | null
  restores: string | null
  waits: string
}

/** Columns of an entry; the table is named `o`. */
export const ENTRY_COLUMNS = `
  o.seq, o.key, o.kind, o.slug, o.id, o.is_create, o.mode, o.locale, o.changes, o.state, o.problem, o.problem_code,
  o.attempts, o.created_at, o.updated_at, o.group_id, o.restores,
  (SELECT json_group_array(w.waits_for) FROM outbox_waits w WHERE w.seq = o.seq) AS waits`

/** Converts a row to an entry; one that cannot be read becomes parked as `broken`, without changes. */
export function toEntry(row: EntryRow): OutboxEntry {
  if (row.problem_code === 'broken') return brokenEntry(row)
  try {
    return parseEntry(row)
  } catch {
    return brokenEntry(row)
  }
}

/** Parses a row. Throws if it is damaged. */
export function parseEntry(row: EntryRow): OutboxEntry {
  return v.parse(outboxEntry, {
    key: row.key,
    seq: row.seq,
    ref: makeRef(row.kind, row.slug, row.id),
    create: row.is_create === 1,
    mode: row.mode,
    locale: row.locale,
    changes: parseJson(row.changes),
    ...(row.restores !== null && { restores: parseJson(row.restores) }),
    state: row.state,
    problem: row.problem === null ? null : parseJson(row.problem),
    attempts: row.attempts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    group: row.group_id,
    waitsFor: parseJson(row.waits),
  })
}

/** The known parts of an entry that cannot be read. It is never written back: the row stays as it is. */
function brokenEntry(row: EntryRow): OutboxEntry {
  const mode = v.safeParse(writeMode, row.mode)
  return {
    key: row.key,
    seq: row.seq,
    ref: makeRef(row.kind, row.slug, row.id),
    create: row.is_create === 1,
    mode: mode.success ? mode.output : 'save',
    locale: row.locale,
    changes: [],
    state: 'parked',
    problem: problemOf('broken'),
    attempts: row.attempts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    group: row.group_id,
    waitsFor: [],
  }
}

/** The queue of one document, first in first out (SY3). */
export function readEntries(db: Db, ref: DocRef): OutboxEntry[] {
  const sql = `SELECT ${ENTRY_COLUMNS} FROM outbox o WHERE o.kind = ? AND o.slug = ? AND o.id = ? ORDER BY o.seq`
  return all<EntryRow>(db, sql, ref.kind, ref.slug, refId(ref)).map(toEntry)
}

/** True if a queue of several entries has one with a problem: only then its order may change. */
export function hasTroubleInQueue(db: Db, ref: DocRef): boolean {
  const sql = `SELECT 1 FROM outbox WHERE kind = ? AND slug = ? AND id = ?
    GROUP BY kind HAVING count(*) > 1 AND max(problem IS NOT NULL) = 1`
  return one(db, sql, ref.kind, ref.slug, refId(ref)) !== undefined
}

/** True if the server may have got the request of an entry of the document. */
export function hasUnderWay(db: Db, ref: DocRef): boolean {
  const sql = `SELECT 1 FROM outbox WHERE kind = ? AND slug = ? AND id = ? AND state IN ('sending', 'unknown')`
  return one(db, sql, ref.kind, ref.slug, refId(ref)) !== undefined
}

export function readEntry(db: Db, key: string): OutboxEntry | null {
  const row = one<EntryRow>(db, `SELECT ${ENTRY_COLUMNS} FROM outbox o WHERE o.key = ?`, key)
  return row ? toEntry(row) : null
}

/** The document of an entry; null if there is no such entry. */
export function refOfEntry(db: Db, key: string): DocRef | null {
  const sql = 'SELECT kind, slug, id FROM outbox WHERE key = ?'
  const row = one<Pick<EntryRow, 'kind' | 'slug' | 'id'>>(db, sql, key)
  return row ? makeRef(row.kind, row.slug, row.id) : null
}

/** Appends a new entry to the outbox; its `seq` is assigned here. */
export function insertEntry(db: Db, entry: OutboxEntry): void {
  const seq = nextSeq(db)
  run(
    db,
    `INSERT INTO outbox (seq, key, kind, slug, id, is_create, mode, locale, changes, state, problem, problem_code,
       attempts, created_at, updated_at, group_id, restores)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    seq,
    entry.key,
    entry.ref.kind,
    entry.ref.slug,
    refId(entry.ref),
    entry.create ? 1 : 0,
    entry.mode,
    entry.locale,
    JSON.stringify(entry.changes),
    entry.state,
    entry.problem === null ? null : JSON.stringify(entry.problem),
    entry.problem?.code ?? null,
    entry.attempts,
    entry.createdAt,
    entry.updatedAt,
    entry.group,
    entry.restores === undefined ? null : JSON.stringify(entry.restores),
  )
  writeWaits(db, seq, entry.waitsFor)
}

/**
 * Stores the new state of an entry, unless it is unreadable. Only a sending or unknown entry keeps its stored
 * request: any other gets a new one, under a new idempotency key.
 */
export function updateEntry(db: Db, entry: OutboxEntry): void {
  if (entry.problem?.code === 'broken') return
  run(
    db,
    `UPDATE outbox SET is_create = ?, mode = ?, changes = ?, state = ?, problem = ?, problem_code = ?, attempts = ?,
       updated_at = ?, group_id = ?, request = CASE WHEN ? IN ('sending', 'unknown') THEN request END
     WHERE key = ?`,
    entry.create ? 1 : 0,
    entry.mode,
    JSON.stringify(entry.changes),
    entry.state,
    entry.problem === null ? null : JSON.stringify(entry.problem),
    entry.problem?.code ?? null,
    entry.attempts,
    entry.updatedAt,
    entry.group,
    entry.state,
    entry.key,
  )
  writeWaits(db, entry.seq, entry.waitsFor)
}

function writeWaits(db: Db, seq: number, waitsFor: readonly string[]): void {
  run(db, 'DELETE FROM outbox_waits WHERE seq = ?', seq)
  for (const id of waitsFor)
    run(db, 'INSERT OR IGNORE INTO outbox_waits (waits_for, seq) VALUES (?, ?)', id, seq)
}

/**
 * Moves entries behind all others, in this order. Only `seq` changes, as an unreadable entry has nothing but
 * its row.
 */
export function moveBehind(db: Db, keys: readonly string[]): void {
  for (const key of keys) {
    const row = one<{ seq: number }>(db, 'SELECT seq FROM outbox WHERE key = ?', key)
    if (!row) continue
    const waits = all<{ waits_for: string }>(db, 'SELECT waits_for FROM outbox_waits WHERE seq = ?', row.seq)
    // The waits refer to the row by its position.
    writeWaits(db, row.seq, [])
    const last = nextSeq(db)
    run(db, 'UPDATE outbox SET seq = ? WHERE key = ?', last, key)
    writeWaits(
      db,
      last,
      waits.map((wait) => wait.waits_for),
    )
  }
}

/** Reserves the position after everything that is queued: entries and moves share one counter. */
export function nextSeq(db: Db): number {
  const sql = `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'outbox'), 0),
    coalesce((SELECT max(seq) FROM moves), 0)) + 1 AS seq`
  const seq = one<{ seq: number }>(db, sql)?.seq ?? 1
  if (run(db, `UPDATE sqlite_sequence SET seq = ? WHERE name = 'outbox'`, seq) === 0)
    run(db, `INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?)`, seq)
  return seq
}

export function deleteEntry(db: Db, key: string): void {
  run(db, 'DELETE FROM outbox WHERE key = ?', key)
}

/** The stored request of an entry that is sending or unknown; null: it has none. */
export function readRequest(db: Db, key: string): WriteRequest | 'unreadable' | null {
  const row = one<{ request: string | null }>(db, 'SELECT request FROM outbox WHERE key = ?', key)
  if (!row?.request) return null
  try {
    return v.parse(writeRequest, parseJson(row.request))
  } catch {
    return 'unreadable'
  }
}

export function writeRequestOf(db: Db, key: string, request: WriteRequest): void {
  run(db, 'UPDATE outbox SET request = ? WHERE key = ?', JSON.stringify(request), key)
}

/** Entries that wait for a new document to get its id. */
export function entriesWaitingFor(db: Db, id: string): OutboxEntry[] {
  const sql = `SELECT ${ENTRY_COLUMNS} FROM outbox o JOIN outbox_waits x ON x.seq = o.seq WHERE x.waits_for = ?`
  return all<EntryRow>(db, sql, id).map(toEntry)
}

/** Documents with an entry that is parked for one of these reasons. */
export function refsParkedFor(db: Db, codes: readonly string[]): DocRef[] {
  return selectRefs(db, `SELECT DISTINCT kind, slug, id FROM outbox WHERE ${parkedFor(codes)}`)
}

/** Keys of entries that are parked for one of these reasons. */
export function keysParkedFor(db: Db, codes: readonly string[]): string[] {
  return all<{ key: string }>(db, `SELECT key FROM outbox WHERE ${parkedFor(codes)}`).map(({ key }) => key)
}

/** True if an entry or a move is parked for one of these reasons. */
export function isAnyParkedFor(db: Db, codes: readonly string[]): boolean {
  const parked = parkedFor(codes)
  const sql = `SELECT 1 FROM outbox WHERE ${parked} UNION ALL SELECT 1 FROM moves WHERE ${parked} LIMIT 1`
  return one(db, sql) !== undefined
}

const parkedFor = (codes: readonly string[]): string =>
  `state = 'parked' AND problem_code IN (${codes.map((code) => `'${code}'`).join(', ')})`

/** Keys of entries in the state `sending`: their request may have left, and its outcome is not stored yet. */
export function keysSending(db: Db): string[] {
  return all<{ key: string }>(db, `SELECT key FROM outbox WHERE state = 'sending'`).map(({ key }) => key)
}

/** Marks running requests as unknown after a crash, as their answers are lost (SY4). */
export function loseAnswers(db: Db): void {
  run(db, `UPDATE outbox SET state = 'unknown' WHERE state = 'sending'`)
}

/** Creations that wait for other new documents, one row for each of these. */
export function waitingCreations(db: Db): { id: string; key: string; waitsFor: string }[] {
  const rows = all<{ id: string; key: string; waits_for: string }>(
    db,
    'SELECT o.id, o.key, x.waits_for FROM outbox o JOIN outbox_waits x ON x.seq = o.seq WHERE o.is_create = 1',
  )
  return rows.map(({ id, key, waits_for: waitsFor }) => ({ id, key, waitsFor }))
}

/** Documents with entries. */
export function refsQueued(db: Db): DocRef[] {
  return selectRefs(db, 'SELECT DISTINCT kind, slug, id FROM outbox')
}
