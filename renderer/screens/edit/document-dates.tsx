import { memo } from 'react'
import { useConnection } from '../../data/queries.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Moment } from '../../ui/moment/moment.tsx'
import { useNow } from '../../sync/ages.ts'
import { useCalmState } from './use-calm-state.ts'
import styles from './document-dates.module.css'

/**
 * The dates of a document: being saved, or the time since the last save (S9.11); offline the time of the local copy.
 */
export const DocumentDates = memo(function DocumentDates() {
  const { t } = useT()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const base = useDocumentState(({ view }) => view.base)
  const line = useSavedLine()
  const { createdAt } = base.data
  return (
    <div className={styles['dates']}>
      {line !== null && <p>{line}</p>}
      {!isNew && (base.updatedAt !== null || typeof createdAt === 'string') && (
        <dl className={styles['list']}>
          {base.updatedAt !== null && <DateLine label={t('general:lastModified')} date={base.updatedAt} />}
          {typeof createdAt === 'string' && <DateLine label={t('general:createdAt')} date={createdAt} />}
        </dl>
      )}
    </div>
  )
})

function useSavedLine(): string | null {
  const { t, formatDistance, formatMoment } = useT()
  const online = useConnection()?.status === 'online'
  const now = useNow(30_000)
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const base = useDocumentState(({ view }) => view.base)
  // Uses the state line's state, so that `Saved` never stands next to "Saving" (U27).
  const state = useCalmState()
  const saving = state !== 'edited' && state.kind === 'sending'
  if (isNew) return t('galley:edit.onlyHere')
  if (!online) return t('galley:edit.fromCache', { time: formatMoment(base.fetchedAt) })
  if (base.updatedAt === null || entity.versions?.drafts !== true) return null
  if (saving) return t('general:saving')
  // A server's time ahead of this computer's clock counts as now (SY11).
  const isAhead = Date.parse(base.updatedAt) > now
  const distance = formatDistance(isAhead ? new Date(now).toISOString() : base.updatedAt)
  return t('version:lastSavedAgo', { distance })
}

function DateLine({ label, date }: { label: string; date: string }) {
  return (
    <div className={styles['line']}>
      <dt>{label}</dt>
      <dd>
        <Moment iso={date} />
      </dd>
    </div>
  )
}
