import { Columns3, GripVertical } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Dialog } from 'react-aria-components'
import { useRowDrag } from '../../fields/rows/use-row-drag.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { KeyCap } from '../../ui/key-cap/key-cap.tsx'
import { announce } from '../../ui/live-region/announce.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import type { Column, OfferedColumn } from '../../fields/document-columns/columns.ts'
import type { ColumnWidths } from '../../data/preferences.ts'
import { boundedWidth, COLUMN_WIDTHS } from '../../ui/table/column-widths.ts'
import styles from './columns-menu.module.css'

export type ColumnsMenuProps = {
  offered: readonly OfferedColumn[]
  labelOf: (column: Column) => string
  onChange: (next: OfferedColumn[]) => void
  /** Widths that the person has chosen, in CSS pixels; other columns fit their content. */
  widths: ColumnWidths
  onWidth: (path: string, width: number | null) => void
  /** Restores the site's columns and widths; null if nothing was changed. */
  onReset: (() => void) | null
}

/** The menu of a list's columns: shows, orders (Alt) and resizes them, by dragging or with the arrow keys. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const { t } = useT()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button ref={trigger} size="header" icon={Columns3} expanded={isOpen} onPress={() => setOpen(true)}>
        {t('general:columns')}
      </Button>
      {isOpen && (
        <Popover
          placement="bottom end"
          className={styles['popover']}
          at={{ anchor: trigger, onClose: close }}
        >
          <Dialog aria-label={t('general:columns')} className={styles['dialog'] ?? ''}>
            <ColumnList {...props} />
            <div className={styles['foot']}>
              <Button
                size="row"
                variant="quiet"
                disabledReason={props.onReset === null ? t('galley:list.columns.isDefault') : null}
                onPress={() => props.onReset?.()}
              >
                {t('galley:list.columns.reset')}
              </Button>
              <span className={styles['hint']}>
                <KeyCap shortcut="Alt+ArrowUp" /> <KeyCap shortcut="Alt+ArrowDown" />{' '}
                {t('galley:list.columns.moves')} <KeyCap shortcut="ArrowLeft" />{' '}
                <KeyCap shortcut="ArrowRight" /> {t('galley:list.columns.widens')}
              </span>
            </div>
          </Dialog>
        </Popover>
      )}
    </>
  )
}

function ColumnList(props: ColumnsMenuProps) {
  const { offered, labelOf, onChange } = props
  const { t } = useT()
  const list = useRef<HTMLUListElement>(null)
  const [over, setOver] = useState<number | null>(null)
  const shownCount = offered.filter(({ active }) => active).length

  const { move, press } = useColumnKeys(props, list)
  const startDrag = useRowDrag({
    list,
    idsWith: (path) => [path],
    onStart: () => undefined,
    onOver: setOver,
    onDrop: ([path], index) => {
      if (path !== undefined) move(path, index)
    },
    onEnd: () => setOver(null),
  })

  return (
    <ul ref={list} className={styles['list']} aria-label={t('general:columns')}>
      {offered.map(({ column, active }, index) => {
        const label = labelOf(column)
        return (
          <li
            key={column.path}
            data-row={column.path}
            className={cx(
              styles['row'],
              over === index && styles['before'],
              over === offered.length && index === over - 1 && styles['after'],
            )}
          >
            <span data-head className={styles['name']}>
              <Checkbox
                label={label}
                checked={active}
                onKeyDown={(event) => press(event, column.path, index)}
                // A list without any column says nothing of its documents.
                readOnly={active && shownCount === 1}
                onChange={(checked) =>
                  onChange(offered.map((one) => (one.column === column ? { column, active: checked } : one)))
                }
              />
            </span>
            <span
              className={styles['handle']}
              title={t('galley:list.columns.drag')}
              onPointerDown={(event) => startDrag(column.path, event.currentTarget)}
            >
              <Icon icon={GripVertical} size="small" />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the move of a column, and the handler of its keys: move, make wider or narrower, focus the next. */
function useColumnKeys(
  { offered, labelOf, onChange, widths, onWidth }: ColumnsMenuProps,
  list: RefObject<HTMLElement | null>,
) {
  const { t, formatNumber } = useT()

  /** Puts a column in front of the one that is at `index` now. */
  function move(path: string, index: number): void {
    const from = offered.findIndex(({ column }) => column.path === path)
    const moved = offered[from]
    const to = index > from ? index - 1 : index
    if (moved === undefined || to === from || to < 0 || to >= offered.length) return
    const rest = offered.filter((one) => one !== moved)
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)])
    announce(
      t('galley:list.columns.moved', { label: labelOf(moved.column), to: to + 1, count: offered.length }),
    )
  }
  /** Changes a column's width by a step. The first column takes the space that the others leave. */
  function widen(element: Element, { column }: OfferedColumn, step: 1 | -1): void {
    const first = offered.find(({ active }) => active)
    if (column === first?.column) return
    const isRtl = getComputedStyle(element).direction === 'rtl'
    const before = widths[column.path] ?? shownWidth(column.path)
    if (before === null) return
    const width = boundedWidth(before + COLUMN_WIDTHS.step * (isRtl ? -step : step))
    onWidth(column.path, width)
    announce(t('galley:list.columns.width', { label: labelOf(column), width: formatNumber(width) }))
  }
  function press(event: KeyboardEvent<HTMLElement>, path: string, index: number): void {
    const wider = { ArrowLeft: -1 as const, ArrowRight: 1 as const }[event.key]
    const one = offered[index]
    if (wider !== undefined && one?.active === true && !hasModifier(event)) {
      event.preventDefault()
      widen(event.currentTarget, one, wider)
      return
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) move(path, step > 0 ? index + 2 : index - 1)
    else list.current?.querySelectorAll<HTMLElement>('input')[index + step]?.focus()
  }
  return { move, press }
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey

/** Returns the width of a column in the table, in CSS pixels; null if it is not drawn. */
function shownWidth(path: string): number | null {
  const heads = [...document.querySelectorAll<HTMLElement>('th[data-column]')]
  return heads.find(({ dataset }) => dataset['column'] === path)?.getBoundingClientRect().width ?? null
}
