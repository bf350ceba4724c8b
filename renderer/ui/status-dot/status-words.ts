import { SHOWN_STATUSES, type ShownStatus } from '../../../shared/document/shown-status.ts'
import type { Translate } from '../../i18n/translator.ts'

export const DOC_STATUSES = SHOWN_STATUSES
export type DocStatus = ShownStatus

/** Returns the words for the stored status as rows show it: a changed document is stored as draft. */
export function storedStatusWord(stored: string, t: Translate): string {
  if (stored !== 'draft') return statusWord('published', t)
  const [draft, changed] = [statusWord('draft', t), statusWord('changed', t)]
  return t('galley:filters.draftOrChanged', { draft, changed })
}

export function statusWord(status: DocStatus, t: Translate): string {
  return status === 'to-publish' ? t('galley:app.toPublish') : t(`version:${status}`)
}
