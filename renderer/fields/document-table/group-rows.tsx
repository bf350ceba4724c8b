import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import styles from './group-rows.module.css'
import type { JsonObject } from '../../../shared/json.ts'

/** A group of a list. */
export type GroupHead = {
  key: string | null
  label: string
  /** Number of its documents. */
  count: number
  isOpen: boolean
  /** Index of its first row; `shown`: number of its loaded rows. */
  at: number
  shown: number
  /** Filter of the list of this group alone. */
  where: JsonObject
}

type GroupRowProps = { head: GroupHead; rowIndex: number; columns: number }

/** The head of a group: label, number of documents, and a toggle for its rows. */
export function GroupHeadRow({
  head,
  rowIndex,
  columns,
  onToggle,
}: GroupRowProps & { onToggle: () => void }) {
  const { formatNumber } = useT()
  return (
    <tr aria-rowindex={rowIndex} className={styles['head']}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its button says what it is */}
      <td colSpan={columns}>
        <button type="button" className={styles['toggle']} aria-expanded={head.isOpen} onClick={onToggle}>
          <span className={cx(styles['mark'], head.isOpen && styles['open'])}>
            <Icon icon={ChevronRight} size="small" flip={!head.isOpen} />
          </span>
          <bdi>{head.label}</bdi> <span className={styles['count']}>{formatNumber(head.count)}</span>
        </button>
      </td>
    </tr>
  )
}

/** The link to all documents of a group that has more rows. */
export function GroupRestRow({ head, rowIndex, columns, href }: GroupRowProps & { href: string }) {
  const { t } = useT()
  return (
    <tr aria-rowindex={rowIndex} className={styles['rest']}>
      <td colSpan={columns}>
        <Link to={href}>{t('galley:list.groups.all', { count: head.count, label: head.label })}</Link>
      </td>
    </tr>
  )
}
