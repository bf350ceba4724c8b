import type { Translate } from '../../i18n/translator.ts'

/** `to-publish`: it was published here, and the server does not know yet. */
export const DOC_STATUSES = ['published', 'draft', 'changed', 'to-publish'] as const

export type DocStatus = (typeof DOC_STATUSES)[number]

export function statusWord(status: DocStatus, t: Translate): string {
  return status === 'to-publish' ? t('galley:app.toPublish') : t(`version:${status}`)
}
