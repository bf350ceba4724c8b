import { useT } from '../../i18n/use-t.ts'
import { cx } from '../class-names.ts'
import { statusWord, type DocStatus } from './status-words.ts'
import styles from './status-dot.module.css'

const SHAPES = { published: 'full', draft: 'empty', changed: 'half', 'to-publish': 'half' } as const

/** ● Published, ○ Draft, ◐ Changed or to be published: a dot whose shape says it, and the word. */
export function StatusDot({ status, pill = false }: { status: DocStatus; pill?: boolean }) {
  const { t } = useT()
  return (
    <span className={cx(styles['status'], pill && styles['pill'])}>
      <span aria-hidden="true" className={cx(styles['dot'], styles[SHAPES[status]], styles[status])} />
      {statusWord(status, t)}
    </span>
  )
}
