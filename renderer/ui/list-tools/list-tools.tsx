import type { ReactNode } from 'react'
import styles from './list-tools.module.css'

type ListToolsProps = {
  /** The site's description of the list; may be empty. */
  description: string
  search: ReactNode
  children: ReactNode
}

/** The lines between the head of a list and its rows: the search, then layout and filter controls. */
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
