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
  /** Title of the document. */
  title: string
  inTabOrder: boolean
  onMenu: (id: string, at: Point) => void
}

/**
 * The button for the menu that a right click on the row opens too. Visible with hover or focus, for touch always. A
 * plain button, since a list has a hundred.
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
