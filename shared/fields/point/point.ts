import { read, readNumber } from '../../cms/read-value.ts'
import type { PointField } from '../../cms/schema-model.ts'
import type { Json } from '../../json.ts'
import type { ValueFieldType } from '../field-type.ts'
import { placeOperators } from '../operators.ts'
import { isNothing, plainValue, required } from '../value-rules.ts'

export const point: ValueFieldType<PointField> = {
  ...plainValue,
  parse: (raw, named) => ({ ...named, type: 'point', step: readNumber(read(raw['admin'], 'step')) }),
  validate(field, value) {
    if (isNothing(value)) return field.required ? required : null
    const [longitude, latitude] = Array.isArray(value) ? value.map(numberOf) : []
    const given = Array.isArray(value) && value.some((part) => part !== '' && part !== null)
    if (!given) return field.required ? { key: 'validation:requiresTwoNumbers' } : null
    if (!isNumber(longitude) || !isNumber(latitude))
      return { key: field.required ? 'validation:requiresTwoNumbers' : 'validation:invalidInput' }
    if (Math.abs(longitude) > 180) return { key: 'validation:longitudeOutOfBounds' }
    return Math.abs(latitude) > 90 ? { key: 'validation:latitudeOutOfBounds' } : null
  },
  fits: (_field, value) =>
    Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number'),
  operators: () => placeOperators,
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value)
}

function numberOf(value: Json): number {
  return typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
}
