import type { Collection } from '../../../shared/cms/schema-model.ts'
import { getValue } from '../../../shared/document/path.ts'
import { fileFacts } from '../../../shared/fields/file/file-facts.ts'
import type { ListRow } from '../../../shared/ipc.ts'

/** Returns the alternative text of a file in a locale; '' if there is none. */
export function altOf(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): string {
  const value = getValue(collection.fields, row.data, 'alt', locale)
  return typeof value === 'string' ? value.trim() : ''
}

/** True for a picture without an alternative text; other files need none. */
export function lacksAlt(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): boolean {
  return fileFacts(row.data).isPicture && altOf(collection, row, locale) === ''
}
