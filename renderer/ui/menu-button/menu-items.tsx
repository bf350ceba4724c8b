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
  /** A colour that it stands for, instead of an icon. */
  swatch?: string
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

/** An item with a menu beside it instead of an action. */
export type SubmenuSpec = Omit<MenuItemSpec, 'onAction' | 'current' | 'danger'> & {
  items: MenuItemSpec[]
  /** One of them is in use, and another one can be chosen. */
  choice?: boolean
}

type MenuItemsProps = {
  label: string
  items: (MenuItemSpec | SubmenuSpec)[]
  /** One of them is in use, and another one can be chosen. */
  choice?: boolean
  /** Outside of a trigger, which would see to that: something was chosen. The first item has the focus. */
  onClose?: () => void
  /**
   * It has the focus again before what is chosen is done, not a frame later: a dialog that is opened gives it back to
   * that. Without it an item sees to the focus itself, and is done before the menu closes.
   */
  back?: { readonly current: Element | null }
}

/** The list inside a menu's popover: icon, label, shortcut; type-ahead; what destroys comes last, after a line. */
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
                  // What is chosen in it closes both.
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

/** The item, which closes its menu before it does anything: nothing but the menu can have the focus while it is open. */
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
 * React Aria gives the focus a frame later where a key or a screen reader has pressed, and after what fades, as a tooltip
 * does; what had it is inert by then, and has lost it, so that keys would go nowhere. Then it may leave it on the menu.
 */
function FirstItemFocused({ children }: { children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const menu = whole.current?.querySelector<HTMLElement>('[role=menu]')
    if (menu?.contains(document.activeElement) === false)
      (firstItem(menu) ?? menu).focus({ preventScroll: true })
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
