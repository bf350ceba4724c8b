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
