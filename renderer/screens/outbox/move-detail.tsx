import type { Move } from '../../../shared/sync/move.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { waysOutOfMove } from '../../../shared/sync/ways-out.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useDocumentTitles } from '../../data/use-document-rows.ts'
import { useT } from '../../i18n/use-t.ts'
import { modeWords, MOVE } from '../../unsent/entry-words.ts'
import { useMoveActions } from '../../unsent/use-unsent-actions.tsx'
import styles from './entry-detail.module.css'
import { entryStateWords } from './entry-state.tsx'
import { UnsentDetail } from './unsent-detail.tsx'

/** The details of a move: the target, its problem, and the actions on it (SY10). */
export function MoveDetail({ queued, title }: { queued: QueuedMove; title: string }) {
  const { t } = useT()
  const actions = useMoveActions(queued, title)
  const { move, ref } = queued
  return (
    <UnsentDetail
      of={queued}
      what={modeWords(MOVE, t)}
      state={entryStateWords({ ...queued, waitsFor: [] }, [], () => null, t)}
      ways={waysOutOfMove(queued)}
      actions={actions}
    >
      {move !== null && <Neighbours move={move} slug={ref.slug} />}
    </UnsentDetail>
  )
}

/** The target neighbours of a document, in the order in which they are tried. */
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
