import * as v from 'valibot'
import { makeRef, refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Json } from '../../../shared/json.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import {
  moveRequest,
  type MoveRequest,
  queuedMove,
  type QueuedMove,
} from '../../../shared/sync/queued-move.ts'
import { nextSeq } from './outbox-rows.ts'
import { all, each, one, parseJson, run, type Db } from './sql.ts'

type MoveRow = {
  seq: number
  key: string
  kind: 'collection'
  slug: string
  id: string
  move: string
  shown: string | null
  state: string
  problem: string | null
  problem_code: string | null
  attempts: number
  created_at: string
  updated_at: string
}

const COLUMNS =
  'seq, key, kind, slug, id, move, shown, state, problem, problem_code, attempts, created_at, updated_at'

/** Converts a row to a move; parked as `broken` if it cannot be read. */
function toMove(row: MoveRow): QueuedMove {
  const plain = {
    key: row.key,
    seq: row.seq,
    ref: makeRef(row.kind, row.slug, row.id),
    shown: row.shown,
    attempts: row.attempts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
  const broken = {
    ...plain,
    move: null,
    shown: null,
    state: 'parked' as const,
    problem: problemOf('broken'),
  }
  if (row.problem_code === 'broken') return broken
  const parsed = v.safeParse(queuedMove, {
    ...plain,
    move: jsonOf(row.move),
    state: row.state,
    problem: row.problem === null ? null : jsonOf(row.problem),
  })
  return parsed.success && parsed.output.move !== null ? parsed.output : broken
}

/** Undefined: the text is no JSON. */
function jsonOf(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** All moves in the order in which they were made. */
export function readMoves(db: Db): QueuedMove[] {
  return all<MoveRow>(db, `SELECT ${COLUMNS} FROM moves ORDER BY seq`).map(toMove)
}

/** The moves of a collection that are not parked, in order; each is read on demand. */
export function* readMovesIn(db: Db, slug: string): Generator<QueuedMove> {
  const sql = `SELECT ${COLUMNS} FROM moves WHERE slug = ? AND state <> 'parked' ORDER BY seq`
  for (const row of each<MoveRow>(db, sql, slug)) yield toMove(row)
}

/** The collections with moves that are not parked, each found by a step from the one before. */
export function slugsOfMoves(db: Db): string[] {
  const sql = `WITH RECURSIVE slugs (slug) AS (
      SELECT min(slug) FROM moves WHERE state <> 'parked'
      UNION ALL
      SELECT (SELECT min(slug) FROM moves WHERE state <> 'parked' AND slug > slugs.slug) FROM slugs WHERE slug IS NOT NULL
    )
    SELECT slug FROM slugs WHERE slug IS NOT NULL`
  return all<{ slug: string }>(db, sql).map(({ slug }) => slug)
}

export function readMovesOf(db: Db, ref: DocRef): QueuedMove[] {
  const sql = `SELECT ${COLUMNS} FROM moves WHERE kind = ? AND slug = ? AND id = ? ORDER BY seq`
  return all<MoveRow>(db, sql, ref.kind, ref.slug, refId(ref)).map(toMove)
}

export function readMove(db: Db, key: string): QueuedMove | null {
  const row = one<MoveRow>(db, `SELECT ${COLUMNS} FROM moves WHERE key = ?`, key)
  return row ? toMove(row) : null
}

export function hasMove(db: Db, ref: DocRef): boolean {
  const sql = 'SELECT 1 FROM moves WHERE kind = ? AND slug = ? AND id = ?'
  return one(db, sql, ref.kind, ref.slug, refId(ref)) !== undefined
}

/** Puts a new move behind all others; its `seq` is given here. */
export function insertMove(db: Db, queued: Omit<QueuedMove, 'seq'>): void {
  run(
    db,
    `INSERT INTO moves (seq, key, kind, slug, id, field, move, shown, state, attempts, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    nextSeq(db),
    queued.key,
    queued.ref.kind,
    queued.ref.slug,
    refId(queued.ref),
    queued.move?.field ?? '',
    JSON.stringify(queued.move),
    queued.shown,
    queued.state,
    queued.attempts,
    queued.createdAt,
    queued.updatedAt,
  )
}

/**
 * Stores the state of a move; its target stays as queued. The request is kept only while the server may have
 * it.
 */
export function updateMove(db: Db, { key, state, problem, attempts, updatedAt }: QueuedMove): void {
  run(
    db,
    `UPDATE moves SET state = ?, problem = ?, problem_code = ?, attempts = ?, updated_at = ?,
       request = CASE WHEN ? IN ('sending', 'unknown') THEN request END
     WHERE key = ?`,
    state,
    problem === null ? null : JSON.stringify(problem),
    problem?.code ?? null,
    attempts,
    updatedAt,
    state,
    key,
  )
}

export function deleteMove(db: Db, key: string): void {
  run(db, 'DELETE FROM moves WHERE key = ?', key)
}

/** The request that may have left, of a move that is sending or unknown. */
export function readMoveRequest(db: Db, key: string): MoveRequest | null {
  const row = one<{ request: string | null }>(db, 'SELECT request FROM moves WHERE key = ?', key)
  if (!row?.request) return null
  try {
    return v.parse(moveRequest, parseJson(row.request))
  } catch {
    // The request is damaged: the move gets a new one, with the same effect.
    return null
  }
}

export function writeMoveRequest(db: Db, key: string, request: MoveRequest): void {
  run(db, 'UPDATE moves SET request = ? WHERE key = ?', JSON.stringify(request), key)
}

/** Keys by which a document is shown in its orders since it was moved, by field. */
export function shownPlaces(db: Db, ref: DocRef): { [field: string]: string } {
  const sql = `SELECT field, shown FROM moves
    WHERE kind = ? AND slug = ? AND id = ? AND shown IS NOT NULL ORDER BY seq`
  const rows = all<{ field: string; shown: string }>(db, sql, ref.kind, ref.slug, refId(ref))
  return Object.fromEntries(rows.map(({ field, shown }) => [field, shown]))
}

/**
 * The next key in an order, of all known ones, with local moves applied. For a join it includes other lists, so that
 * nothing of its own list is in between.
 */
export function nextKey(
  db: Db,
  ref: DocRef,
  field: string,
  to: { below: string } | { above: string },
): string | null {
  const [slug, id] = [ref.slug, refId(ref)]
  const keys = `SELECT data ->> ? AS key FROM list_rows WHERE slug = ? AND id <> ?
    UNION ALL SELECT shown FROM moves WHERE kind = 'collection' AND slug = ? AND id <> ? AND field = ?`
  const sql =
    'below' in to
      ? `SELECT max(key) AS key FROM (${keys}) WHERE key < ?`
      : `SELECT min(key) AS key FROM (${keys}) WHERE key > ?`
  const limit = 'below' in to ? to.below : to.above
  return one<{ key: string | null }>(db, sql, `$."${field}"`, slug, id, slug, id, field, limit)?.key ?? null
}
