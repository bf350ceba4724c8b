import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Change } from '../../../shared/document/change.ts'
import { change, lostRows, type LostRows } from '../../../shared/document/change.ts'
import { typedInput, type TypedInput } from '../../../shared/document/typed-input.ts'
import type { Draft } from '../../../shared/ipc.ts'
import { resolveIds, resolveIdsIn } from './ids.ts'
import { selectRefs } from './document-rows.ts'
import type { Db } from './sql.ts'
import { one, parseJson, run } from './sql.ts'

const changeList = v.array(change)
const typedList = v.array(typedInput)

/** Parses changes from a JSON column. */
export function parseChanges(text: string): Change[] {
  return v.parse(changeList, parseJson(text))
}

/** Parses input that is no value yet from a JSON column. */
export function parseTyped(text: string): TypedInput[] {
  return v.parse(typedList, parseJson(text))
}

/** Parses the JSON column of rows that somebody else removed. */
export function parseLost(text: string): LostRows {
  return v.parse(lostRows, parseJson(text))
}

/** The draft of a document, with temporary ids replaced by real ones (SY8). */
export function readDraft(db: Db, ref: DocRef): Draft | null {
  type Row = { changes: string; lost: string; typed: string; rewritten: number; saved_at: string }
  const row = one<Row>(
    db,
    'SELECT changes, lost, typed, rewritten, saved_at FROM drafts WHERE kind = ? AND slug = ? AND id = ?',
    ref.kind,
    ref.slug,
    refId(ref),
  )
  if (!row) return null
  const typed = v.parse(typedList, resolveIds(db, parseJson(row.typed)))
  return {
    changes: resolveIdsIn(db, parseChanges(row.changes)),
    lost: v.parse(lostRows, resolveIds(db, parseJson(row.lost))),
    ...(typed.length > 0 && { typed }),
    ...(row.rewritten === 1 && { rewritten: true }),
    savedAt: row.saved_at,
  }
}

/** Stores the draft of a document, replacing the present one. */
export function writeDraft(db: Db, ref: DocRef, draft: Draft): void {
  const { changes, lost, typed = [], rewritten = false, savedAt } = draft
  run(
    db,
    `INSERT INTO drafts (kind, slug, id, seq, changes, lost, typed, rewritten, saved_at)
     VALUES (?, ?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM drafts), ?, ?, ?, ?, ?)
     ON CONFLICT (kind, slug, id) DO UPDATE SET
       changes = excluded.changes, lost = excluded.lost, typed = excluded.typed, rewritten = excluded.rewritten,
       saved_at = excluded.saved_at`,
    ref.kind,
    ref.slug,
    refId(ref),
    JSON.stringify(changes),
    JSON.stringify(lost),
    JSON.stringify(typed),
    rewritten ? 1 : 0,
    savedAt,
  )
}

/** Documents with a draft, the first edited one first. */
export function refsWithDraft(db: Db): DocRef[] {
  return selectRefs(db, 'SELECT kind, slug, id FROM drafts ORDER BY seq')
}

/** Documents with a text in their draft. */
export function refsOfDraftsWith(db: Db, text: string): DocRef[] {
  return selectRefs(db, 'SELECT kind, slug, id FROM drafts WHERE instr(changes || typed, ?) > 0', text)
}

/** Deletes a draft; true if there was one. */
export function deleteDraft(db: Db, ref: DocRef): boolean {
  const sql = 'DELETE FROM drafts WHERE kind = ? AND slug = ? AND id = ?'
  return run(db, sql, ref.kind, ref.slug, refId(ref)) > 0
}

export function hasDraft(db: Db, ref: DocRef): boolean {
  const sql = 'SELECT 1 FROM drafts WHERE kind = ? AND slug = ? AND id = ?'
  return one(db, sql, ref.kind, ref.slug, refId(ref)) !== undefined
}
