import { OctagonAlert } from 'lucide-react'
import { isFailing } from '../../../shared/sync/queue.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { generalWords } from '../../../shared/sync/server-error.ts'
import { waysOutOfMove } from '../../../shared/sync/ways-out.ts'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { modeWords, MOVE, problemWords, waitWords } from '../../unsent/entry-words.ts'
import { useMoveActions } from '../../unsent/use-unsent-actions.tsx'
import { WayButtons } from '../../unsent/way-buttons.tsx'
import styles from './document-notes.module.css'
import { troubleId } from './trouble-id.ts'
import { useDocumentTitle } from './use-document-title.ts'

/** A move of the open document that the server refused or that cannot go on by itself (SY10). */
export function MoveNote({ queued }: { queued: QueuedMove }) {
  const { t, formatTime } = useT()
  const actions = useMoveActions(queued, useDocumentTitle())
  const ways = waysOutOfMove(queued)
  const failing = isFailing(queued)
  const waits = failing ? null : waitWords(queued, ways, t)
  const general = queued.problem === null ? '' : generalWords(queued.problem)
  return (
    <Note
      id={troubleId(queued)}
      tone={failing ? 'warn' : 'bad'}
      icon={OctagonAlert}
      role="status"
      title={t(failing ? 'galley:edit.notYetDone' : 'galley:edit.notDone', {
        what: modeWords(MOVE, t),
        time: formatTime(failing ? queued.createdAt : queued.updatedAt),
      })}
    >
      {problemWords(queued, t)}
      {general !== '' && (
        <span className={styles['words']}>
          {t('galley:sync.server')}: <bdi>{general}</bdi>
        </span>
      )}
      {waits !== null && <span className={styles['words']}>{waits}</span>}
      <div className={styles['actions']}>
        <WayButtons ways={ways} actions={actions} href={null} />
      </div>
      {actions.dialog}
    </Note>
  )
}
