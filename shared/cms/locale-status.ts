import type { Collection, Global } from './schema-model.ts'

/** True if each locale of a document has a status of its own. */
export function hasLocaleStatus(entity: Collection | Global | null): boolean {
  return entity?.versions?.localeStatus === true
}
