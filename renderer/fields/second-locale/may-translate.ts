import type { FormState } from '../../form/form-state.ts'
import type { FieldScope } from '../field-scope.tsx'

/** True if a person could type into a field of this form: visible and writable. */
export function mayTranslate(
  form: FormState,
  { mayWrite }: Pick<FieldScope, 'mayWrite'>,
  path: string,
): boolean {
  const resolved = form.resolve(path)
  if (resolved === null || resolved.hidden || resolved.readOnly || !mayWrite(path)) return false
  return form.getField(path).visible
}
