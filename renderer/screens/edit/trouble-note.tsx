import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { isFailing } from '../../../shared/sync/queue.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { problemWords, waitWords } from '../../unsent/entry-words.ts'
import { ServerWords } from '../../unsent/server-words.tsx'
import { WayButtons, type WayButtonsProps } from '../../unsent/way-buttons.tsx'
import styles from './document-notes.module.css'
import { troubleId } from './trouble-id.ts'

export type TroubleNoteProps = Pick<WayButtonsProps, 'ways' | 'actions' | 'again'> & {
  of: OutboxEntry | QueuedMove
  /** What it does, in the words of the button that made it. */
  what: string
  /** What is to be said besides, of its fields. */
  children?: ReactNode
}

/** Why something waits for a person that nobody has refused. */
const UNREFUSED: ReadonlySet<string | undefined> = new Set(['base-moved', 'outcome-unknown'])

/** What did not get through of an open document: what, why in the server's words, what can be done (SY10). */
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
