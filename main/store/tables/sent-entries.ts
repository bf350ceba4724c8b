import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import type { SavedResult, SentCell } from '../../../shared/document/saved-difference.ts'
import { sentCell } from '../../../shared/document/saved-difference.ts'
import { sentMode, type SentEntry } from '../../../shared/sync/sent-entry.ts'
import type { Db } from './sql.ts'
import { all, one, parseJson, run } from './sql.ts'
import type { StoreContext } from '../store-context.ts'

/** Number of entries in the history. */
const KEPT = 200
/** Number of cells kept of an entry; a new document may have thousands. */
const KEPT_CELLS = 100

const cellList = v.array(sentCell)
const URGENCY: Record<SavedResult, number> = { 'not-saved': 0, changed: 1, sent: 2, saved: 3 }

type Row = {
  seq: number
  key: string
  kind: 'collection' | 'global'
  slug: string
  id: string
  is_create: number
  mode: string
  locale: string | null
  cells: string
  words: string | null
  created_at: string
  sent_at: string
}

/** The facts of an entry, or of a move, in the history. */
type Sent = Pick<SentEntry, 'key' | 'create' | 'mode' | 'locale' | 'createdAt'>

/**
 * Adds an entry to the history. Successive autosaves of one document share a row, as they are one version;
 * the oldest rows without unread words of the server are removed.
 */
export function recordSent(
  { db, events, now }: StoreContext,
  ref: DocRef,
  entry: Sent,
  {
    cells,
    words = null,
    revision = null,
  }: { cells: readonly SentCell[]; words?: string | null; revision?: string | null },
): void {
  const before = newest(db)
  const goesOn = before !== null && words === null && isSameAutosave(before, ref, entry)
  if (goesOn) run(db, 'DELETE FROM sent_entries WHERE seq = ?', before.seq)
  const kept = merged(goesOn ? v.parse(cellList, parseJson(before.cells)) : [], cells)
  run(
    db,
    `INSERT OR REPLACE INTO sent_entries
       (key, kind, slug, id, is_create, mode, locale, cells, words, created_at, sent_at, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.key,
    ref.kind,
    ref.slug,
    refId(ref),
    entry.create ? 1 : 0,
    entry.mode,
    entry.locale,
    JSON.stringify(kept),
    words,
    goesOn ? before.created_at : entry.createdAt,
    now(),
    revision,
  )
  run(
    db,
    `DELETE FROM sent_entries
     WHERE words IS NULL AND seq <= (SELECT seq FROM sent_entries ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
    KEPT,
  )
  events.outbox()
}

function newest(db: Db): Row | null {
  return one<Row>(db, 'SELECT * FROM sent_entries ORDER BY seq DESC LIMIT 1') ?? null
}

function isSameAutosave(before: Row, ref: DocRef, { mode, locale, create }: Sent): boolean {
  const known = v.parse(cellList, parseJson(before.cells))
  if (!known.every(({ result }) => result === 'saved' || result === 'sent')) return false
  const isSame = before.kind === ref.kind && before.slug === ref.slug && before.id === refId(ref)
  const isAutosave = mode === 'autosave' && before.mode === mode && !create && before.is_create === 0
  return isSame && isAutosave && before.locale === locale && before.words === null
}

/** One result per cell, the newer one; those that a person should see come first. */
function merged(before: readonly SentCell[], newer: readonly SentCell[]): SentCell[] {
  const key = ({ path, locale }: SentCell): string => `${locale ?? ''} ${path}`
  const cells = new Map([...before, ...newer].map((cell) => [key(cell), cell]))
  return [...cells.values()].toSorted((a, b) => URGENCY[a.result] - URGENCY[b.result]).slice(0, KEPT_CELLS)
}

/** The history, newest first. */
export function readSentEntries(db: Db): SentEntry[] {
  return all<Row>(db, 'SELECT * FROM sent_entries ORDER BY seq DESC').map(toSentEntry)
}

/** An entry of the history; null: it never reached the server, is too old, or was an autosave followed by another. */
export function readSentEntry(db: Db, key: string): SentEntry | null {
  const row = one<Row>(db, 'SELECT * FROM sent_entries WHERE key = ?', key)
  return row === undefined ? null : toSentEntry(row)
}

/** True if a revision was written by this computer, with a change at or below a path of the document. */
export function wroteRevision(
  db: Db,
  ref: DocRef,
  { revision, path, locale }: { revision: string; path: string; locale: string | null },
): boolean {
  const sql = 'SELECT cells FROM sent_entries WHERE kind = ? AND slug = ? AND id = ? AND revision = ?'
  const isThere = (cell: SentCell): boolean =>
    (cell.path === path || cell.path.startsWith(`${path}.`)) &&
    (cell.locale === null || locale === null || cell.locale === locale)
  return all<Pick<Row, 'cells'>>(db, sql, ref.kind, ref.slug, refId(ref), revision).some(({ cells }) =>
    v.parse(cellList, parseJson(cells)).some(isThere),
  )
}

/** Removes the server's words, since a person has seen them. */
export function forgetWords(db: Db, key: string): void {
  run(db, 'UPDATE sent_entries SET words = NULL WHERE key = ?', key)
}

function toSentEntry(row: Row): SentEntry {
  return {
    key: row.key,
    ref: makeRef(row.kind, row.slug, row.id),
    create: row.is_create === 1,
    mode: v.parse(sentMode, row.mode),
    locale: row.locale,
    cells: v.parse(cellList, parseJson(row.cells)),
    words: row.words,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}
