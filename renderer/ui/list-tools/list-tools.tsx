import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

/** The line between the head of a list and its rows: the search at its start, and ways to show the list otherwise. */
export function ListTools({ search, children }: { search: ReactNode; children: ReactNode }) {
  return (
    <div className={styles['tools']}>
      <div className={styles['search']} role="search">
        {search}
      </div>
      <div className={styles['ways']}>{children}</div>
    </div>
  )
}
