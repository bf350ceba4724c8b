import type { CSSProperties } from 'react'
import { cx } from '../class-names.ts'
import { LOADERS } from './loaders.ts'
import styles from './skeleton.module.css'

type ShimmerProps = {
  /** CSS lengths; a number is px. */
  height?: number | string
  width?: number | string
  /** Within a line of text. */
  inline?: boolean
  /** Which one it is of several that appear one after another. */
  index?: number
  /** Milliseconds before it is shown. */
  delay?: number
}

/** A place for something that is not here yet. */
export function Shimmer(props: ShimmerProps) {
  const { height = LOADERS.height, width = '100%', inline = false, index = 0, delay = 0 } = props
  const style: CSSProperties = {
    blockSize: height,
    inlineSize: width,
    animationDelay: `${delay + index * LOADERS.stagger}ms`,
  }
  return (
    <span
      aria-hidden="true"
      data-shimmer=""
      className={cx(styles['shimmer'], inline && styles['inline'])}
      style={style}
    />
  )
}
