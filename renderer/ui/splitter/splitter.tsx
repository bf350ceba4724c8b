import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { cx } from '../class-names.ts'
import styles from './splitter.module.css'

type SplitterProps = {
  label: string
  /** Id of the part at the end, whose width it changes. */
  controls: string
  /** Width of that part in CSS pixels. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** Called with true when a drag begins, and with false when it ends. */
  onDragging?: (isDragging: boolean) => void
}

const STEP = 24

/**
 * The separator between two parts side by side. It changes the width of the part at the end, by pointer and
 * by keys.
 */
export function Splitter(props: SplitterProps) {
  const { label, controls, value, min, max, onChange, onDragging } = props
  const [from, setFrom] = useState<{ x: number; value: number; side: number } | null>(null)
  const set = (next: number) => onChange(Math.round(Math.max(min, Math.min(next, max))))

  function drag(next: typeof from): void {
    setFrom(next)
    onDragging?.(next !== null)
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag({ x: event.clientX, value, side: sideOf(event.currentTarget) })
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const side = sideOf(event.currentTarget)
    const next = {
      ArrowLeft: value + side * STEP,
      ArrowRight: value - side * STEP,
      Home: min,
      End: max,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className={cx(styles['splitter'], from !== null && styles['dragged'])}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (from !== null) set(from.value + from.side * (from.x - event.clientX))
      }}
      onPointerUp={() => drag(null)}
      onPointerCancel={() => drag(null)}
    />
  )
}

/** Returns 1 if the part at the end is to the right, -1 if it is to the left. */
function sideOf(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1
}
