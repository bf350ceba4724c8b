import type { CSSProperties } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './skeleton.module.css'
import { cx } from '../class-names.ts'

export type SkeletonProps = {
  lines?: number
  /** Height of one line's place, so that nothing jumps: a CSS length. */
  lineHeight?: string
}

const WIDTHS = ['62%', '48%', '71%', '39%', '56%']

/** Placeholder lines for content that is being read; they appear after a delay, one after another (S9.16). */
export function Skeleton({ lines = 3, lineHeight = 'var(--h-row)' }: SkeletonProps) {
  const { t } = useT()
  return (
    <div role="status" className={styles['skeleton']}>
      <VisuallyHidden>{t('general:loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, index) => {
        const style: CSSProperties = {
          blockSize: lineHeight,
          animationDelay: `${LOADERS.renderDelay + index * LOADERS.stagger}ms`,
        }
        return (
          <div key={index} aria-hidden="true" className={styles['line']} style={style}>
            <span style={{ inlineSize: WIDTHS[index % WIDTHS.length] }} />
          </div>
        )
      })}
    </div>
  )
}

type ShimmerProps = {
  /** CSS lengths; a number is px. */
  height?: number | string
  width?: number | string
  /** Within a line of text. */
  inline?: boolean
  /** Index among several placeholders, which appear one after another. */
  index?: number
  /** Milliseconds before it is shown. */
  delay?: number
}

/** A placeholder for content that is not here yet. */
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

/** Times and sizes of loaders (S9.16). */
export const LOADERS = {
  /** Milliseconds before anything is shown. */
  renderDelay: 500,
  /** Milliseconds between two lines. */
  stagger: 25,
  /** Default height in px. */
  height: 60,
  /** Height of the placeholder of a difference that is being read. */
  diffHeight: '8rem',
  /** Placeholder of an inline block without its schema, in px. */
  inlineBlock: { height: 15, width: 40 },
} as const
