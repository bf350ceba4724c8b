import type { FieldError } from './field-error.ts'
import { textLength } from '../../fields/text-rules.ts'
import { required } from '../../fields/value-rules.ts'

/** Shortest password the server takes where the collection says nothing. */
const MIN_PASSWORD_LENGTH = 3

/** What is wrong with a new password, or null. */
export function validatePassword(value: string, isRequired: boolean): FieldError | null {
  const error = textLength(value, { minLength: null, maxLength: null }, MIN_PASSWORD_LENGTH)
  return error ?? (isRequired && value === '' ? required : null)
}

/** What is wrong with the repeated password, or null (S5.15). */
export function validatePasswordConfirmation(
  value: string,
  password: string,
  isRequired: boolean,
): FieldError | null {
  if (isRequired && value === '') return required
  return value !== '' && value !== password ? { key: 'fields:passwordsDoNotMatch' } : null
}
