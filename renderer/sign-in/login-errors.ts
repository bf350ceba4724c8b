import type { LoginResult } from '../../shared/ipc.ts'

export type LoginErrors = { identifier: string | null; password: string | null }

/**
 * Returns the server's messages by field. A message without a field stands at the password, below both
 * inputs, since the server does not say which of them is wrong.
 */
export function loginErrors(refused: Extract<LoginResult, { outcome: 'refused' }>): LoginErrors {
  const at = (...paths: string[]) =>
    refused.fields.find((field) => paths.includes(field.path))?.message ?? null
  const identifier = at('email', 'username')
  const password = at('password')
  if (identifier === null && password === null) return { identifier: null, password: refused.message }
  return { identifier, password }
}
