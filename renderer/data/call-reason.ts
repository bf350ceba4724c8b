import type { CallErrorCode } from '../../shared/ipc-wire.ts'
import type { Translate } from '../i18n/translator.ts'

const KEYS: Readonly<Record<CallErrorCode, string>> = {
  database: 'galley:app.call.database',
  refused: 'galley:app.call.refused',
  'no-account': 'galley:app.call.noAccount',
  'bad-input': 'galley:app.call.internal',
  'foreign-sender': 'galley:app.call.internal',
  internal: 'galley:app.call.internal',
}

/** Why a call of the bridge was rejected, in words. Its own message, such as `drafts.put: database`, is for the log. */
export function callReason(error: unknown, t: Translate): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = /^[\w.]+: ([a-z-]+)$/.exec(message)?.[1]
  return code !== undefined && isCode(code) ? t(KEYS[code]) : message
}

function isCode(code: string): code is CallErrorCode {
  return Object.hasOwn(KEYS, code)
}
