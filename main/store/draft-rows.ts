import * as v from 'valibot'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { makeRef, refId } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import { change } from '../../shared/document/change.ts'
import type { Draft } from '../../shared/ipc.ts'
import type { Db } from './sql.ts'
import { all, parseJson, run } from './sql.ts'

const changeList = v.array(change)

/** The changes of a column that holds them as JSON. */
export function parseChanges(text: string): Change[] {
  return v.parse(changeList, parseJson(text))
}

/** The drafts of a document, one per locale that has any. */
export function readDrafts(db: Db, ref: DocRef): Draft[] {
  type Row = { locale: string; changes: string; saved_at: string }
  const rows = all<Row>(
    db,
    'SELECT locale, changes, saved_at FROM drafts WHERE kind = ? AND slug = ? AND id = ? ORDER BY saved_at, locale',
    ref.kind,
    ref.slug,
    refId(ref),
  )
  return rows.map((row) => ({
    locale: row.locale === '' ? null : row.locale,
    changes: parseChanges(row.changes),
    savedAt: row.saved_at,
  }))
}

export function writeDraft(db: Db, ref: DocRef, draft: Draft): void {
  run(
    db,
    `INSERT INTO drafts (kind, slug, id, locale, changes, saved_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, slug, id, locale) DO UPDATE SET changes = excluded.changes, saved_at = excluded.saved_at`,
    ref.kind,
    ref.slug,
    refId(ref),
    draft.locale ?? '',
    JSON.stringify(draft.changes),
    draft.savedAt,
  )
}

/** Every document with a draft, the one that was edited first in front. */
export function refsWithDraft(db: Db): DocRef[] {
  type Row = { kind: 'collection' | 'global'; slug: string; id: string }
  const sql = 'SELECT kind, slug, id FROM drafts GROUP BY kind, slug, id ORDER BY min(saved_at), slug, id'
  return all<Row>(db, sql).map(({ kind, slug, id }) => makeRef(kind, slug, id))
}

/** True where there was one. */
export function deleteDraft(db: Db, ref: DocRef, locale: string | null): boolean {
  const sql = 'DELETE FROM drafts WHERE kind = ? AND slug = ? AND id = ? AND locale = ?'
  return run(db, sql, ref.kind, ref.slug, refId(ref), locale ?? '') > 0
}

export function deleteDrafts(db: Db, ref: DocRef): void {
  run(db, 'DELETE FROM drafts WHERE kind = ? AND slug = ? AND id = ?', ref.kind, ref.slug, refId(ref))
}

export function hasDraft(db: Db, ref: DocRef): boolean {
  const sql = 'SELECT 1 FROM drafts WHERE kind = ? AND slug = ? AND id = ? LIMIT 1'
  return all(db, sql, ref.kind, ref.slug, refId(ref)).length > 0
}
