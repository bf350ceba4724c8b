import { Validator, type OutputUnit } from '@cfworker/json-schema'
import type { FieldError } from '../../document/validation/field-error.ts'
import { isPlainJson, type Json, type JsonObject } from '../../json.ts'

/** Validators by schema; null: the schema cannot be compiled here, so only the server checks. */
const made = new WeakMap<JsonObject, Validator | null>()

/**
 * The error of a value by its field's JSON Schema (draft 7), as the server refuses it. Like the server, it accepts
 * null, an empty list and an empty object whatever the schema says.
 */
export function checkSchema(schema: JsonObject, value: Json | undefined): FieldError | null {
  if (value === undefined || value === null || isHollow(value)) return null
  let validator = made.get(schema)
  if (validator === undefined) made.set(schema, (validator = compile(schema)))
  if (validator === null) return null
  try {
    const { valid, errors } = validator.validate(value)
    return valid ? null : { key: 'validation:invalidInput', detail: ` ${detailOf(errors)}` }
  } catch {
    // The schema refers to another one, which only the server can read.
    return null
  }
}

function compile(schema: JsonObject): Validator | null {
  try {
    return new Validator(schema, '7')
  } catch {
    return null
  }
}

function isHollow(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0
  return isPlainJson(value) && Object.keys(value).length === 0
}

/** The innermost error, with its path in the value: `from: Instance type "number" is invalid.` */
function detailOf(errors: readonly OutputUnit[]): string {
  const innermost = errors.reduce<OutputUnit | null>(
    (found, error) =>
      found === null || error.instanceLocation.length >= found.instanceLocation.length ? error : found,
    null,
  )
  if (innermost === null) return ''
  const place = innermost.instanceLocation.replace(/^#\/?/, '')
  return place === '' ? innermost.error : `${place}: ${innermost.error}`
}
