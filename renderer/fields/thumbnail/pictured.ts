import type { ListRow } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { CollectionRef } from '../../data/document-drawers-context.ts'

/** A document of an upload collection, of which a small picture is drawn. */
export type Pictured = { ref: CollectionRef; data: JsonObject }

export function pictured(row: ListRow | null): Pictured | null {
  return row !== null && row.ref.kind === 'collection' ? { ref: row.ref, data: row.data } : null
}
