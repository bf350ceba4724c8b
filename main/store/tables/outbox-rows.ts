import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { outboxEntry, writeMode } from '../../../shared/sync/entry.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'
import { writeRequest } from '../../../shared/sync/request.ts'
import { problemOf } from '../../../shared/sync/problems.ts'
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
  waits: string
  move: string | null
}

/** Columns of an entry; the table is called `o`. */
export const ENTRY_COLUMNS = `
  o.seq, o.key, o.kind, o.slug, o.id, o.is_create, o.mode, o.locale, o.changes, o.state, o.problem, o.problem_code,
  o.attempts, o.created_at, o.updated_at, o.group_id, o.move,
  (SELECT json_group_array(w.waits_for) FROM outbox_waits w WHERE w.seq = o.seq) AS waits`

/** The entry of a row; parked as `broken`, without changes, where the row cannot be read. */
export function toEntry(row: EntryRow): OutboxEntry {
  if (row.problem_code === 'broken') return brokenEntry(row)
  try {
    return parseEntry(row)
  } catch {
    return brokenEntry(row)
  }
}

/** Throws where the row is damaged. */
export function parseEntry(row: EntryRow): OutboxEntry {
  return v.parse(outboxEntry, {
    key: row.key,
    seq: row.seq,
    ref: makeRef(row.kind, row.slug, row.id),
    create: row.is_create === 1,
    mode: row.mode,
    locale: row.locale,
    changes: parseJson(row.changes),
    state: row.state,
    problem: row.problem === null ? null : parseJson(row.problem),
    attempts: row.attempts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    group: row.group_id,
    waitsFor: parseJson(row.waits),
    ...(row.move === null ? {} : { move: parseJson(row.move) }),
  })
}

/** What can be told of an entry that cannot be read. It is never written back: the row keeps what is in it. */
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

/** Whether one of several entries of a document is in trouble: only then their order may be another one. */
export function hasTroubleInQueue(db: Db, ref: DocRef): boolean {
  const sql = `SELECT 1 FROM outbox WHERE kind = ? AND slug = ? AND id = ?
    GROUP BY kind HAVING count(*) > 1 AND max(problem IS NOT NULL) = 1`
  return one(db, sql, ref.kind, ref.slug, refId(ref)) !== undefined
}

export function readEntry(db: Db, key: string): OutboxEntry | null {
  const row = one<EntryRow>(db, `SELECT ${ENTRY_COLUMNS} FROM outbox o WHERE o.key = ?`, key)
  return row ? toEntry(row) : null
}

/** The document of an entry; null where there is no such entry. */
export function refOfEntry(db: Db, key: string): DocRef | null {
  const sql = 'SELECT kind, slug, id FROM outbox WHERE key = ?'
  const row = one<Pick<EntryRow, 'kind' | 'slug' | 'id'>>(db, sql, key)
  return row ? makeRef(row.kind, row.slug, row.id) : null
}

/** Puts a new entry behind all others; its `seq` is given by the database. */
export function insertEntry(db: Db, entry: OutboxEntry): void {
  run(
    db,
    `INSERT INTO outbox (key, kind, slug, id, is_create, mode, locale, changes, state, problem, problem_code,
       attempts, created_at, updated_at, group_id, move)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    entry.move === undefined ? null : JSON.stringify(entry.move),
  )
  const row = one<{ seq: number }>(db, 'SELECT seq FROM outbox WHERE key = ?', entry.key)
  if (row) writeWaits(db, row.seq, entry.waitsFor)
}

/**
 * Stores what became of an entry. The stored request stays only with an entry that is sending or unknown: any other
 * is built anew, under a new idempotency key.
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
 * Puts entries behind all others, in this order. Their rows stay what they are: of one that cannot be read there is
 * nothing else.
 */
export function moveBehind(db: Db, keys: readonly string[]): void {
  for (const key of keys) {
    const row = one<{ seq: number }>(db, 'SELECT seq FROM outbox WHERE key = ?', key)
    if (!row) continue
    const waits = all<{ waits_for: string }>(db, 'SELECT waits_for FROM outbox_waits WHERE seq = ?', row.seq)
    // They refer to the row by its place.
    writeWaits(db, row.seq, [])
    const last =
      one<{ seq: number }>(db, `SELECT seq FROM sqlite_sequence WHERE name = 'outbox'`)?.seq ?? row.seq
    run(db, 'UPDATE outbox SET seq = ? WHERE key = ?', last + 1, key)
    run(db, `UPDATE sqlite_sequence SET seq = ? WHERE name = 'outbox'`, last + 1)
    writeWaits(
      db,
      last + 1,
      waits.map((wait) => wait.waits_for),
    )
  }
}

export function deleteEntry(db: Db, key: string): void {
  run(db, 'DELETE FROM outbox WHERE key = ?', key)
}

/** The request that may have left, of an entry that is sending or unknown. */
export function readRequest(db: Db, key: string): WriteRequest | null {
  const row = one<{ request: string | null }>(db, 'SELECT request FROM outbox WHERE key = ?', key)
  return row?.request ? v.parse(writeRequest, parseJson(row.request)) : null
}

export function writeRequestOf(db: Db, key: string, request: WriteRequest): void {
  run(db, 'UPDATE outbox SET request = ? WHERE key = ?', JSON.stringify(request), key)
}

/** Entries that wait for that new document to get its id. */
export function entriesWaitingFor(db: Db, id: string): OutboxEntry[] {
  const sql = `SELECT ${ENTRY_COLUMNS} FROM outbox o JOIN outbox_waits x ON x.seq = o.seq WHERE x.waits_for = ?`
  return all<EntryRow>(db, sql, id).map(toEntry)
}

/**
 * Whether it is a move's turn, of the entry `o`: moves of one collection leave one after another, in the order in which
 * they were made, as each is told by where others are (SY3). One that is parked or keeps failing, or is behind an entry of
 * its document that is, does, or waits for another document, holds up none: nobody knows for how long.
 */
export const IN_TURN = `(o.mode <> 'move' OR NOT EXISTS (
  SELECT 1 FROM outbox m
  WHERE m.mode = 'move' AND m.slug = o.slug AND m.seq < o.seq AND m.state <> 'parked' AND m.problem_code IS NULL
    AND NOT EXISTS (
      SELECT 1 FROM outbox p
      WHERE p.kind = m.kind AND p.slug = m.slug AND p.id = m.id AND p.seq < m.seq
        AND (p.state = 'parked' OR p.problem_code IS NOT NULL
          OR EXISTS (SELECT 1 FROM outbox_waits x WHERE x.seq = p.seq)))))`

export function isInTurn(db: Db, { seq }: Pick<OutboxEntry, 'seq'>): boolean {
  return one(db, `SELECT 1 FROM outbox o WHERE o.seq = ? AND ${IN_TURN}`, seq) !== undefined
}
