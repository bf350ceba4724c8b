import type { LengthLimits, RowLimits } from '../cms/field-base.ts'
import type { FieldError } from '../document/validation/field-error.ts'
import type { Json } from '../json.ts'
import type { FieldWithValue, ValidationContext } from './field-type.ts'
import { isNothing, plainValue, required } from './value-rules.ts'

/** Longest text if a field has no maxLength (S5.06). */
export const DEFAULT_MAX_TEXT_LENGTH = 40_000

/**
 * Shortest text if a text field has no minLength (S5.07, S9.08); empty values are not checked, and null disables it.
 * The server has such a default for passwords only.
 */
export const DEFAULT_MIN_TEXT_LENGTH: number | null = 3

export const TOO_SHORT = 'validation:longerThanMin'

/** The error of a text's length, longest first (S5.08-S5.10). `fallbackMin`: if the field has no minimum. */
export function textLength(
  value: Json | undefined,
  limits: LengthLimits,
  fallbackMin: number | null,
): FieldError | null {
  const length = typeof value === 'string' ? value.length : 0
  const max = limits.maxLength ?? DEFAULT_MAX_TEXT_LENGTH
  if (length > max) return { key: 'validation:shorterThanMax', vars: { maxLength: max } }
  const min = limits.minLength ?? (length > 0 ? fallbackMin : null)
  if (min !== null && length < min) return { key: TOO_SHORT, vars: { minLength: min } }
  return null
}

/**
 * The error of a wrong number of rows, or of values of a hasMany field (S5.12-S5.14). An empty optional list
 * is valid.
 */
export function rowCount(
  value: Json | undefined,
  limits: RowLimits & { required: boolean },
): FieldError | null {
  const count = Array.isArray(value) ? value.length : 0
  const rows = { label: 'general:rows' }
  if (count === 0 && !limits.required) return null
  if (limits.minRows && count < limits.minRows) {
    return { key: 'validation:requiresAtLeast', vars: { count: limits.minRows }, varKeys: rows }
  }
  if (limits.maxRows && count > limits.maxRows) {
    return { key: 'validation:requiresNoMoreThan', vars: { count: limits.maxRows }, varKeys: rows }
  }
  if (count > 0) return null
  return { key: 'validation:requiresAtLeast', vars: { count: 1 }, varKeys: { label: 'general:row' } }
}

/** The error of a missing required text. */
export function needed(field: { required: boolean }, value: Json | undefined): FieldError | null {
  return field.required && (isNothing(value) || value === '') ? required : null
}

/** The common behaviour of text fields. */
export const plainTextValue = {
  ...plainValue,
  searchable: true,
  fits(_field: FieldWithValue, value: Json): boolean {
    return typeof value === 'string'
  },
  labelsRows: true,
  text(_field: FieldWithValue, value: Json | undefined): string {
    const text = plainValue.text(_field, value)
    return text.trim() === '' ? '' : text
  },
} as const

/**
 * True if users log in with either e-mail or user name: neither is required, but one of them is (S5.17,
 * S5.18).
 */
export function eitherName({ loginWithUsername, siblings }: ValidationContext): boolean {
  if (loginWithUsername === undefined || loginWithUsername === null || siblings === undefined) return false
  return !loginWithUsername.requireUsername && !loginWithUsername.requireEmail
}

/** Shortest password that the server takes (S5.07). */
const MIN_PASSWORD_LENGTH = 3

/** The errors of a new password and its repetition (S5.15). `maxLength`: of the site, null for the default. */
export function checkPassword(
  password: string,
  confirmation: string,
  maxLength: number | null = null,
): { password: FieldError | null; confirmation: FieldError | null } {
  return {
    password:
      textLength(password, { minLength: null, maxLength }, MIN_PASSWORD_LENGTH) ??
      (password === '' ? required : null),
    confirmation:
      confirmation === ''
        ? required
        : confirmation === password
          ? null
          : { key: 'fields:passwordsDoNotMatch' },
  }
}
