import { dataField } from './fields.ts'
import type { Collection, TextareaField, TextField } from './schema-model.ts'

/** The field with a picture's alternative text, named `alt` by sites. Null: the collection has none. */
export function altField({ upload, fields }: Collection): TextField | TextareaField | null {
  if (upload === false) return null
  const field = dataField(fields, 'alt')
  if (field?.type === 'text') return field.hasMany ? null : field
  return field?.type === 'textarea' ? field : null
}
