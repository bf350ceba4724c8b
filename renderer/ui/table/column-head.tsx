import { useRef, useState, type ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { boundedWidth } from './column-widths.ts'
import styles from './table.module.css'

export type SortDirection = 'ascending' | 'descending'

export type ColumnHeadProps = {
  label: string
  /** What the column shows, by which its head is found. */
  name?: string
  /** How the table is sorted by this column; null where it is not. */
  direction: SortDirection | null
  /** null: nothing can be sorted by it. */
  onSort: (() => void) | null
  className?: string
  /** Texts among which is one as wide as any in the column, which is as wide as that. */
  samples?: readonly string[]
  /** In front of the label. */
  before?: ReactNode
  /** CSS pixels; null: as wide as what it shows. */
  width?: number | null
  /** What makes it as wide as somebody has drawn it; null: as wide as what it shows. */
  onWidth?: (width: number | null) => void
}

/** The head of a column; a button where the table can be sorted by it. */
export function ColumnHead(props: ColumnHeadProps) {
  const { label, direction, onSort, className, samples = [], before, width = null, onWidth } = props
  const [drawn, setDrawn] = useState<number | null>(null)
  const shown = drawn ?? width
  const text = <span className={styles['trunc']}>{label}</span>
  return (
    <th
      scope="col"
      // What chooses the rows is in it, and is not what the column is called.
      aria-label={before === undefined || before === false ? undefined : label}
      className={className}
      data-column={props.name}
      {...(shown !== null && {
        style: { inlineSize: shown, minInlineSize: shown, maxInlineSize: shown },
      })}
      {...(samples.length > 0 && shown === null && { 'data-samples': samples.join('\n') })}
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
      {onWidth !== undefined && <WidthGrip onDraw={setDrawn} onWidth={onWidth} />}
    </th>
  )
}

/** Draws the column wider and narrower; a second press within a moment gives it the width of what it shows. */
function WidthGrip({
  onDraw,
  onWidth,
}: {
  onDraw: (width: number | null) => void
  onWidth: (width: number | null) => void
}) {
  const begun = useRef<{ x: number; width: number; sign: 1 | -1; now: number } | null>(null)
  function end(isKept: boolean): void {
    const drawn = begun.current
    begun.current = null
    onDraw(null)
    if (isKept && drawn !== null && drawn.now !== drawn.width) onWidth(drawn.now)
  }
  return (
    // The keyboard does the same in the menu of the columns.
    <span
      aria-hidden="true"
      data-width-grip=""
      className={styles['grip']}
      onPointerDown={(event) => {
        const head = event.currentTarget.closest('th')
        if (head === null || event.button !== 0) return
        const { width } = head.getBoundingClientRect()
        const sign = getComputedStyle(head).direction === 'rtl' ? -1 : 1
        begun.current = { x: event.clientX, width, sign, now: width }
        event.currentTarget.setPointerCapture(event.pointerId)
        event.preventDefault()
      }}
      onPointerMove={({ clientX }) => {
        const drawn = begun.current
        if (drawn === null) return
        drawn.now = boundedWidth(drawn.width + drawn.sign * (clientX - drawn.x))
        onDraw(drawn.now)
      }}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onDoubleClick={() => onWidth(null)}
    />
  )
}
