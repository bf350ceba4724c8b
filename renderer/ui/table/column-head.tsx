import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon } from '../icon/icon.tsx'
import styles from './table.module.css'

export type SortDirection = 'ascending' | 'descending'

export type ColumnHeadProps = {
  label: string
  /** How the table is sorted by this column; null where it is not. */
  direction: SortDirection | null
  /** null: nothing can be sorted by it. */
  onSort: (() => void) | null
  className?: string
  /** In front of the label. */
  before?: ReactNode
}

/** The head of a column; a button where the table can be sorted by it. */
export function ColumnHead({ label, direction, onSort, className, before }: ColumnHeadProps) {
  const text = <span className={styles['trunc']}>{label}</span>
  return (
    <th
      scope="col"
      // What chooses the rows is in it, and is not what the column is called.
      aria-label={before === undefined || before === false ? undefined : label}
      className={className}
      {...(onSort !== null && { 'aria-sort': direction ?? ('none' as const) })}
    >
      <span className={styles['head']}>
        {before}
        {onSort === null ? (
          text
        ) : (
          <button type="button" className={styles['sort']} onClick={onSort}>
            {text}
            {direction !== null && (
              <Icon icon={direction === 'ascending' ? ArrowUp : ArrowDown} size="small" />
            )}
          </button>
        )}
      </span>
    </th>
  )
}
