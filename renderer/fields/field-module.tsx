import type { ComponentType } from 'react'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Json } from '../../shared/json.ts'

/** What a field's input gets. `path` is where its value is; for what only lays out, where that of its fields begins. */
export type FieldInputProps<F extends Field = Field> = { field: F; path: string }

/** What a field type's folder has to offer. */
export type FieldModule = {
  Input: ComponentType<FieldInputProps>
  /**
   * Whether this input can edit such a field and value. Where it cannot, the value is shown read-only and kept as it
   * is, so that nothing an input does not understand is ever overwritten.
   */
  edits?: (field: Field, value: Json) => boolean
}

/**
 * Makes a module out of an input for one kind of field.
 * `is` narrows the field: the registry knows fields only by their type's name.
 */
export function fieldModule<F extends Field>(
  is: (field: Field) => field is F,
  Input: ComponentType<FieldInputProps<F>>,
  edits: (field: F, value: Json) => boolean = () => true,
): FieldModule {
  return {
    Input: ({ field, path }) => (is(field) ? <Input field={field} path={path} /> : null),
    edits: (field, value) => is(field) && edits(field, value),
  }
}
