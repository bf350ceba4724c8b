import { Download, Eye, Waypoints } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { hasLocaleStatus } from '../../../shared/cms/entity-rules.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useExportList } from '../../fields/export/export-dialog.tsx'
import { UsedInDialog } from '../../fields/used-in/used-in-dialog.tsx'
import { useT, type UseT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useQuickLook } from './media/use-quick-look.tsx'
import type { ListOnScreen } from './use-list-page.ts'
import type { RowsOnScreen } from './use-list-rows.ts'
import { useManyActions, type ManyDocuments } from './use-many-actions.tsx'
import { useRowActions } from './use-row-actions.ts'

type Options = {
  collection: Collection
  /** Plural label of the collection. */
  plural: string
  list: ListOnScreen
  rows: RowsOnScreen
  /** Suffix of the documents' addresses. */
  suffix: string
  canCreate: boolean
}

type ListMenus = {
  /** The actions on the selected rows. */
  bulkItems: MenuItemSpec[]
  /** Returns the menu of a row; that of all selected rows if it is one of them. */
  menuItemsOf: (row: ListRow) => MenuItemSpec[]
  /** Exports the whole list. */
  exportsAll: MenuItemSpec
  quick: ReturnType<typeof useQuickLook>
  dialogs: ReactNode
}

/** Returns the menus of a list's rows and selection, and the dialogs that their items open. */
export function useListMenus(options: Options): ListMenus {
  const { collection, list, suffix, rows: onScreen } = options
  const { own, titleOf, folders, moveOf, selection } = onScreen
  const { t } = useT()
  const navigate = useNavigate()
  const { locale } = list.onScreen.query
  const online = list.connection?.status === 'online'
  const { itemsFor, dialog } = useManyActions(collection, locale)
  const rowActions = useRowActions({
    collection,
    locale,
    suffix,
    canAsk: online,
    canCreate: options.canCreate,
  })
  const [used, setUsed] = useState<ListRow | null>(null)
  const quick = useQuickLook({
    collection,
    locale,
    rows: own.rows,
    titleOf,
    offline: list.connection !== undefined && !online,
    onOpen: (row) => void navigate(adminRoutes.document(row.ref) + suffix),
  })
  const many = { documents: selection.documents, onDone: selection.clear }
  const exporting = useListExport(options)
  const done = itemsFor(many)
  const bulkItems = [
    ...folders.itemsFor(many),
    ...done.filter(({ danger }) => danger !== true),
    exporting.itemFor([...selection.ids]),
    ...done.filter(({ danger }) => danger === true),
  ]
  const menuItemsOf = (row: ListRow): MenuItemSpec[] =>
    selection.ids.size > 1 && selection.ids.has(refId(row.ref))
      ? bulkItems
      : [
          ...(collection.upload === false ? [] : fileItems(row, quick.open, setUsed, t)),
          ...rowActions(row),
          ...folders.itemsFor(moveOf(row)),
          ...itemsFor(manyOf(row, titleOf(row), collection, t)).filter(({ id }) => id !== 'edit'),
        ]
  const dialogs = (
    <>
      {dialog}
      {exporting.dialog}
      {quick.layer}
      {used?.ref.kind === 'collection' && (
        <UsedInDialog
          of={used.ref}
          title={titleOf(used)}
          locale={locale}
          suffix={suffix}
          onClose={() => setUsed(null)}
        />
      )}
    </>
  )
  return { bulkItems, menuItemsOf, exportsAll: exporting.all, quick, dialogs }
}

/** Returns the export of a list, of all or of selected documents; the one of all is a command, too. */
function useListExport({ collection, plural, list, rows }: Options): {
  all: MenuItemSpec
  itemFor: (ids: string[] | null) => MenuItemSpec
  dialog: ReactNode
} {
  const { page, total, columns, onScreen } = list
  const { query, isUnreadable } = onScreen
  const { slug } = collection
  const exporting = useExportList()
  const exportOf = (ids: string[] | null) =>
    exporting.itemFor(
      total === 0 || isUnreadable
        ? null
        : {
            from: 'list',
            query: { slug, search: query.search, where: query.where, sort: query.sort, locale: query.locale },
            ids,
            count: ids?.length ?? total,
            columns: columns.map((column) => ({
              path: column.path,
              label: rows.context.columnLabel(column),
            })),
            label: plural,
            coverage: page?.coverage ?? null,
          },
    )
  const exportsAll = exportOf(null)
  useCommand({
    id: 'list.export',
    title: 'galley:export.open',
    also: 'galley:palette.also.export',
    icon: Download,
    run: () => exportsAll.onAction(),
    when: () => exportsAll.disabledReason == null,
  })
  return { all: exportsAll, itemFor: exportOf, dialog: exporting.dialog }
}

/** The items that only the row of a file has. */
function fileItems(
  row: ListRow,
  onLook: (row: ListRow) => void,
  onUsedIn: (row: ListRow) => void,
  t: UseT['t'],
): MenuItemSpec[] {
  return [
    {
      id: 'look',
      label: t('galley:media.look'),
      icon: Eye,
      shortcut: 'Space',
      onAction: () => onLook(row),
    },
    {
      id: 'used-in',
      label: t('galley:media.usedIn'),
      icon: Waypoints,
      onAction: () => onUsedIn(row),
    },
  ]
}

/** Returns one row as the target of an action, with the reasons that an action would change nothing. */
function manyOf(row: ListRow, title: string, collection: Collection, t: UseT['t']): ManyDocuments {
  return {
    documents: [row],
    title,
    reasons: {
      ...(isSettled(row) &&
        !hasLocaleStatus(collection) && {
          publish: row.status === 'published' ? t('galley:edit.nothingToPublish') : null,
          unpublish: row.status === 'draft' ? t('galley:edit.notPublished') : null,
        }),
      delete: row.isNew ? t('galley:actions.saveFirst') : null,
    },
  }
}

/** True if nothing of the document is unsent, so that its status says everything. */
const isSettled = ({ state }: ListRow): boolean => state.kind === 'saved'
