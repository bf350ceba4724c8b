import { cx } from '../../ui/class-names.ts'
import styles from './row.module.css'

/** Lucide's shapes, each as one path: a long list draws four of them for each row. */
const SHAPES = {
  grip: 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M5 12h14M12 5v14',
  down: 'm6 9 6 6 6-6',
  up: 'm18 15-6-6-6 6',
}
const DOTS: ReadonlySet<keyof typeof SHAPES> = new Set(['grip', 'more'])

/** An icon of a row's button; decoration, like all icons. */
export function RowIcon({ shape, small = false }: { shape: keyof typeof SHAPES; small?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={DOTS.has(shape) ? 3.9 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx(styles['icon'], small && styles['small'])}
    >
      <path d={SHAPES[shape]} />
    </svg>
  )
}
