import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { useT } from '../../i18n/use-t.ts'
import { ContextMenu } from '../../ui/context-menu/context-menu.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import type { Order } from '../order/use-order.ts'
import { useRowFocus, type Point, type RowFocusOptions } from './use-row-focus.ts'
import { useSayChoice } from './use-say-choice.ts'
import type { RowSelection } from './use-selected-rows.ts'

export type TableRowsOptions<Row> = Pick<RowFocusOptions, 'before' | 'onFocus' | 'columns' | 'onLook'> & {
  rows: readonly Row[]
  titleOf: (row: Row) => string
  /** What can be done with the document of a row: its menu. */
  itemsOf: (row: Row) => MenuItemSpec[]
  /** A row opens its document; else a click on it chooses it. */
  opens: boolean
  /** null: there is nothing to choose rows for. */
  selection: RowSelection | null
  /** What moves rows; null: they cannot be moved. */
  order: Order | null
}

/**
 * All that rows of documents have by being in a table: keys, clicks, what is said of those that are chosen, and a menu,
 * by a right click and by the `RowMenuButton` in each. `bodyProps` are for the body, `keysId` describes the table, and
 * `beside` is drawn beside it. A row says which document it is with `data-row`.
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

/** The same function in all draws, which does what the last one does: rows are not drawn again for a new one. */
function useStable(select: RowSelection['onSelect'] | undefined): RowSelection['onSelect'] {
  const last = useRef(select)
  useLayoutEffect(() => {
    last.current = select
  })
  return useCallback((id, selected) => last.current?.(id, selected), [])
}
