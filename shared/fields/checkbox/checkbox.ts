import type { CheckboxField } from '../../cms/schema-model.ts'
import { sameJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import type { ValueFieldType } from '../field-type.ts'
import { tickOperators } from '../operators.ts'
import { isBlank, plainValue } from '../value-rules.ts'

export const checkbox: ValueFieldType<CheckboxField> = {
  ...plainValue,
  parse: (_raw, named) => ({ ...named, type: 'checkbox' }),
  isEmpty: (_field, value) => isUnticked(value),
  validate(field, value) {
    if (typeof value === 'boolean') return null
    return field.required || value ? { key: 'validation:trueOrFalse' } : null
  },
  fits: (_field, value) => typeof value === 'boolean',
  equal: (_field, a, b) => (isUnticked(a) ? isUnticked(b) : sameJson(a, b)),
  /** Lower case, as in the web admin's lists (A.4). */
  text: (_field, value) => String(value === true),
  operators: () => tickOperators,
  filterValue: 'tick',
}

/** True for an unticked box and for one that was never ticked. */
function isUnticked(value: Json | undefined): boolean {
  return value === false || isBlank(value)
}
