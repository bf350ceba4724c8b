import type { NotWritten } from '../../shared/ipc.ts'
import type { Translate } from '../i18n/translator.ts'

type NotDone =
  { outcome: 'offline' | 'signed-out' | 'too-slow' } | { outcome: 'refused' | 'unknown'; message: string }

/** Why the server did not do what only it can do, or that it may have, in words; its own where it has some. */
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

/** Why a file could not be written where a person wanted it, in words. */
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
