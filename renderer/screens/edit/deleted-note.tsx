import { TriangleAlert } from 'lucide-react'
import { waysOut } from '../../../shared/sync/ways-out.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { WayButtons } from '../../unsent/way-buttons.tsx'
import styles from './document-notes.module.css'
import { useOwnDraftActions } from './use-own-draft-actions.ts'

/** The server has this document no longer; what was typed in it is here, and what can be done with that. */
export function DeletedNote({ session }: { session: DocumentSession }) {
  const { t } = useT()
  const dirty = useDocumentState((document) => document.dirty)
  const isQueued = useDocumentState(({ view }) => view.entries.length > 0)
  const actions = useOwnDraftActions(session)
  // The note of what is queued says so.
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
