import type { CallErrorCode } from '../../shared/ipc-wire.ts'
import type { Translate } from '../i18n/translator.ts'
import type { NotWritten } from '../../shared/ipc.ts'

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
 * Returns the reason that a call of the bridge was rejected, or that a document is missing, as text. Raw
 * messages such as `drafts.put: database` or `HTTP 500` are only for the log.
 */
export function callReason(error: unknown, t: Translate): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = /^[\w.]+: ([a-z-]+)$/.exec(message)?.[1]
  if (code !== undefined && isCode(code)) return t(KEYS[code])
  return statusWords(message, t) ?? message
}

/** Returns a text for messages like `HTTP 500`; null for others. */
export function statusWords(message: string, t: Translate): string | null {
  const status = /^HTTP (\d{3})$/.exec(message)?.[1]
  if (status === undefined) return null
  return t(Number(status) >= 500 ? 'galley:local.detail.status' : 'galley:local.detail.answered', { status })
}

function isCode(code: string): code is CallErrorCode {
  return Object.hasOwn(KEYS, code)
}

type NotDone =
  { outcome: 'offline' | 'signed-out' | 'too-slow' } | { outcome: 'refused' | 'unknown'; message: string }

/**
 * Returns the reason that the server did not do something, or may have; in the server's words if it has any.
 */
export function notDoneReason(why: NotDone, t: Translate): string {
  switch (why.outcome) {
    case 'offline':
      return t('galley:actions.failed.offline')
    case 'signed-out':
      return t('galley:actions.failed.signedOut')
    case 'too-slow':
      return t('galley:actions.failed.tooSlow')
    case 'unknown':
      return why.message === ''
        ? t('galley:actions.failed.maybe')
        : t('galley:actions.failed.maybeSaid', { words: why.message })
    case 'refused':
      return why.message === ''
        ? t('galley:actions.failed.refusedUnsaid')
        : t('galley:actions.failed.refused', { words: why.message })
  }
}

/** Returns the reason that a file could not be written, as text. */
export function notWrittenReason({ reason, message }: NotWritten, t: Translate): string {
  switch (reason) {
    case 'disk-full':
      return t('galley:export.diskFull')
    case 'not-allowed':
      return t('galley:export.notAllowed')
    case 'there-already':
      return t('galley:export.thereAlready')
    case 'other':
      return t('galley:export.failed', { reason: message })
  }
}
