import { dataField } from './fields.ts'
import type { Collection, Global } from './schema-model.ts'

/**
 * Whether people give its documents their ids: it has a field for it that is seen. Where that is hidden, the id is
 * made by a program, and may be made here.
 */
export function asksForId({ kind, fields }: Pick<Collection | Global, 'kind' | 'fields'>): boolean {
  if (kind === 'global') return false
  const id = dataField(fields, 'id')
  return id !== null && (id.type === 'text' || id.type === 'number') && !id.hidden
}
