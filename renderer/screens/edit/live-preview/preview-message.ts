import { callReason } from '../../../data/failure-reasons.ts'
import type { Translate } from '../../../i18n/translator.ts'
import type { MessageProps } from '../../../ui/message/message.tsx'
import type { PreviewPage } from './use-preview-page.ts'

export type PreviewMessage = Pick<MessageProps, 'kind' | 'title'> & {
  body: string
  /** The request to retry: for the page's address, or for the page. */
  again: 'ask' | 'load' | null
}

/** Returns the message shown instead of the page; null: the page is shown. */
export function messageOf(
  { state, answer, error, isNew }: Omit<PreviewPage, 'again'> & { isNew: boolean },
  t: Translate,
): PreviewMessage | null {
  // A loaded page stays, whatever happens to its address later.
  if (state === 'shown') return null
  const failed = (kind: 'error' | 'offline', title: string, body: string, again: 'ask' | 'load') => ({
    kind,
    title,
    body,
    again,
  })
  if (error !== null) return failed('error', t('galley:preview.refused'), callReason(error, t), 'ask')
  switch (answer?.outcome) {
    case 'offline':
      return failed('offline', t('galley:preview.unreachable'), t('galley:preview.formGoesOn'), 'ask')
    case 'too-slow':
      return failed('error', t('galley:preview.tooSlow'), t('galley:preview.formGoesOn'), 'ask')
    case 'signed-out':
      return failed('offline', t('galley:preview.signedOut'), t('galley:preview.formGoesOn'), 'ask')
    case 'refused':
      return failed(
        'error',
        t('galley:preview.refused'),
        answer.message || t('galley:actions.failed.unknown'),
        'ask',
      )
    case 'done':
      if (answer.done) break
      return {
        kind: 'empty',
        title: t('galley:preview.none'),
        body: t(isNew ? 'galley:preview.noneYet' : 'galley:preview.noneHere'),
        again: null,
      }
    case undefined:
  }
  switch (state) {
    case 'failed':
      return failed('offline', t('galley:preview.unreachable'), t('galley:preview.formGoesOn'), 'load')
    case 'stuck':
      return failed('error', t('galley:preview.stuck'), t('galley:preview.formGoesOn'), 'load')
    case 'ended':
      return failed('error', t('galley:preview.ended'), t('galley:preview.formGoesOn'), 'load')
    case 'closed':
    case 'loading':
      return { kind: 'empty', title: t('galley:preview.loading'), body: '', again: null }
  }
}
