import type { DataNode } from '../../cms/fields.ts'
import type {
  CheckboxField,
  DateField,
  NumberField,
  OpaqueField,
  RelationField,
  SelectField,
  TextField,
} from '../../cms/schema-model.ts'
import { isNumericText } from '../../cms/where.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { emailPattern } from './email-pattern.ts'
import type { FieldError } from './field-error.ts'
import { DEFAULT_MIN_TEXT_LENGTH, required, rowCount, textLength } from './text-rules.ts'

export type ValidationContext = {
  /** The one-locale object that the field is in; without it rules about siblings are skipped. */
  siblings?: JsonObject
  /** Of the collection, where users log in with a user name (S5.17, S5.18). */
  loginWithUsername?: { requireUsername: boolean; requireEmail: boolean } | null
}

/**
 * What is wrong with a value of this field, or null (S5.05-S5.18, S5.26). Only what can be known without the server;
 * the fields inside of groups and rows are not looked at.
 */
export function validateField(
  field: DataNode,
  value: Json | undefined,
  context: ValidationContext = {},
): FieldError | null {
  switch (field.type) {
    case 'text':
      return validateText(field, value, context)
    case 'textarea':
      return textLength(value, field, null) ?? needed(field, value)
    case 'email':
      return validateEmail(field, value, context)
    case 'code':
      return field.required && isNothing(value) ? required : null
    case 'number':
      return validateNumber(field, value)
    case 'checkbox':
      return validateCheckbox(field, value)
    case 'date':
      return validateDate(field, value, context)
    case 'select':
    case 'radio':
      return validateSelect(field, value)
    case 'relationship':
    case 'upload':
      return validateRelation(field, value)
    case 'array':
    case 'blocks':
      return rowCount(value, field)
    case 'nested':
      return null
    default:
      return validateOpaque(field, value)
  }
}

function isNothing(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null
}

function needed(field: { required: boolean }, value: Json | undefined): FieldError | null {
  return field.required && (isNothing(value) || value === '') ? required : null
}

/** Longest, shortest, required, in this order (S5.10); without a value only required counts. */
function validateText(
  field: TextField,
  value: Json | undefined,
  context: ValidationContext,
): FieldError | null {
  if (field.name === 'username' && eitherName(context) && !value && !context.siblings?.['email'])
    return required
  if (!field.required && isNothing(value)) return null
  const count = field.hasMany ? rowCount(value, field) : null
  if (count !== null) return count
  const texts = Array.isArray(value) ? value : [value]
  for (const text of texts) {
    const error = textLength(text, field, DEFAULT_MIN_TEXT_LENGTH)
    if (error !== null) return error
  }
  return needed(field, value)
}

/** Users log in with either: neither is required, but one of them is (S5.17, S5.18). */
function eitherName({ loginWithUsername, siblings }: ValidationContext): boolean {
  if (loginWithUsername === undefined || loginWithUsername === null || siblings === undefined) return false
  return !loginWithUsername.requireUsername && !loginWithUsername.requireEmail
}

function validateEmail(
  field: TextField,
  value: Json | undefined,
  context: ValidationContext,
): FieldError | null {
  if (field.name === 'email' && eitherName(context) && !value && !context.siblings?.['username'])
    return required
  if (!value) return field.required ? { key: 'validation:emailAddress' } : null
  return typeof value === 'string' && emailPattern.test(value) ? null : { key: 'validation:emailAddress' }
}

function validateNumber(field: NumberField, value: Json | undefined): FieldError | null {
  const count = field.hasMany ? rowCount(value, field) : null
  if (count !== null) return count
  if (isNothing(value) || value === '' || value === false) return field.required ? required : null
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item === 'object' || !isNumericText(item)) return { key: 'validation:enterNumber' }
    const number = Number(item)
    const said = { value: String(item) }
    const label = { label: 'general:value' }
    if (field.max !== null && number > field.max) {
      return { key: 'validation:greaterThanMax', vars: { ...said, max: field.max }, varKeys: label }
    }
    if (field.min !== null && number < field.min) {
      return { key: 'validation:lessThanMin', vars: { ...said, min: field.min }, varKeys: label }
    }
  }
  return null
}

