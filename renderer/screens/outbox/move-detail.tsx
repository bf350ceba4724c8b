import type { Move } from '../../../shared/sync/move.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useDocumentTitles } from '../../data/use-document-titles.ts'
import { useT } from '../../i18n/use-t.ts'
import styles from './entry-detail.module.css'

/** Beside what a document would go, in the order in which that is tried. */
export function MoveDetail({ move, slug }: { move: Move; slug: string }) {
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
