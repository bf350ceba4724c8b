import { useCallback, useMemo } from 'react'
import { ORDER_FIELD } from '../../../shared/cms/order-fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useTitleOf } from '../../data/use-titles.ts'
import { useCellContext } from '../../fields/document-columns/use-cell-context.ts'
import { useSelectedRows } from '../../fields/document-rows/use-selected-rows.ts'
import { folderOf } from '../../fields/folder/folder-tree.ts'
import { useMoveToFolder } from '../../fields/folder/use-move-to-folder.tsx'
import { useOrder } from '../../fields/order/use-order.ts'
import { useRowPermitted } from '../../form/use-permitted.ts'
import type { ListOnScreen } from './use-list-page.ts'

/** Rows of the page in their order, with their titles, cells, folders and selection. */
export type RowsOnScreen = ReturnType<typeof useListRows>

/** Returns the rows of the page in the manual order, and how they are named, shown, moved and selected. */
export function useListRows(collection: Collection, { onScreen, ...shown }: ListOnScreen) {
  const { slug } = collection
  const { query } = onScreen
  const { rows } = shown
  const { locale } = useContentLocale()
  const titled = useTitleOf()
  const folders = useMoveToFolder(collection, query.locale)
  const { ask: askMove, whyNot: whyNotMoved, hasFolders } = folders
  const moveOf = useCallback(
    (row: ListRow) => ({
      documents: [row],
      one: {
        title: titled(collection, row, locale),
        from: folderOf(collection, row),
      },
    }),
    [titled, collection, locale],
  )
  const move = useMemo(
    () =>
      hasFolders
        ? {
            ask: (row: ListRow) => askMove(moveOf(row)),
            whyNot: (row: ListRow) => whyNotMoved([row]),
          }
        : undefined,
    [hasFolders, askMove, moveOf, whyNotMoved],
  )
  const context = useCellContext(collection, shown.columns, rows, locale, move)
  const titleOf = (row: ListRow) => titled(collection, row, locale)
  const own = useOrder({
    collection,
    field: collection.orderable && shown.grouped === null ? ORDER_FIELD : null,
    scope: null,
    sort: query.sort,
    rows,
    reread: shown.list.refetch,
    titleOf,
    before: (query.page - 1) * query.limit,
    total: shown.total,
  })
  const selection = useSelectedRows(rows, JSON.stringify([slug, query.search, query.where]))
  const permitted = useRowPermitted(slug)
  const isChoosable = rows.some((row) => permitted(row, 'edit') || permitted(row, 'delete'))
  return { own, titleOf, context, folders, moveOf, selection, isChoosable }
}
