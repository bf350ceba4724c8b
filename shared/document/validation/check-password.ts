import type { FieldError } from './field-error.ts'
import { textLength } from '../../fields/text-rules.ts'
import { required } from '../../fields/value-rules.ts'

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
