import type { CSSProperties } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import { LOADERS } from './loaders.ts'
import styles from './skeleton.module.css'

export type SkeletonProps = {
  lines?: number
  /** Height of one line's place, so that nothing jumps: a CSS length. */
  lineHeight?: string
}

const WIDTHS = ['62%', '48%', '71%', '39%', '56%']

/** Lines in the place of what is being read; nothing at once, and one after another (S9.16). */
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
