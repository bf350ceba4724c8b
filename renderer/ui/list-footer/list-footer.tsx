import type { ReactNode } from 'react'
import { Pagination, PerPage, RangeLabel } from '../pagination/pagination.tsx'
import styles from './list-footer.module.css'

export type ListFooterProps = {
  /** Shown at the start: how up to date the rows are. */
  note: ReactNode
  /** Actions on the selected rows; replaces the note, since it needs the room. */
  bulk?: ReactNode
  page: number
  limit: number
  totalDocs: number
  /** Rows of this page that are here; all of them by default. */
  shown?: number | undefined
  limits: number[]
  onPage: (page: number) => void
  onLimit: (limit: number) => void
}

/** 44 px under a table: where its rows come from, and which of them are shown. */
export function ListFooter(props: ListFooterProps) {
  const { note, bulk, page, limit, totalDocs, shown, limits, onPage, onLimit } = props
  const isBulk = bulk !== undefined
  return (
    <footer className={styles['footer']} data-foot="">
      {isBulk ? <div className={styles['bulk']}>{bulk}</div> : <span className={styles['note']}>{note}</span>}
      {totalDocs > 0 && (
        <>
          {!isBulk && (
            <>
              <RangeLabel page={page} totalDocs={totalDocs} limit={limit} shown={shown} />
              <span className={styles['wide-only']}>
                <PerPage limit={limit} limits={limits} onLimit={onLimit} />
              </span>
            </>
          )}
          <Pagination page={page} totalDocs={totalDocs} limit={limit} onPage={onPage} />
        </>
      )}
    </footer>
  )
}
