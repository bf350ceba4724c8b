import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { ChangedSide } from '../../ui/text-change/changed-side.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './diff-sides.module.css'

type DiffSidesProps = {
  /** Null: no value on that side. */
  before: ReactNode
  after: ReactNode
  /** Labels of the two sides; by default before and after. */
  names?: { before: string; after: string } | undefined
}

/**
 * Two values next to each other, or below each other in a narrow space; without one side the other is all new or all
 * gone.
 */
export function DiffSides({ before, after, names }: DiffSidesProps) {
  const { t } = useT()
  const words = names ?? { before: t('galley:sync.before'), after: t('galley:sync.added') }
  return (
    <div className={styles['around']}>
      <div className={styles['sides']}>
        <Side sign="del" words={words.before} isAlone={after === null}>
          {before}
        </Side>
        <Side sign="add" words={words.after} isAlone={before === null}>
          {after}
        </Side>
      </div>
    </div>
  )
}

type SideProps = { sign: 'add' | 'del'; words: string; isAlone: boolean; children: ReactNode }

function Side({ sign, words, isAlone, children }: SideProps) {
  const { t } = useT()
  if (children === null)
    return (
      <div className={styles['nothing']}>
        <VisuallyHidden>
          {words}: {t('galley:sync.nothingThere')}
        </VisuallyHidden>
      </div>
    )
  return (
    <ChangedSide
      sign={sign}
      words={words}
      className={cx(styles['side'], isAlone && styles[sign === 'add' ? 'new' : 'gone'])}
    >
      {children}
    </ChangedSide>
  )
}

/** A value that both sides have. */
export function SameSides({ children }: { children: ReactNode }) {
  const { t } = useT()
  return (
    <div className={cx(styles['sides'], styles['same'])}>
      {children ?? <span className={styles['none']}>{t('galley:sync.nothingThere')}</span>}
    </div>
  )
}
