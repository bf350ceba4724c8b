import { useRef, useState, type ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { boundedWidth } from './column-widths.ts'
import styles from './table.module.css'

export type SortDirection = 'ascending' | 'descending'

export type ColumnHeadProps = {
  label: string
  /** Name of the column, for finding its head. */
  name?: string
  /** The table's sort direction by this column; null if it is sorted by another. */
  direction: SortDirection | null
  /** Null: the column cannot be sorted. */
  onSort: (() => void) | null
  className?: string
  /** Sample texts, the widest of which is as wide as any text in the column; they set its width. */
  samples?: readonly string[]
  /** Shown in front of the label. */
  before?: ReactNode
  /** Width in CSS pixels; null: the column fits its content. */
  width?: number | null
  /** Sets the dragged width; null: fits the content again. */
  onWidth?: (width: number | null) => void
}

/** The head of a column; a button if the table can be sorted by it. */
export function ColumnHead(props: ColumnHeadProps) {
  const { label, direction, onSort, className, samples = [], before, width = null, onWidth } = props
  const [drawn, setDrawn] = useState<number | null>(null)
  const shown = drawn ?? width
  const text = <span className={styles['trunc']}>{label}</span>
  return (
    <th
      scope="col"
      // Only the label names the column, without the check box in front of it.
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
            {/* Takes space even while hidden, so that sorting does not widen the column. */}
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

/** The grip that changes a column's width; a double press fits the content again. */
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
    // Keyboard users do this in the menu of the columns.
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
