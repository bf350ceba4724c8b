import { dataFields } from '../../../shared/cms/fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { getValue } from '../../../shared/document/path.ts'
import { fileFacts } from '../../../shared/fields/file/file-facts.ts'
import type { FieldWithValue } from '../../../shared/fields/field-type.ts'
import type { ListRow } from '../../../shared/ipc.ts'

/** The field that says in words what a picture shows: sites call it `alt`. Null: this collection has none. */
export function altField(collection: Collection): FieldWithValue | null {
  if (collection.upload === false) return null
  const field = dataFields(collection.fields).find(({ name }) => name === 'alt')
  if (field?.type === 'text') return field.hasMany ? null : field
  return field?.type === 'textarea' ? field : null
}

/** What a file is said to show, in a locale; empty: nothing. */
export function altOf(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): string {
  const value = getValue(collection.fields, row.data, 'alt', locale)
  return typeof value === 'string' ? value.trim() : ''
}

/** A picture that nothing is said of: other files need no words in place of a picture. */
export function lacksAlt(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): boolean {
  return fileFacts(row.data).isPicture && altOf(collection, row, locale) === ''
}
