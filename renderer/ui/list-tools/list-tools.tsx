import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

type ListToolsProps = {
  /** What the site says of the list; nothing where it is empty. */
  description: string
  search: ReactNode
  children: ReactNode
}

/** The lines between the head of a list and its rows: the search at the start, and ways to show the list otherwise. */
export function ListTools({ description, search, children }: ListToolsProps) {
  return (
    <>
      {description !== '' && (
        <p dir="auto" className={styles['description']}>
          {description}
        </p>
      )}
      <div className={styles['tools']}>
        <div className={styles['search']} role="search">
          {search}
        </div>
        <div className={styles['ways']}>{children}</div>
      </div>
    </>
  )
}
