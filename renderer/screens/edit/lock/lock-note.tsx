import { LockKeyhole, LockKeyholeOpen, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../../../shared/cms/routes.ts'
import type { DocumentSession } from '../../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/note/note.tsx'
import { WayButtons } from '../../../unsent/way-buttons.tsx'
import styles from '../document-notes.module.css'
import { useEditorPlace } from '../editor-place.ts'
import { useOwnDraftActions } from '../use-own-actions.ts'
import { useDocumentLock } from './document-lock.tsx'

/** The note about another user at the document: read only, take over, or go back. */
export function LockNote({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const { other, ended, isHeld, dismissEnded } = useDocumentLock()
  if (other !== null) return isHeld ? <HeldNote session={session} /> : <LastKnownNote />
  if (ended === null) return null
  return (
    <Note
      icon={LockKeyholeOpen}
      role="status"
      title={t('galley:lock.ended', { name: ended.by ?? t('general:anotherUser') })}
      action={
        <Button size="row" variant="quiet" onPress={dismissEnded}>
          {t('general:close')}
        </Button>
      }
    >
      {t('galley:lock.endedBody')}
    </Note>
  )
}

function HeldNote({ session }: { session: DocumentSession }) {
  const words = useT()
  const { t } = words
  const { other, takeOver, isTaking } = useDocumentLock()
  const goBack = useGoBack()
  const hasOwn = useDocumentState(({ view, dirty }) => dirty || view.entries.length > 0)
  const actions = useOwnDraftActions(session)
  const [isReading, setReading] = useState(false)
  if (other === null) return null
  const vars = { name: other.by ?? t('general:anotherUser'), time: words.formatMoment(other.since) }
  const takeOverButton = (
    <Button size="header" onPress={takeOver} busyLabel={isTaking ? t('galley:lock.taking') : null}>
      {t(other.taken ? 'galley:lock.takeBack' : 'general:takeOver')}
    </Button>
  )
  const isQuiet = isReading && !other.taken && !hasOwn
  return (
    <Note
      tone={other.taken ? 'warn' : 'plain'}
      icon={LockKeyhole}
      role="status"
      title={t(other.taken ? 'galley:lock.taken' : 'galley:lock.editing', vars)}
      {...(isQuiet && { action: takeOverButton })}
    >
      {!isQuiet && (
        <>
          {t(hasOwn ? 'galley:lock.yoursKept' : 'galley:lock.readable')}{' '}
          {/* Each activity of the other user changes this time, so it is not read out. */}
          <span aria-live="off">{t('galley:lock.until', { time: words.formatMoment(other.until) })}</span>
          <div className={styles['actions']}>
            <Button size="header" variant="quiet" onPress={goBack}>
              {t('general:goBack')}
            </Button>
            {!other.taken && !hasOwn && (
              <Button size="header" onPress={() => setReading(true)}>
                {t('general:viewReadOnly')}
              </Button>
            )}
            {takeOverButton}
            {hasOwn && <WayButtons ways={['copy', 'export']} actions={actions} href={null} />}
          </div>
        </>
      )}
    </Note>
  )
}

/** The note for offline use: who had the lock last, while that may still be true. */
function LastKnownNote() {
  const words = useT()
  const { t } = words
  const { other } = useDocumentLock()
  if (other === null) return null
  return (
    <Note
      icon={LockKeyhole}
      role="status"
      title={t('galley:lock.lastKnown', {
        name: other.by ?? t('general:anotherUser'),
        time: words.formatMoment(other.since),
      })}
    >
      {t('galley:lock.lastKnownBody')}
    </Note>
  )
}

function useGoBack(): () => void {
  const { entity } = useDocument()
  const place = useEditorPlace()
  const navigate = useNavigate()
  return () =>
    void (entity.kind === 'collection' ? place.leave(entity.slug) : navigate(adminRoutes.dashboard()))
}

/** The note that another user has unsent edits of this document. */
export function OthersUnsentNote() {
  const words = useT()
  const { t } = words
  const { other, othersUnsent } = useDocumentLock()
  // The lock's note covers its holder's edits.
  if (other !== null) return null
  return othersUnsent.map(({ by, since }) => (
    <Note key={`${by} ${since}`} icon={Hourglass} role="status">
      {t('galley:lock.othersUnsent', {
        name: by ?? t('general:anotherUser'),
        time: words.formatMoment(since),
      })}
    </Note>
  ))
}
