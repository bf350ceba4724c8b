import type { ErrorFilter } from '../form/form-errors.ts'
import { canEdit, type FieldModules } from './field-module.ts'

const TOO_LITTLE: ReadonlySet<string> = new Set(['validation:required', 'validation:requiresAtLeast'])

/**
 * Whether an error found here keeps a document from being saved or published. Of a field that cannot be edited here
 * only that it holds nothing, or too little: the server would refuse that, too. Read-only fields are the server's own
 * to fill.
 */
export function countsAsError(modules: FieldModules): ErrorFilter {
  return ({ field }, error) => !field.readOnly && (canEdit(modules, field, null) || TOO_LITTLE.has(error.key))
}
