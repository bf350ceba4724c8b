import type { ReactNode } from 'react'
import { Pagination, PerPage, RangeLabel } from '../pagination/pagination.tsx'
import styles from './list-footer.module.css'

export type ListFooterProps = {
  /** At the start: how true the rows are. */
  note: ReactNode
  page: number
  limit: number
  totalDocs: number
  limits: number[]
  onPage: (page: number) => void
  onLimit: (limit: number) => void
}

/** 44 px under a table: where its rows come from, and which of them are shown. */
export function ListFooter({ note, page, limit, totalDocs, limits, onPage, onLimit }: ListFooterProps) {
  return (
    <footer className={styles['footer']}>
      <span className={styles['note']}>{note}</span>
      {totalDocs > 0 && (
        <>
          <RangeLabel page={page} totalDocs={totalDocs} limit={limit} />
          <span className={styles['wide-only']}>
            <PerPage limit={limit} limits={limits} onLimit={onLimit} />
          </span>
          <Pagination page={page} totalDocs={totalDocs} limit={limit} onPage={onPage} />
        </>
      )}
    </footer>
  )
}
