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
  /** What it does, in the words of the button that made it. */
  what: string
  state: EntryStateWords
  /** What the server said of its fields. */
  ofFields?: ReactNode
  /** What is to be decided. */
  decisions?: ReactNode
  /** What it would do. */
  children: ReactNode
}

/** Something unsent in full: why it is here, what it would do, and what can be done about it (SY10). */
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
