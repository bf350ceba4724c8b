import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId, makeRef } from '../../../shared/cms/doc-ref.ts'
import { all, one, run } from './sql.ts'
import type { Db, SqlValue } from './sql.ts'
import { RENAMED } from './table-list.ts'

/** Moves the rows of a document to its new id, in the tables whose rows get it (see TableFacts). */
export function renameRows(db: Db, from: DocRef, to: DocRef): void {
  for (const table of RENAMED) {
    const sql = `UPDATE ${table} SET id = ? WHERE kind = ? AND slug = ? AND id = ?`
    run(db, sql, refId(to), from.kind, from.slug, refId(from))
  }
}

/** Deletes the rows of a document in these tables. */
export function deleteRows(db: Db, tables: readonly string[], ref: DocRef): void {
  for (const table of tables)
    run(db, `DELETE FROM ${table} WHERE kind = ? AND slug = ? AND id = ?`, ref.kind, ref.slug, refId(ref))
}

/** True if one of these tables has a row of the document. */
export function hasRows(db: Db, tables: readonly string[], ref: DocRef): boolean {
  return tables.some((table) => {
    const sql = `SELECT 1 FROM ${table} WHERE kind = ? AND slug = ? AND id = ?`
    return one(db, sql, ref.kind, ref.slug, refId(ref)) !== undefined
  })
}

/** The SQL condition that none of these tables has a row of the document that `row` names. */
export function hasNoRows(tables: readonly string[], row: string): string {
  const conditions = tables.map(
    (table) =>
      `NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.kind = ${row}.kind AND t.slug = ${row}.slug AND t.id = ${row}.id)`,
  )
  return conditions.join(' AND ')
}

/** The SQL query of the documents that have rows in these tables, each once. */
export function documentsIn(tables: readonly string[]): string {
  return tables.map((table) => `SELECT kind, slug, id FROM ${table}`).join(' UNION ')
}

/** Ids of a collection's documents that have rows in these tables, in order. */
export function idsIn(db: Db, tables: readonly string[], slug: string): string[] {
  const each = tables.map((table) => `SELECT id FROM ${table} WHERE kind = 'collection' AND slug = ?`)
  const sql = `${each.join(' UNION ')} ORDER BY id`
  return all<{ id: string }>(db, sql, ...tables.map(() => slug)).map(({ id }) => id)
}

/** The documents that a query names by `kind`, `slug` and `id`. */
export function selectRefs(db: Db, sql: string, ...values: SqlValue[]): DocRef[] {
  type Row = { kind: 'collection' | 'global'; slug: string; id: string }
  return all<Row>(db, sql, ...values).map(({ kind, slug, id }) => makeRef(kind, slug, id))
}
