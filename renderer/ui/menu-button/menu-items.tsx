import type { LucideIcon } from 'lucide-react'
import { Fragment } from 'react'
import { Menu, MenuItem, Separator } from 'react-aria-components'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { KeyCap } from '../key-cap/key-cap.tsx'
import type { Shortcut } from '../key-cap/shortcut.ts'
import styles from './menu-items.module.css'

export type MenuItemSpec = {
  id: string
  label: string
  icon?: LucideIcon
  shortcut?: Shortcut
  /** Destroys something: red, and after a line. */
  danger?: boolean
  /** A line before it: something else begins. */
  line?: boolean
  /** Why it cannot be used now; shown under the label. */
  disabledReason?: string | null
  /** Marks the one in use, with a check mark. */
  current?: boolean
  onAction: () => void
}

/** The list inside a menu's popover: icon, label, shortcut; type-ahead; what destroys comes last, after a line. */
export function MenuItems({
  label,
  items,
  onClose,
}: {
  label: string
  items: MenuItemSpec[]
  /** Outside of a trigger, which would see to that: something was chosen. The first item has the focus. */
  onClose?: () => void
}) {
  const ordered = [...items.filter((item) => !item.danger), ...items.filter((item) => item.danger)]
  const line = ordered.findIndex((item) => item.danger)
  return (
    <Menu
      aria-label={label}
      className={styles['menu'] ?? ''}
      {...(onClose && { autoFocus: 'first' as const, onClose })}
    >
      {ordered.map((item, index) => (
        <Fragment key={item.id}>
          {(index === line || item.line === true) && index > 0 && (
            <Separator className={styles['line'] ?? ''} />
          )}
          <MenuItem
            id={item.id}
            textValue={item.label}
            isDisabled={item.disabledReason != null}
            onAction={item.onAction}
            className={cx(styles['item'], item.danger && styles['danger'])}
          >
            {item.icon !== undefined && <Icon icon={item.icon} />}
            <span className={styles['text']}>
              {item.label}
              {item.disabledReason != null && <span className={styles['reason']}>{item.disabledReason}</span>}
            </span>
            {item.current === true && <span aria-hidden="true">✓</span>}
            {item.shortcut !== undefined && <KeyCap shortcut={item.shortcut} />}
          </MenuItem>
        </Fragment>
      ))}
    </Menu>
  )
}
