import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useEffect,
  type ReactNode,
} from 'react'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { useT } from '../../i18n/use-t.ts'
import { ContextMenu } from '../../ui/context-menu/context-menu.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import type { Order } from '../order/use-order.ts'
import { useRowFocus, type Point, type RowFocusOptions } from './use-row-focus.ts'
import type { RowSelection } from './use-selected-rows.ts'
import { announce } from '../../ui/live-region/announce.ts'

export type TableRowsOptions<Row> = Pick<RowFocusOptions, 'before' | 'onFocus' | 'columns' | 'onLook'> & {
  rows: readonly Row[]
  titleOf: (row: Row) => string
  /** Returns the menu of a row's document. */
  itemsOf: (row: Row) => MenuItemSpec[]
  /** True if a click opens the document; otherwise it selects the row. */
  opens: boolean
  /** Null: rows cannot be selected. */
  selection: RowSelection | null
  /** Moves rows; null: they cannot be moved. */
  order: Order | null
}

/**
 * Gives a table's rows keys, clicks, announcements and a menu (right click or `RowMenuButton`); rows need `data-row`.
 * `bodyProps` are for the body, `keysId` describes the table, and `beside` is rendered next to it.
 */
export function useTableRows<Row extends { ref: DocRef }, Body extends HTMLElement = HTMLTableSectionElement>(
  options: TableRowsOptions<Row>,
) {
  const {
    rows,
    titleOf,
    itemsOf,
    opens,
    selection,
    order,
    before,
    onFocus,
    columns = 1,
    onLook = null,
  } = options
  const { t } = useT()
  const body = useRef<Body>(null)
  const keysId = useId()
  const [menu, setMenu] = useState<{ id: string; at: Point } | null>(null)
  const onMenu = useCallback((id: string, at: Point): void => setMenu({ id, at }), [])
  const ids = useMemo(() => rows.map(({ ref }) => refId(ref)), [rows])
  const rowOf = (id: string): Row | undefined => rows[ids.indexOf(id)]
  const { activeIndex, bodyProps } = useRowFocus({
    ids,
    body,
    selection,
    order,
    onMenu,
    columns,
    onLook,
    ...(before !== undefined && { before }),
    ...(onFocus !== undefined && { onFocus }),
  })
  useSayChoice(selection?.ids, (id) => {
    const row = rowOf(id)
    return row === undefined ? null : titleOf(row)
  })
  const select = useStable(selection?.onSelect)
  const row = menu === null ? undefined : rowOf(menu.id)
  const keys = [
    ...(opens ? [t('galley:list.keysOpen')] : []),
    ...(onLook === null ? [] : [t('galley:media.keysLook')]),
    ...(selection === null
      ? []
      : [t(onLook === null ? 'galley:list.keysSelect' : 'galley:media.keysSelect')]),
  ]
  const beside: ReactNode = (
    <>
      <span id={keysId} hidden>
        {keys.join(' ')}
      </span>
      {menu !== null && row !== undefined && (
        <ContextMenu
          label={t('galley:list.rowMenu', { title: titleOf(row) })}
          at={menu.at}
          items={itemsOf(row)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
  return { body, bodyProps, activeIndex, onMenu, select, keysId, beside }
}

/** Returns one function that calls the latest one, so that rows are not redrawn for a new one. */
function useStable(select: RowSelection['onSelect'] | undefined): RowSelection['onSelect'] {
  const last = useRef(select)
  useLayoutEffect(() => {
    last.current = select
  })
  return useCallback((id, selected) => last.current?.(id, selected), [])
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Announces the row that was selected or deselected, and the number of selected rows, since a row selected by
 * key announces nothing itself.
 */
function useSayChoice(ids: ReadonlySet<string> = NONE, titleOf: (id: string) => string | null): void {
  const { t } = useT()
  const before = useRef(ids)
  useEffect(() => {
    const was = before.current
    const changed = [...was, ...ids].filter((id) => was.has(id) !== ids.has(id))
    before.current = ids
    const [id] = changed
    if (id === undefined) return
    const count = t('galley:actions.many.selected', { count: ids.size })
    const title = changed.length === 1 ? titleOf(id) : null
    if (title === null) return announce(count)
    announce(t(ids.has(id) ? 'galley:list.chosen' : 'galley:list.letGo', { title, count }))
  }, [ids, titleOf, t])
}
