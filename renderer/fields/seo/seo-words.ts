import type { SeoResult } from '../../../shared/ipc.ts'
import { notDoneReason } from '../../data/failure-reasons.ts'
import type { Translate } from '../../i18n/translator.ts'

type NothingMade = Exclude<SeoResult, { outcome: 'done' } | { outcome: 'stopped' }>

/** Why the site made nothing, in words. */
export function seoReason(answer: NothingMade, t: Translate): string {
  switch (answer.outcome) {
    case 'too-slow':
      return t('galley:seo.tooSlow')
    case 'unusable':
      return t('galley:seo.unusable')
    case 'offline':
    case 'signed-out':
      return notDoneReason({ outcome: answer.outcome }, t)
    case 'refused':
      return notDoneReason(answer, t)
  }
}
