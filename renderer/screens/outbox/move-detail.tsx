import { OctagonAlert } from 'lucide-react'
import type { Move } from '../../../shared/sync/move.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { generalWords } from '../../../shared/sync/server-error.ts'
import { waysOutOfMove } from '../../../shared/sync/ways-out.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useDocumentTitles } from '../../data/use-document-titles.ts'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { modeWords, MOVE, problemWords, triesWords, waitWords } from '../../unsent/entry-words.ts'
import { useMoveActions } from '../../unsent/use-unsent-actions.tsx'
import { WayButtons } from '../../unsent/way-buttons.tsx'
import styles from './entry-detail.module.css'
import { EntryState, entryStateWords } from './entry-state.tsx'

/** One move in full: where the document goes, why it is still here, and what can be done about it (SY10). */
export function MoveDetail({ queued, title }: { queued: QueuedMove; title: string }) {
  const { t, formatDate, formatTime } = useT()
  const actions = useMoveActions(queued, title)
  const ways = waysOutOfMove(queued)
  const { move, problem } = queued
  const waits = waitWords(queued, ways, t)
  return (
    <>
      <section className={styles['section']}>
        <h2 className={styles['heading']}>
          {modeWords(MOVE, t)}
          <span className={styles['when']}>
            {formatTime(queued.createdAt)}
            {triesWords(queued, { t, formatTime })}
          </span>
        </h2>
        <EntryState words={entryStateWords({ ...queued, waitsFor: [] }, [], () => null, t)} />
        {waits !== null && <p className={styles['explains']}>{waits}</p>}
        {problem !== null && <p className={styles['explains']}>{problemWords(queued, t)}</p>}
        {problem !== null && generalWords(problem) !== '' && (
          <Note tone="bad" icon={OctagonAlert} title={t('galley:sync.server')}>
            <br />
            <span dir="auto">{generalWords(problem)}</span>
          </Note>
        )}
      </section>
      <section className={styles['section']}>
        {move !== null && <Neighbours move={move} slug={queued.ref.slug} />}
        <dl className={styles['facts']}>
          <dt>{t('galley:sync.meta.made')}</dt>
          <dd>{formatDate(queued.createdAt)}</dd>
          {problem?.status != null && (
            <>
              <dt>{t('galley:sync.meta.answer')}</dt>
              <dd>{problem.status}</dd>
            </>
          )}
        </dl>
      </section>
      <div className={styles['actions']}>
        <WayButtons ways={ways} actions={actions} href={adminRoutes.document(queued.ref)} />
      </div>
      {actions.dialog}
    </>
  )
}

/** Beside what a document would go, in the order in which that is tried. */
function Neighbours({ move, slug }: { move: Move; slug: string }) {
  const { t } = useT()
  const { locale } = useContentLocale()
  const nameOf = useDocumentTitles(
    move.near.map(({ id }) => ({ slug, id })),
    locale,
  )
  return (
    <>
      <h2 className={styles['heading']}>{t('galley:list.order.would')}</h2>
      {move.near.map(({ id, side }, index) => (
        <p key={id} className={styles['explains']}>
          {index > 0 && `${t('galley:list.order.else')} `}
          {t(side === 'greater' ? 'galley:list.order.behind' : 'galley:list.order.before', {
            title: nameOf(slug, id) ?? id,
          })}
        </p>
      ))}
    </>
  )
}
