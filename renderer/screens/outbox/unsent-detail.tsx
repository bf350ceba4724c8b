import type { ReactNode } from 'react'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useT } from '../../i18n/use-t.ts'
import { Moment } from '../../ui/moment/moment.tsx'
import { problemWords, triesWords, waitWords } from '../../unsent/entry-words.ts'
import { ServerWords } from '../../unsent/server-words.tsx'
import { WayButtons, type WayButtonsProps } from '../../unsent/way-buttons.tsx'
import styles from './entry-detail.module.css'
import { EntryState, type EntryStateWords } from './entry-state.tsx'

export type UnsentDetailProps = Pick<WayButtonsProps, 'ways' | 'actions' | 'decide'> & {
  of: OutboxEntry | QueuedMove
  /** The action, in the words of the button that queued it. */
  what: string
  state: EntryStateWords
  /** The server's messages about fields. */
  ofFields?: ReactNode
  /** The conflicts to decide. */
  decisions?: ReactNode
  /** The changes it would make. */
  children: ReactNode
}

/** The details of something unsent: its problem, its changes, and the actions on it (SY10). */
export function UnsentDetail({
  of,
  what,
  state,
  ofFields,
  decisions,
  children,
  ways,
  actions,
  decide,
}: UnsentDetailProps) {
  const { t, formatTime } = useT()
  const { problem } = of
  const waits = waitWords(of, ways, t)
  return (
    <>
      <section className={styles['section']}>
        <h2 className={styles['heading']}>
          {what}
          <span className={styles['when']}>
            <Moment iso={of.createdAt} />
            {triesWords(of, { t, formatTime })}
          </span>
        </h2>
        <EntryState words={state} />
        {waits !== null && <p className={styles['explains']}>{waits}</p>}
        {problem !== null && <p className={styles['explains']}>{problemWords(of, t)}</p>}
        <ServerWords problem={problem} boxed />
        {ofFields}
      </section>
      {decisions}
      <section className={styles['section']}>
        {children}
        <dl className={styles['facts']}>
          <dt>{t('galley:sync.meta.made')}</dt>
          <dd>
            <Moment iso={of.createdAt} />
          </dd>
          {problem?.status != null && (
            <>
              <dt>{t('galley:sync.meta.answer')}</dt>
              <dd>{problem.status}</dd>
            </>
          )}
        </dl>
      </section>
      <div className={styles['actions']}>
        <WayButtons
          ways={ways}
          actions={actions}
          href={adminRoutes.document(of.ref)}
          {...(decide && { decide })}
        />
      </div>
      {actions.dialog}
    </>
  )
}
