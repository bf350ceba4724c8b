import type { ErrorFilter } from '../form/form-errors.ts'
import { canEdit, type FieldModules } from './field-module.ts'

const TOO_LITTLE: ReadonlySet<string> = new Set(['validation:required', 'validation:requiresAtLeast'])

/**
 * True if an error prevents a save or publish. For a field that cannot be edited here, only an error that the server
 * has too: an empty or too short value. Read-only fields are filled by the server.
 */
export function countsAsError(modules: FieldModules): ErrorFilter {
  return ({ field }, error) => !field.readOnly && (canEdit(modules, field, null) || TOO_LITTLE.has(error.key))
}
