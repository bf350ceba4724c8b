import { makeRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { all, type Db, type SqlValue } from './sql.ts'

/** The documents that a query names by `kind`, `slug` and `id`. */
export function selectRefs(db: Db, sql: string, ...values: SqlValue[]): DocRef[] {
  type Row = { kind: 'collection' | 'global'; slug: string; id: string }
  return all<Row>(db, sql, ...values).map(({ kind, slug, id }) => makeRef(kind, slug, id))
}
