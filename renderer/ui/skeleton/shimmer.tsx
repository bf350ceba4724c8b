import type { CSSProperties } from 'react'
import { cx } from '../class-names.ts'
import styles from './skeleton.module.css'

/** What loaders keep to (S9.16). */
export const LOADERS = {
  /** Milliseconds before anything is shown. */
  renderDelay: 500,
  /** Milliseconds between one line and the next. */
  stagger: 25,
  /** Height of one where nothing else is said, in px. */
  height: 60,
  /** Height of what stands in the place of a difference that is being read. */
  diffHeight: '8rem',
  /** Of an inline block whose schema is not here, in px. */
  inlineBlock: { height: 15, width: 40 },
} as const

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
