import { Ellipsis } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import rowButton from '../../ui/table/row-button.module.css'
import { tooltipProps } from '../../ui/tooltip/tooltip-props.ts'
import type { Point } from './use-row-focus.ts'
import styles from './row-menu-button.module.css'

export type RowMenuButtonProps = {
  id: string
  /** Of the document. */
  title: string
  inTabOrder: boolean
  onMenu: (id: string, at: Point) => void
}

/**
 * Opens the menu that a right click on the row opens, for who does not know of it. It is seen where the row has the
 * pointer or the focus; for fingers always. A plain button: a list has a hundred.
 */
export function RowMenuButton({ id, title, inTabOrder, onMenu }: RowMenuButtonProps) {
  const { t, dir } = useT()
  const label = t('galley:list.rowMenu', { title })
  return (
    <button
      type="button"
      className={cx(rowButton['button'], styles['more'])}
      aria-label={label}
      aria-haspopup="menu"
      tabIndex={inTabOrder ? 0 : -1}
      {...tooltipProps(label)}
      onClick={({ currentTarget }) => {
        const { left, right, bottom } = currentTarget.getBoundingClientRect()
        onMenu(id, { x: dir === 'rtl' ? right : left, y: bottom })
      }}
    >
      <Icon icon={Ellipsis} />
    </button>
  )
}
