import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { run, type Db } from './sql.ts'

/** Every table with rows of a document that stay its own under another name. */
const OF_A_DOCUMENT = ['documents', 'drafts', 'outbox', 'moves', 'save_differences']

/** Its rows in every one of these tables have another name from now on. */
export function renameRows(db: Db, from: DocRef, to: DocRef): void {
  for (const table of OF_A_DOCUMENT) {
    const sql = `UPDATE ${table} SET id = ? WHERE kind = ? AND slug = ? AND id = ?`
    run(db, sql, refId(to), from.kind, from.slug, refId(from))
  }
}
