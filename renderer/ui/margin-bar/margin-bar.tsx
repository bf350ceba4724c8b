import { cx } from '../class-names.ts'
import styles from './margin-bar.module.css'

export type MarginState = 'none' | 'edited' | 'waiting' | 'conflict' | 'invalid' | 'updated'

/**
 * The bar at the start edge whose pattern shows the state of an edit; nothing for `none` and `updated`. It is
 * the first child of a positioned box and fills its height. Words next to it must say the same.
 */
export function MarginBar({ state, className }: { state: MarginState; className?: string | undefined }) {
  if (state === 'none' || state === 'updated') return null
  return (
    <span aria-hidden="true" data-margin-bar="" className={cx(styles['bar'], styles[state], className)} />
  )
}
