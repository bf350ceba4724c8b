import type { CallErrorCode } from '../../shared/ipc-wire.ts'
import type { Translate } from '../i18n/translator.ts'

const KEYS: Readonly<Record<CallErrorCode, string>> = {
  database: 'galley:app.call.database',
  refused: 'galley:app.call.refused',
  managed: 'galley:app.call.managed',
  'no-account': 'galley:app.call.noAccount',
  'bad-input': 'galley:app.call.internal',
  'foreign-sender': 'galley:app.call.internal',
  internal: 'galley:app.call.internal',
}

/**
 * Why a call of the bridge was rejected, or the server gave no document, in words. The messages of calls, such as
 * `drafts.put: database`, and a bare `HTTP 500` are for the log.
 */
export function callReason(error: unknown, t: Translate): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = /^[\w.]+: ([a-z-]+)$/.exec(message)?.[1]
  if (code !== undefined && isCode(code)) return t(KEYS[code])
  return statusWords(message, t) ?? message
}

/** `HTTP 500` in words; null where it is something else. */
export function statusWords(message: string, t: Translate): string | null {
  const status = /^HTTP (\d{3})$/.exec(message)?.[1]
  if (status === undefined) return null
  return t(Number(status) >= 500 ? 'galley:local.detail.status' : 'galley:local.detail.answered', { status })
}

function isCode(code: string): code is CallErrorCode {
  return Object.hasOwn(KEYS, code)
}
