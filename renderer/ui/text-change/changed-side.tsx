import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './changed-side.module.css'

export type ChangedSideProps = {
  sign: 'add' | 'del'
  /** What the sign says to those who do not see it. */
  words?: string
  className?: string | undefined
  children: ReactNode
}

/** One side of a change: what was there, or what is there now. */
export function ChangedSide({ sign, words, className, children }: ChangedSideProps) {
  return (
    <div className={cx(styles['side'], styles[sign], className)}>
      {words !== undefined && <VisuallyHidden>{words}: </VisuallyHidden>}
      {children}
    </div>
  )
}
