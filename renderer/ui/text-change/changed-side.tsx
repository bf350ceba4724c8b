import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './changed-side.module.css'

export type ChangedSideProps = {
  sign: 'add' | 'del'
  /** Text of the sign for screen readers. */
  words?: string
  className?: string | undefined
  children: ReactNode
}

/** One side of a change: the value before or after it. */
export function ChangedSide({ sign, words, className, children }: ChangedSideProps) {
  return (
    <div className={cx(styles['side'], styles[sign], className)}>
      {words !== undefined && <VisuallyHidden>{words}: </VisuallyHidden>}
      {children}
    </div>
  )
}
