import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { isFailing } from '../../../shared/sync/queue.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { problemWords, waitWords, modeWords, MOVE } from '../../unsent/entry-words.ts'
import { ServerWords } from '../../unsent/server-words.tsx'
import { WayButtons, type WayButtonsProps } from '../../unsent/way-buttons.tsx'
import styles from './document-notes.module.css'
import { waysOutOfMove } from '../../../shared/sync/ways-out.ts'
import { useMoveActions } from '../../unsent/use-unsent-actions.tsx'
import { useDocumentTitle } from './use-document-title.ts'

export type TroubleNoteProps = Pick<WayButtonsProps, 'ways' | 'actions' | 'again'> & {
  of: OutboxEntry | QueuedMove
  /** The action, in the words of the button that queued it. */
  what: string
  /** More text about its fields. */
  children?: ReactNode
}

/** Problems that wait for a person without a refusal. */
const UNREFUSED: ReadonlySet<string | undefined> = new Set(['base-moved', 'outcome-unknown'])

/** The note of an entry or a move that failed: the action, the server's reason and the next steps (SY10). */
export function TroubleNote({ of, what, children, ways, actions, again }: TroubleNoteProps) {
  const { t, formatTime } = useT()
  const failing = isFailing(of)
  const waits = failing ? null : waitWords(of, ways, t)
  return (
    <Note
      id={troubleId(of)}
      tone={failing || UNREFUSED.has(of.problem?.code) ? 'warn' : 'bad'}
      icon={OctagonAlert}
      role="status"
      title={t(failing ? 'galley:edit.notYetDone' : 'galley:edit.notDone', {
        what,
        time: formatTime(failing ? of.createdAt : of.updatedAt),
      })}
    >
      {problemWords(of, t)}
      <ServerWords problem={of.problem} />
      {children}
      {waits !== null && <span className={styles['words']}>{waits}</span>}
      <div className={styles['actions']}>
        <WayButtons ways={ways} actions={actions} href={null} {...(again && { again })} />
      </div>
      {actions.dialog}
    </Note>
  )
}

/** A move of the open document that the server refused or that cannot go on by itself (SY10). */
export function MoveNote({ queued }: { queued: QueuedMove }) {
  const { t } = useT()
  const actions = useMoveActions(queued, useDocumentTitle())
  return <TroubleNote of={queued} what={modeWords(MOVE, t)} ways={waysOutOfMove(queued)} actions={actions} />
}

/** Returns the id of the note about an entry's problem. */
export const troubleId = ({ key }: Pick<OutboxEntry, 'key'>): string => `trouble-${key}`
