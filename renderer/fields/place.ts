import type { Collection, Field, Global } from '../../shared/cms/schema-model.ts'

export type Place = 'main' | 'sidebar'

/** Where a field at the top of a document stands; the folder is about the document, not part of what it says. */
export function placeOf(field: Field, entity: Collection | Global): Place {
  const isFolder =
    entity.kind === 'collection' && field.type === 'relationship' && field.name === entity.folderField
  return isFolder ? 'sidebar' : field.position
}
