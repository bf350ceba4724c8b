import type { ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '../class-names.ts'
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
  /** Texts among which is one as wide as any in the column, which is as wide as that. */
  samples?: readonly string[]
  /** In front of the label. */
  before?: ReactNode
}

/** The head of a column; a button where the table can be sorted by it. */
export function ColumnHead({ label, direction, onSort, className, samples = [], before }: ColumnHeadProps) {
  const text = <span className={styles['trunc']}>{label}</span>
  return (
    <th
      scope="col"
      // What chooses the rows is in it, and is not what the column is called.
      aria-label={before === undefined || before === false ? undefined : label}
      className={className}
      {...(samples.length > 0 && { 'data-samples': samples.join('\n') })}
      {...(onSort !== null && { 'aria-sort': direction ?? ('none' as const) })}
    >
      <span className={styles['head']}>
        {before}
        {onSort === null ? (
          text
        ) : (
          <button type="button" className={styles['sort']} onClick={onSort}>
            {text}
            {/* It has its place also where it is not seen: no column gets wider by being sorted by. */}
            <Icon
              icon={direction === 'descending' ? ArrowDown : ArrowUp}
              size="small"
              className={cx(direction === null && styles['unseen'])}
            />
          </button>
        )}
      </span>
    </th>
  )
}
