import { dataField } from './fields.ts'
import type { Collection, TextareaField, TextField } from './schema-model.ts'

/** The field that says in words what a picture shows: sites call it `alt`. Null: this collection has none. */
export function altField({ upload, fields }: Collection): TextField | TextareaField | null {
  if (upload === false) return null
  const field = dataField(fields, 'alt')
  if (field?.type === 'text') return field.hasMany ? null : field
  return field?.type === 'textarea' ? field : null
}
