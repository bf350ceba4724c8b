import { ChevronLeft, ChevronRight } from 'lucide-react'
import { pagination, rangeLabel } from '../../../shared/document/range-label.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import { IconButton } from '../icon-button/icon-button.tsx'
import { MenuButton } from '../menu-button/menu-button.tsx'
import styles from './pagination.module.css'

type PaginationProps = { page: number; totalDocs: number; limit: number; onPage: (page: number) => void }

/** Arrows and page numbers with one neighbour (S2.43); nothing for a single page. */
export function Pagination({ page, totalDocs, limit, onPage }: PaginationProps) {
  const { t } = useT()
  const pages = pagination({ page, limit, totalDocs })
  if (pages === null) return null
  const { previous, next } = pages
  return (
    <nav aria-label={t('galley:app.pagination.label')} className={styles['pages']}>
      <IconButton
        icon={ChevronLeft}
        flip
        label={t('general:previous')}
        disabledReason={previous === null ? t('galley:app.pagination.first') : null}
        onPress={() => {
          if (previous !== null) onPage(previous)
        }}
      />
      {pages.items.map((item) =>
        item.type === 'separator' ? (
          <span key={item.key} aria-hidden="true" className={styles['gap']}>
            …
          </span>
        ) : (
          // The current page is a button too, so that the focus stays on it (U12).
          <Button
            key={item.page}
            variant="quiet"
            size="header"
            className={cx(styles['page'], item.current && styles['current'])}
            aria-label={t('galley:app.pagination.page', { page: item.page })}
            {...(item.current && { 'aria-current': 'page' as const })}
            onPress={() => {
              if (!item.current) onPage(item.page)
            }}
          >
            {item.page}
          </Button>
        ),
      )}
      <IconButton
        icon={ChevronRight}
        flip
        label={t('general:next')}
        disabledReason={next === null ? t('galley:app.pagination.last') : null}
        onPress={() => {
          if (next !== null) onPage(next)
        }}
      />
    </nav>
  )
}

type RangeProps = Omit<PaginationProps, 'onPage'> & {
  /** Number of the page's documents that are shown; all by default. */
  shown?: number | undefined
}

/** The range `11-20 of 25` (S2.44); `11-13 of 25` if the other documents of the page are only on the server (U26). */
export function RangeLabel({ page, totalDocs, limit, shown = limit }: RangeProps) {
  const { t } = useT()
  const range = rangeLabel({ page, limit, totalDocs })
  if (range === null || shown === 0) return null
  return (
    <span className={styles['range']}>
      <bdi dir="ltr">
        {range.from}-{Math.min(range.to, range.from + shown - 1)}
      </bdi>{' '}
      {t('general:of')} {range.total}
    </span>
  )
}

type PerPageProps = { limit: number; limits: number[]; onLimit: (limit: number) => void }

/** `Per Page: 25` with the choices (S2.45). */
export function PerPage({ limit, limits, onLimit }: PerPageProps) {
  const { t } = useT()
  // Some translations have no placeholder, so the number follows them.
  const text = t('general:perPage', { limit })
  return (
    <MenuButton
      label={text.includes(String(limit)) ? text : `${text} ${limit}`}
      placement="top end"
      items={limits.map((choice) => ({
        id: String(choice),
        label: String(choice),
        current: choice === limit,
        onAction: () => onLimit(choice),
      }))}
    />
  )
}
