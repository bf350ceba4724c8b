import type { Collection, Global } from './schema-model.ts'

/** Whether documents of it are published per locale. */
export function hasLocaleStatus(entity: Collection | Global | null): boolean {
  return entity?.versions?.localeStatus === true
}
