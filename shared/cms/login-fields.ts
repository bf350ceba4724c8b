import type { Field } from './schema-model.ts'

const LOGIN_FIELDS: ReadonlySet<string> = new Set(['email', 'username'])

/** The fields that a person is known by when they log in, and all others; each in the order of the form. */
export function splitLoginFields(fields: readonly Field[]): { login: Field[]; others: Field[] } {
  const isLogin = (field: Field): boolean =>
    'name' in field && field.name !== null && LOGIN_FIELDS.has(field.name)
  return { login: fields.filter(isLogin), others: fields.filter((field) => !isLogin(field)) }
}
