import { cx } from '../class-names.ts'
import styles from './margin-bar.module.css'

export type MarginState = 'none' | 'edited' | 'waiting' | 'conflict' | 'invalid' | 'updated'

/**
 * The bar at the start edge that says by its pattern what became of an edit. Stands first in a positioned box and
 * fills its height; `className` moves it. Always beside words that say the same.
 */
export function MarginBar({ state, className }: { state: MarginState; className?: string | undefined }) {
  if (state === 'none' || state === 'updated') return null
  return (
    <span aria-hidden="true" data-margin-bar="" className={cx(styles['bar'], styles[state], className)} />
  )
}
