import type { ValidationContext } from './field-type.ts'

/** Users log in with either e-mail or user name: neither is required, but one of them is (S5.17, S5.18). */
export function eitherName({ loginWithUsername, siblings }: ValidationContext): boolean {
  if (loginWithUsername === undefined || loginWithUsername === null || siblings === undefined) return false
  return !loginWithUsername.requireUsername && !loginWithUsername.requireEmail
}
