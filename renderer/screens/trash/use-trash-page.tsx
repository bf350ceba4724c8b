import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye, Hash } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { ListState } from '../../../shared/lists/list-state.ts'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useListPreference } from '../../data/list-preference.ts'
import { useColumnWidths } from '../../data/preferences.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useCopyId } from '../../data/use-copy-text.ts'
import { useListState } from '../../data/use-list-state.ts'
import { useTitleOf } from '../../data/use-titles.ts'
import { shownColumns } from '../../fields/document-columns/columns.ts'
import { useCellContext } from '../../fields/document-columns/use-cell-context.ts'
import type { Selection } from '../../fields/document-rows/use-selected-rows.ts'
import { useTrashActions } from '../../fields/document-rows/use-trash-actions.tsx'
import { useExportList } from '../../fields/export/export-dialog.tsx'
import { useFieldModules } from '../../fields/use-value-context.ts'
import { useT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'

const NO_ROWS: ListRow[] = []

/** The page of the trash that is shown, with its list state. */
export type TrashPage = ReturnType<typeof useTrashPage>

/** Reads a page of the trash from the server, for the list state of the address. */
export function useTrashPage(collection: Collection) {
  const { kept } = useListPreference(collection.slug)
  // The last deleted document comes first, whatever the list's sort.
  const onScreen = useListState(collection, kept, '-deletedAt')
  const { query, isUnreadable } = onScreen
  const status = useConnection()?.status
  const online = status === 'online'
  const trash = useQuery({
    queryKey: queryKeys.trash(query),
    queryFn: () => galley.call('trash.list', query),
    enabled: online && kept !== undefined && !isUnreadable,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const answer = trash.data
  const total = !isUnreadable && answer?.outcome === 'done' ? answer.totalDocs : 0
  const rows = useMemo(() => (answer?.outcome === 'done' ? answer.rows : NO_ROWS), [answer])
  return { onScreen, status, online, trash, answer, total, rows }
}

/** Columns, widths and titles of the rows. */
export type TrashCells = ReturnType<typeof useTrashCells>

/** Returns the columns of the trash with their widths, and the context and title of its rows. */
export function useTrashCells(collection: Collection, chosen: ListState['columns'], rows: ListRow[]) {
  const { t } = useT()
  const modules = useFieldModules()
  const [widths, setWidth] = useColumnWidths(useAccount().server.id, collection.slug)
  const columns = useMemo(() => shownColumns(modules, collection, chosen), [modules, collection, chosen])
  const { locale } = useContentLocale()
  const move = useMemo(() => ({ ask: () => undefined, whyNot: () => t('galley:list.folders.inTrash') }), [t])
  const context = useCellContext(collection, columns, rows, locale, move)
  const titled = useTitleOf()
  const titleOf = (row: ListRow) => titled(collection, row, locale)
  return { columns, widths, setWidth, context, titleOf }
}

export type TrashMenus = {
  /** Returns the address of a document in the trash; null: it is not shown. */
  hrefOf: (row: ListRow) => string | null
  /** Returns the menu of a row; that of all selected rows if it is one of them. */
  menuItemsOf: (row: ListRow) => MenuItemSpec[]
  /** The number of selected rows, and the actions on them. */
  bulkItems: { count: number; items: MenuItemSpec[] }
  exportAll: MenuItemSpec
  dialogs: ReactNode
}

/** Returns the menus of the rows and the selection, and the dialogs that their items open. */
export function useTrashMenus({
  collection,
  plural,
  page,
  cells,
  selection,
  suffix,
}: {
  collection: Collection
  plural: string
  page: TrashPage
  cells: TrashCells
  selection: Selection
  /** Suffix of the documents' addresses. */
  suffix: string
}): TrashMenus {
  const { t } = useT()
  const { rows } = page
  const chosen = rows.filter(({ ref }) => selection.ids.has(refId(ref)))
  const actions = useTrashActions(collection, () => selection.clear())
  /** `of`: the documents of the actions. */
  const itemsFor = (of: readonly ListRow[], isSelection: boolean): MenuItemSpec[] =>
    actions.itemsFor(
      of.map(({ ref }) => refId(ref)),
      of,
      isSelection,
    )
  const copyId = useCopyId()
  const exporting = useTrashExport(collection.slug, plural, page, cells)
  const navigate = useNavigate()
  // An account's hidden data stays on the server.
  const hrefOf = (row: ListRow) => (collection.auth ? null : adminRoutes.deleted(row.ref) + suffix)
  const menuItemsOf = (row: ListRow): MenuItemSpec[] => {
    if (chosen.length > 1 && selection.ids.has(refId(row.ref))) return itemsFor(chosen, true)
    const href = hrefOf(row)
    return [
      ...(href === null
        ? []
        : [
            {
              id: 'show',
              label: t('galley:deleted.show'),
              icon: Eye,
              onAction: () => void navigate(href),
            },
          ]),
      {
        id: 'copy-id',
        label: t('galley:actions.copyId'),
        icon: Hash,
        onAction: () => void copyId(row.ref),
      },
      ...itemsFor([row], false),
    ]
  }
  return {
    hrefOf,
    menuItemsOf,
    bulkItems: {
      count: chosen.length,
      items: [exporting.itemFor(chosen.map(({ ref }) => refId(ref))), ...itemsFor(chosen, true)],
    },
    exportAll: exporting.itemFor(null),
    dialogs: (
      <>
        {exporting.dialog}
        {actions.dialog}
      </>
    ),
  }
}

/** Returns the export of the trash, of selected documents or (null) of all. */
function useTrashExport(
  slug: string,
  plural: string,
  { onScreen, total }: TrashPage,
  { columns, context }: TrashCells,
): { itemFor: (ids: string[] | null) => MenuItemSpec; dialog: ReactNode } {
  const { where, search, sort, locale } = onScreen.query
  const exporting = useExportList()
  return {
    itemFor: (ids) =>
      exporting.itemFor(
        total === 0
          ? null
          : {
              from: 'trash',
              query: { slug, search, where, sort, locale },
              ids,
              count: ids?.length ?? total,
              columns: columns.map((column) => ({ path: column.path, label: context.columnLabel(column) })),
              label: plural,
              coverage: null,
            },
      ),
    dialog: exporting.dialog,
  }
}
