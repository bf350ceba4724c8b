import { CloudOff, TriangleAlert } from 'lucide-react'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { callReason } from '../../data/call-reason.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useDocumentState } from '../../form/form-context.tsx'
import { parkedEntries } from '../../form/queued-states.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/note/note.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { ProblemNote } from './problem-note.tsx'

/** What stands above the fields because somebody has to act on it; silent where there is nothing. */
export function DocumentNotes({
  session,
  refreshed,
}: {
  session: DocumentSession
  refreshed: RefreshResult | null
}) {
  const view = useDocumentState((form) => form.view)
  return (
    <>
      <RefreshNote refreshed={refreshed} onAgain={() => void session.refresh()} />
      {parkedEntries(view).map((entry) =>
        entry.problem?.code === 'conflict' ? (
          <ConflictNote key={`${entry.key} ${entry.updatedAt}`} entry={entry} />
        ) : (
          <ProblemNote key={entry.key} entry={entry} session={session} />
        ),
      )}
    </>
  )
}

/** The server answered, but not with the document: what is shown is the version kept here. */
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
