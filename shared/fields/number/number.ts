import { read, readNumber } from '../../cms/read-value.ts'
import type { NumberField } from '../../cms/schema-model.ts'
import { isNumericText } from '../../cms/where.ts'
import type { FieldError } from '../../document/validation/field-error.ts'
import type { Json } from '../../json.ts'
import type { ValueFieldType } from '../field-type.ts'
import {
  allFit,
  bothOfMany,
  isNothing,
  itemsOf,
  joined,
  mergeSets,
  plainText,
  plainValue,
  required,
} from '../value-rules.ts'
import { orderOperators } from '../operators.ts'
import { readHints, readRowLimits } from '../read-settings.ts'
import { rowCount } from '../text-rules.ts'

export const number: ValueFieldType<NumberField> = {
  ...plainValue,
  parse: (raw, named) => ({
    ...named,
    type: 'number',
    hasMany: raw['hasMany'] === true,
    min: readNumber(raw['min']),
    max: readNumber(raw['max']),
    step: readNumber(read(raw['admin'], 'step')),
    ...readRowLimits(raw),
    ...readHints(raw),
  }),
  validate(field, value) {
    const count = field.hasMany ? rowCount(value, field) : null
    if (count !== null) return count
    if (isNothing(value) || value === '' || value === false) return field.required ? required : null
    for (const item of Array.isArray(value) ? value : [value]) {
      const error = checkNumber(field, item)
      if (error !== null) return error
    }
    return null
  },
  fits: (field, value) => allFit(field.hasMany, value, (item) => typeof item === 'number'),
  merge: (field, base, mine, theirs) => (field.hasMany ? mergeSets(base, mine, theirs) : { ok: false }),
  both: (field, _base, mine, theirs) => (field.hasMany ? bothOfMany(mine, theirs) : null),
  text: (_field, value, { formatNumber }) =>
    joined(itemsOf(value).map((item) => (typeof item === 'number' ? formatNumber(item) : plainText(item)))),
  operators: () => orderOperators,
  filterValue: 'number',
}

function checkNumber(field: NumberField, item: Json): FieldError | null {
  if (typeof item === 'object' || !isNumericText(item)) return { key: 'validation:enterNumber' }
  const given = Number(item)
  const value = String(item)
  const varKeys = { label: 'general:value' }
  if (field.max !== null && given > field.max)
    return { key: 'validation:greaterThanMax', vars: { value, max: field.max }, varKeys }
  if (field.min !== null && given < field.min)
    return { key: 'validation:lessThanMin', vars: { value, min: field.min }, varKeys }
  return null
}
