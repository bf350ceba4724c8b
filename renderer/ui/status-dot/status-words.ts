import { SHOWN_STATUSES, type ShownStatus } from '../../../shared/document/shown-status.ts'
import type { Translate } from '../../i18n/translator.ts'

export const DOC_STATUSES = SHOWN_STATUSES
export type DocStatus = ShownStatus

export function statusWord(status: DocStatus, t: Translate): string {
  return status === 'to-publish' ? t('galley:app.toPublish') : t(`version:${status}`)
}
