import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Fragment, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Menu, MenuItem, Separator, SubmenuTrigger } from 'react-aria-components'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { KeyCap } from '../key-cap/key-cap.tsx'
import type { Shortcut } from '../key-cap/shortcut.ts'
import { Popover } from '../popover/popover.tsx'
import styles from './menu-items.module.css'

export type MenuItemSpec = {
  id: string
  label: string
  icon?: LucideIcon
  /** Colour shown instead of an icon. */
  swatch?: string
  shortcut?: Shortcut
  /** For destructive items: red, and below a line. */
  danger?: boolean
  /** Draws a line above the item. */
  line?: boolean
  /** Reason that it is disabled; shown below the label. */
  disabledReason?: string | null
  /** Marks the current item with a check mark. */
  current?: boolean
  onAction: () => void
}

/** An item with a menu beside it instead of an action. */
export type SubmenuSpec = Omit<MenuItemSpec, 'onAction' | 'current' | 'danger'> & {
  items: MenuItemSpec[]
  /** True if its items are a choice, with the current one marked. */
  choice?: boolean
}

type MenuItemsProps = {
  label: string
  items: (MenuItemSpec | SubmenuSpec)[]
  /** True if the items are a choice, with the current one marked. */
  choice?: boolean
  /** Called when an item was chosen; absent for a submenu. With it the first item gets the focus at once. */
  onClose?: () => void
  /**
   * Gets the focus back before the item's action runs, so that a dialog it opens returns the focus there. Without it
   * the action runs before the menu closes.
   */
  back?: { readonly current: Element | null }
}

/** The list in a menu's popover: icon, label and shortcut; type-ahead; destructive items last, below a line. */
export function MenuItems({ label, items, choice = false, onClose, back }: MenuItemsProps) {
  const destroys = (item: MenuItemSpec | SubmenuSpec) => 'danger' in item && item.danger
  const ordered = [...items.filter((item) => !destroys(item)), ...items.filter(destroys)]
  const line = ordered.findIndex(destroys)
  const menu = (
    <Menu
      aria-label={label}
      className={styles['menu'] ?? ''}
      {...(choice && {
        selectionMode: 'single' as const,
        disallowEmptySelection: true,
        selectedKeys: items.flatMap((item) => (isCurrent(item) ? [item.id] : [])),
      })}
      autoFocus="first"
      {...(onClose && { onClose })}
    >
      {ordered.map((item, index) => (
        <Fragment key={item.id}>
          {(index === line || item.line === true) && index > 0 && (
            <Separator className={styles['line'] ?? ''} />
          )}
          {!('items' in item) ? (
            <Item item={onClose && back ? closingFirst(item, onClose, back) : item} />
          ) : (
            <SubmenuTrigger>
              <Item item={item} />
              <Popover placement="end top">
                <MenuItems
                  label={item.label}
                  // Choosing an item of the submenu closes both menus.
                  items={item.items.map((one) => (onClose ? closingFirst(one, onClose, back) : one))}
                  choice={item.choice ?? false}
                />
              </Popover>
            </SubmenuTrigger>
          )}
        </Fragment>
      ))}
    </Menu>
  )
  return onClose === undefined ? menu : <FirstItemFocused>{menu}</FirstItemFocused>
}

/** Returns the item with an action that closes the menu first, since an open menu traps the focus. */
function closingFirst(item: MenuItemSpec, close: () => void, back: MenuItemsProps['back']): MenuItemSpec {
  return {
    ...item,
    onAction: () => {
      flushSync(close)
      if (back?.current instanceof HTMLElement) back.current.focus({ preventScroll: true })
      item.onAction()
    },
  }
}

/**
 * Focuses the first item at once. React Aria does it a frame later after a key or a screen reader, when the opener is
 * inert and keys would be lost; it then leaves the focus there.
 */
function FirstItemFocused({ children }: { children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const menu = whole.current?.querySelector<HTMLElement>('[role=menu]') ?? null
    if (menu === null) return
    const isOnItem = (): boolean => document.activeElement !== menu && menu.contains(document.activeElement)
    const focusFirst = (): boolean => {
      if (!isOnItem()) (firstItem(menu) ?? menu).focus({ preventScroll: true })
      return isOnItem()
    }
    if (focusFirst()) return
    // React Aria may draw the items after the menu.
    const changes = new MutationObserver(() => {
      if (document.activeElement !== menu || focusFirst()) changes.disconnect()
    })
    changes.observe(menu, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [])
  return (
    <div
      ref={whole}
      className={styles['whole']}
      onFocus={({ target }) => {
        if (target.role === 'menu') firstItem(target)?.focus()
      }}
    >
      {children}
    </div>
  )
}

const firstItem = (menu: Element): HTMLElement | null => menu.querySelector('[role^=menuitem]')

function Swatch({ colour }: { colour: string }) {
  const style = useMemo(() => ({ backgroundColor: colour }), [colour])
  return <span aria-hidden="true" className={styles['swatch']} style={style} />
}

function isCurrent(item: MenuItemSpec | SubmenuSpec): boolean {
  return 'current' in item && item.current
}

function Item({ item }: { item: MenuItemSpec | SubmenuSpec }) {
  return (
    <MenuItem
      id={item.id}
      textValue={item.label}
      isDisabled={item.disabledReason != null}
      {...('onAction' in item && { onAction: item.onAction })}
      className={cx(styles['item'], 'danger' in item && item.danger && styles['danger'])}
    >
      {item.icon !== undefined && <Icon icon={item.icon} />}
      {item.swatch !== undefined && <Swatch colour={item.swatch} />}
      <span className={styles['text']}>
        {item.label}
        {item.disabledReason != null && <span className={styles['reason']}>{item.disabledReason}</span>}
      </span>
      {isCurrent(item) && <span aria-hidden="true">✓</span>}
      {item.shortcut !== undefined && <KeyCap shortcut={item.shortcut} />}
      {'items' in item && <Icon icon={ChevronRight} size="small" flip />}
    </MenuItem>
  )
}
