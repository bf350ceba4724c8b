import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { cellKey } from '../../../shared/document/change.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { SavedDifference } from '../../../shared/document/saved-difference.ts'
import { savedDifference } from '../../../shared/document/saved-difference.ts'
import { decidesAbout, holdsStill, openDifferences } from '../../../shared/document/open-differences.ts'
import type { OpenDifference } from '../../../shared/sync/sent-entry.ts'
import type { BaseInput } from '../store-api.ts'
import { selectRefs } from './document-rows.ts'
import type { Db } from './sql.ts'
import { all, parseJson, run } from './sql.ts'
import type { ReadContext, StoreContext } from '../store-context.ts'

/**
 * A value that the server stored differently from what was sent (SY16). One is kept per cell until a person
 * has looked at it, or the cell is written again or changed by somebody else.
 */
type Row = { place: string; key: string; difference: string; saved_at: string }

/** All stored differences of a document, in the order in which they were found. */
function readDifferences(db: Db, ref: DocRef): (OpenDifference & { place: string })[] {
  const sql = `SELECT place, key, difference, saved_at FROM save_differences
    WHERE kind = ? AND slug = ? AND id = ? ORDER BY rowid`
  return all<Row>(db, sql, ref.kind, ref.slug, refId(ref)).map((row) => ({
    ...v.parse(savedDifference, parseJson(row.difference)),
    place: row.place,
    key: row.key,
    savedAt: row.saved_at,
  }))
}

/**
 * The differences that still hold, without those that a newer edit decides about. `newer`: changes of queue and
 * draft.
 */
export function openDifferencesOf(
  { db, site }: ReadContext,
  document: Pick<BaseInput, 'ref' | 'data'>,
  newer: readonly Change[],
): OpenDifference[] {
  const { ref, data } = document
  const known = readDifferences(db, ref)
  return openDifferences(site.fields(ref), data, known, newer).map(({ place: _place, ...item }) => item)
}

/** Stores the differences of an entry's answer, replacing those of the cells that it wrote. */
export function replaceDifferences(
  db: Db,
  ref: DocRef,
  written: readonly Change[],
  found: { key: string; savedAt: string; differences: readonly SavedDifference[] },
): void {
  for (const item of readDifferences(db, ref))
    if (written.some((change) => decidesAbout(change, item))) drop(db, ref, item.place)
  for (const difference of found.differences) {
    run(
      db,
      `INSERT OR REPLACE INTO save_differences (kind, slug, id, place, key, difference, saved_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ref.kind,
      ref.slug,
      refId(ref),
      placeOf(difference),
      found.key,
      JSON.stringify(difference),
      found.savedAt,
    )
  }
}

/** Deletes differences that do not hold on a newer base, as somebody else has written their cells. */
export function forgetOvertaken(
  { db, site }: StoreContext,
  { ref, data }: Pick<BaseInput, 'ref' | 'data'>,
): void {
  const fields = site.fields(ref)
  for (const item of readDifferences(db, ref)) if (!holdsStill(fields, data, item)) drop(db, ref, item.place)
}

/** Deletes differences that a person has seen; null: all of the document. */
export function forgetDifferences(db: Db, ref: DocRef, seen: readonly SavedDifference[] | null): void {
  if (seen !== null) {
    for (const difference of seen) drop(db, ref, placeOf(difference))
    return
  }
  const sql = 'DELETE FROM save_differences WHERE kind = ? AND slug = ? AND id = ?'
  run(db, sql, ref.kind, ref.slug, refId(ref))
}

/** All documents with stored differences. */
export function refsWithDifferences(db: Db): DocRef[] {
  return selectRefs(
    db,
    'SELECT kind, slug, id FROM save_differences GROUP BY kind, slug, id ORDER BY min(rowid)',
  )
}

function drop(db: Db, ref: DocRef, place: string): void {
  const sql = 'DELETE FROM save_differences WHERE kind = ? AND slug = ? AND id = ? AND place = ?'
  run(db, sql, ref.kind, ref.slug, refId(ref), place)
}

function placeOf(difference: Pick<SavedDifference, 'kind' | 'path' | 'locale'>): string {
  return `${difference.kind} ${cellKey(difference)}`
}
