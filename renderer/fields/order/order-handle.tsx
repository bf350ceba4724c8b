import { ArrowUpNarrowWide, ListOrdered } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { formatShortcut } from '../../ui/key-cap/shortcut.ts'
import rowButton from '../../ui/table/row-button.module.css'
import { RowIcon } from '../rows/row-icon.tsx'
import styles from './order.module.css'

export type OrderHandleProps = {
  id: string
  title: string
  onGrab: (id: string, handle: Element) => void
}

/** The handle by which the pointer drags a row. It has no Tab stop: keys move the focused row. */
export function OrderHandle({ id, title, onGrab }: OrderHandleProps) {
  const { t } = useT()
  const keys = `${formatShortcut('Alt+ArrowUp')} / ${formatShortcut('Alt+ArrowDown')}`
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('galley:list.order.handle', { title })}
      title={t('galley:list.order.drag', { keys })}
      className={cx(rowButton['button'], styles['handle'])}
      onPointerDown={(event) => onGrab(id, event.currentTarget)}
    >
      <RowIcon shape="grip" />
    </button>
  )
}

export type OrderSortProps = { direction: 'ascending' | 'descending' | null; onSort: () => void }

/** The button above the handles that sorts the list by its manual order. */
export function OrderSort({ direction, onSort }: OrderSortProps) {
  const { t } = useT()
  return (
    <button
      type="button"
      aria-label={t('galley:list.order.sort')}
      aria-pressed={direction !== null}
      title={t(direction === 'descending' ? 'galley:list.order.sortedBackwards' : 'galley:list.order.sort')}
      className={cx(rowButton['button'], direction !== null && styles['sorted'])}
      onClick={onSort}
    >
      <Icon icon={direction === 'descending' ? ArrowUpNarrowWide : ListOrdered} size="small" />
    </button>
  )
}
