import type { Collection, Field, Global } from '../../shared/cms/schema-model.ts'

export type FormPart = 'main' | 'sidebar'

/** Returns the position of a top-level field; the folder is in the sidebar, since it is not content. */
export function placeOf(field: Field, entity: Collection | Global): FormPart {
  const isFolder =
    entity.kind === 'collection' && field.type === 'relationship' && field.name === entity.folderField
  return isFolder ? 'sidebar' : field.position
}
