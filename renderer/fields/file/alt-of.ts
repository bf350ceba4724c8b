import type { Collection } from '../../../shared/cms/schema-model.ts'
import { getValue } from '../../../shared/document/path.ts'
import { fileFacts } from '../../../shared/fields/file/file-facts.ts'
import type { ListRow } from '../../../shared/ipc.ts'

/** What a file is said to show, in a locale; empty: nothing. */
export function altOf(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): string {
  const value = getValue(collection.fields, row.data, 'alt', locale)
  return typeof value === 'string' ? value.trim() : ''
}

/** A picture that nothing is said of: other files need no words in place of a picture. */
export function lacksAlt(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): boolean {
  return fileFacts(row.data).isPicture && altOf(collection, row, locale) === ''
}
