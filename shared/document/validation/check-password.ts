import type { FieldError } from './field-error.ts'
import { textLength } from '../../fields/text-rules.ts'
import { required } from '../../fields/value-rules.ts'

/** Shortest password that the server takes (S5.07). */
const MIN_PASSWORD_LENGTH = 3

/** What is wrong with a new password and the same once more (S5.15). `maxLength`: of the site, null for the usual one. */
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
