import { CloudOff, Languages, TriangleAlert } from 'lucide-react'
import type { RefreshResult } from '../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { callReason } from '../../data/failure-reasons.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { entriesInTrouble, movesInTrouble } from '../../form/queued-states.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/note/note.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { DifferencesNote } from './differences-note.tsx'
import { MoveNote } from './trouble-note.tsx'
import { useDocumentLock } from './lock/document-lock.tsx'
import { LockNote, OthersUnsentNote } from './lock/lock-note.tsx'
import { PermissionNote } from './permission-note.tsx'
import styles from './document-notes.module.css'
import { ProblemNote } from './problem-note.tsx'
import { useRefusalToasts } from './use-refusal-toasts.ts'
import { useStillFields } from './use-still-fields.ts'
import { waysOut } from '../../../shared/sync/ways-out.ts'
import { WayButtons } from '../../unsent/way-buttons.tsx'
import { useOwnDraftActions } from './use-own-actions.ts'

/** The notes above the fields about states that need a person; empty if there are none. */
export function DocumentNotes({
  session,
  refreshed,
}: {
  session: DocumentSession
  refreshed: RefreshResult | null
}) {
  const view = useDocumentState((form) => form.view)
  const { isHeld } = useDocumentLock()
  // The lock's note covers the problem `locked`; a failing server is reported by the state line alone (U28).
  const isToldHere = ({ state, problem }: Pick<OutboxEntry, 'state' | 'problem'>): boolean =>
    !(isHeld && problem?.code === 'locked') && !(state !== 'parked' && problem?.code === 'server-error')
  const inTrouble = entriesInTrouble(view).filter(isToldHere)
  useRefusalToasts(inTrouble)
  const place = useStillFields()
  return (
    <div ref={place} className={styles['notes']}>
      <PermissionNote />
      <LockNote session={session} />
      <OthersUnsentNote />
      {view.isGone ? (
        <DeletedNote session={session} />
      ) : (
        <RefreshNote refreshed={refreshed} onAgain={() => void session.refresh()} />
      )}
      <LocaleByLocaleNote />
      <DifferencesNote />
      {inTrouble.map((entry) =>
        entry.problem?.code === 'conflict' ? (
          <ConflictNote key={entry.key} entry={entry} session={session} />
        ) : (
          <ProblemNote key={entry.key} entry={entry} session={session} />
        ),
      )}
      {movesInTrouble(view)
        .filter(isToldHere)
        .map((queued) => (
          <MoveNote key={queued.key} queued={queued} />
        ))}
    </div>
  )
}

/**
 * The note that a save in several locales is one request per locale; without drafts readers see them arrive one by
 * one (DM2).
 */
function LocaleByLocaleNote() {
  const { t } = useT()
  const { entity } = useDocument()
  const entries = useDocumentState(({ view }) => view.entries)
  const waiting = entries.filter(({ group, state }) => group !== null && state !== 'parked')
  if (entity.versions?.drafts === true || waiting.length === 0) return null
  const locales = waiting.map(({ locale }) => locale).join(', ')
  return (
    <Note icon={Languages} role="status" title={t('galley:edit.localeByLocale')}>
      {t('galley:edit.localesToCome', { locales })}
    </Note>
  )
}

/** The note that the server's answer lacked the document, so that the local copy is shown. */
function RefreshNote({ refreshed, onAgain }: { refreshed: RefreshResult | null; onAgain: () => void }) {
  const { t } = useT()
  switch (refreshed?.outcome) {
    case 'gone':
      return <Note tone="warn" icon={TriangleAlert} title={t('galley:edit.gone')} />
    case 'denied':
      return <Note tone="warn" icon={TriangleAlert} title={t('galley:edit.notShown')} />
    case 'failed':
      return (
        <Note
          icon={CloudOff}
          title={t('galley:edit.notRefreshed')}
          action={
            <Button size="row" variant="quiet" onPress={onAgain}>
              {t('galley:edit.tryAgain')}
            </Button>
          }
        >
          {callReason(refreshed.message, t)}
        </Note>
      )
    default:
      return null
  }
}

/** The note that the server has deleted this document, with actions for edits that are not queued. */
export function DeletedNote({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const dirty = useDocumentState((document) => document.dirty)
  const isQueued = useDocumentState(({ view }) => view.entries.length > 0)
  const actions = useOwnDraftActions(session)
  // The note of the queued entry says it already.
  if (isQueued && !dirty) return null
  return (
    <Note tone="bad" icon={TriangleAlert} role="status" title={t('galley:edit.gone')}>
      {dirty && (
        <>
          {t('galley:sync.problem.deleted')}
          <div className={styles['actions']}>
            <WayButtons ways={waysOut.deleted} actions={actions} href={null} />
          </div>
        </>
      )}
      {actions.dialog}
    </Note>
  )
}
