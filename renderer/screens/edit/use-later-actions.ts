import { CalendarClock, RotateCcw } from 'lucide-react'
import { hasLocaleStatus } from '../../../shared/cms/entity-rules.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import type { DocumentAction } from './document-action.tsx'
import { canUnpublish, documentStatus } from './document-status.ts'

/**
 * Returns the actions on a document with drafts that need the server: scheduling, and reverting to the published
 * version (M.08).
 */
export function useLaterActions({
  denied,
  onSchedule,
  onRevert,
}: {
  denied: string | null
  onSchedule: () => void
  onRevert: () => void
}): DocumentAction[] {
  const { t } = useT()
  const { entity } = useDocument()
  const { capabilities } = useSchema()
  const { locale } = useContentLocale()
  const online = useConnection()?.status === 'online'
  const isNew = useDocumentState(({ view }) => view.isNew)
  const isGone = useDocumentState(({ view }) => view.isGone)
  const isPublished = useDocumentState(({ view }) => canUnpublish(view))
  const status = useDocumentState(({ view, dirty }) => documentStatus(view, dirty, true, locale))
  const offline = online ? null : t('galley:actions.needsServer')
  const unknown = isNew || isGone ? t('galley:actions.saveFirst') : null
  const revert: DocumentAction = {
    id: 'revert',
    title: 'version:revertToPublished',
    also: 'galley:palette.also.revert',
    icon: RotateCcw,
    disabledReason:
      denied ??
      unknown ??
      // With a status per locale the published content is of several moments; a version of one can be restored
      // instead.
      (hasLocaleStatus(entity) ? t('galley:edit.revertPerLocale') : null) ??
      (isPublished ? null : t('galley:edit.notPublished')) ??
      (status === 'published' ? t('galley:actions.notChanged') : null) ??
      offline,
    onAction: onRevert,
  }
  const schedule: DocumentAction = {
    id: 'schedule',
    title: 'version:schedulePublish',
    also: 'galley:palette.also.schedule',
    icon: CalendarClock,
    disabledReason: denied ?? unknown ?? offline,
    onAction: onSchedule,
  }
  return entity.versions?.schedules === true && capabilities.schedule ? [schedule, revert] : [revert]
}