function validateCheckbox(field: CheckboxField, value: Json | undefined): FieldError | null {
  if (typeof value === 'boolean') return null
  return field.required || value ? { key: 'validation:trueOrFalse' } : null
}

function validateDate(
  field: DateField,
  value: Json | undefined,
  { siblings }: ValidationContext,
): FieldError | null {
  if (!value) return field.required ? required : null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (Number.isNaN(Date.parse(text))) return { key: 'validation:notValidDate', vars: { value: text } }
  const zoned =
    !field.timezone || !field.required || siblings === undefined || own(siblings, `${field.name}_tz`)
  return zoned ? null : { key: 'validation:timezoneRequired' }
}

function validateSelect(field: SelectField, value: Json | undefined): FieldError | null {
  const chosen = Array.isArray(value) ? value : isNothing(value) || value === '' ? [] : [value]
  const allowed = new Set(field.options.map((option) => option.value))
  // An empty text is no option either, but radio buttons take it for none.
  const wrong = chosen.some((item) => typeof item !== 'string' || !allowed.has(item))
  if (wrong || (value === '' && field.type === 'select' && !allowed.has('')))
    return { key: 'validation:invalidSelection' }
  const twice = chosen.filter((item) => chosen.indexOf(item) !== chosen.lastIndexOf(item))
  if (field.hasMany && twice.length > 0) {
    return {
      key: 'validation:invalidSelections',
      detail: ` ${twice.map((item) => JSON.stringify(item)).join(', ')}`,
    }
  }
  return field.required && chosen.length === 0 ? required : null
}

function validateRelation(field: RelationField, value: Json | undefined): FieldError | null {
  const empty = isNothing(value) || value === '' || (Array.isArray(value) && value.length === 0)
  return field.required && empty ? required : null
}

function validateOpaque(field: OpaqueField, value: Json | undefined): FieldError | null {
  if (field.type === 'point') return validatePoint(field, value)
  if (field.type === 'richText') return field.required && isEmptyRichText(value) ? required : null
  if (field.type === 'json') return field.required && !value ? required : null
  return null
}

/** Longitude and latitude, in this order. */
function validatePoint(field: OpaqueField, value: Json | undefined): FieldError | null {
  if (isNothing(value)) return field.required ? required : null
  const [longitude, latitude] = Array.isArray(value) ? value.map(numberOf) : []
  const given = Array.isArray(value) && value.some((part) => part !== '' && part !== null)
  if (!given) return field.required ? { key: 'validation:requiresTwoNumbers' } : null
  if (
    longitude === undefined ||
    latitude === undefined ||
    Number.isNaN(longitude) ||
    Number.isNaN(latitude)
  ) {
    return { key: field.required ? 'validation:requiresTwoNumbers' : 'validation:invalidInput' }
  }
  if (Math.abs(longitude) > 180) return { key: 'validation:longitudeOutOfBounds' }
  return Math.abs(latitude) > 90 ? { key: 'validation:latitudeOutOfBounds' } : null
}

function numberOf(value: Json): number {
  return typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
}

/** Nothing, or a single paragraph with nothing in it. */
function isEmptyRichText(value: Json | undefined): boolean {
  const root = isPlainJson(value) ? own(value, 'root') : null
  const children = isPlainJson(root) ? own(root, 'children') : null
  if (!Array.isArray(children)) return true
  const [first] = children
  if (first === undefined) return true
  if (children.length > 1 || !isPlainJson(first) || own(first, 'type') !== 'paragraph') return false
  const inside = own(first, 'children')
  return !Array.isArray(inside) || inside.length === 0
}
