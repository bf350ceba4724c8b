import { dataField } from './fields.ts'
import type { Collection, Global } from './schema-model.ts'

/**
 * True if people type the ids of documents: the collection has a visible id field. A hidden one is filled by
 * programs, so Galley may make the id.
 */
export function asksForId({ kind, fields }: Pick<Collection | Global, 'kind' | 'fields'>): boolean {
  if (kind === 'global') return false
  const id = dataField(fields, 'id')
  return id !== null && (id.type === 'text' || id.type === 'number') && !id.hidden
}
