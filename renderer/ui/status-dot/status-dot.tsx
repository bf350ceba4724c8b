import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import styles from './status-dot.module.css'

export type DocStatus = 'published' | 'draft' | 'changed'

const SHAPES = { published: 'full', draft: 'empty', changed: 'half' } as const

/** ● Published, ○ Draft, ◐ Changed: a dot whose shape says it, and the word. */
export function StatusDot({ status, pill = false }: { status: DocStatus; pill?: boolean }) {
  const { t } = useT()
  return (
    <span className={cx(styles['status'], pill && styles['pill'])}>
      <span aria-hidden="true" className={cx(styles['dot'], styles[SHAPES[status]], styles[status])} />
      {t(`version:${status}`)}
    </span>
  )
}
