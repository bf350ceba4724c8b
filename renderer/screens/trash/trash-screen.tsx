import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye, Hash } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { own } from '../../../shared/json.ts'
import { limitChoices } from '../../../shared/lists/list-state.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { useListPreference } from '../../data/list-preference.ts'
import { useLastPage, useListState } from '../../data/use-list-state.ts'
import { useAccount } from '../../data/account-context.tsx'
import { useColumnWidths } from '../../data/preferences.ts'
import { nextSort, sortDirection } from '../../data/list-sort.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useCollection } from '../../data/schema-context.tsx'
import { useTitleOf } from '../../data/use-titles.ts'
import { type CellContext, useCellContext } from '../../fields/document-columns/use-cell-context.ts'
import { isTime, shownColumns, type Column } from '../../fields/document-columns/columns.ts'
import { ItemButtons } from '../../fields/document-rows/item-buttons.tsx'
import { useCopyId } from '../../data/use-copy-text.ts'
import { useSelectedRows } from '../../fields/document-rows/use-selected-rows.ts'
import { useTrashActions } from '../../fields/document-rows/use-trash-actions.tsx'
import { ListTable } from '../../fields/document-table/list-table.tsx'
import { useExportList } from '../../fields/export/export-dialog.tsx'
import { useFieldModules } from '../../fields/use-value-context.ts'
import { searchedLabels, searchLabel } from '../../fields/filter/filter-words.ts'
import { SearchBox } from '../../fields/filter/search-box.tsx'
import { useListFilter } from '../../fields/filter/use-list-filter.tsx'
import { ListLocale } from '../../fields/document-table/list-locale.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Ago } from '../../ui/moment/moment.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { ListTools } from '../../ui/list-tools/list-tools.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useEmptyTrash } from './use-empty-trash.tsx'
import styles from './trash-screen.module.css'

/** The trash of a collection, to restore or delete documents for good; not found without a trash. */
export function TrashScreen() {
  const { slug = '' } = useParams()
  const collection = useCollection(slug)
  if (collection === null || !collection.trash) return <NotFoundScreen />
  return <Trash key={slug} collection={collection} />
}

/** The trash is only on the server, so it is neither shown nor changed offline (M.08). */
function Trash({ collection }: { collection: Collection }) {
  const { slug } = collection
  const words = useT()
  const { t, label } = words
  const plural = label(collection.labels.plural) || slug
  const { locale } = useContentLocale()
  const { kept } = useListPreference(slug)
  // The last deleted document comes first, whatever the list's sort.
  const onScreen = useListState(collection, kept, '-deletedAt')
  const { state, query, isUnreadable, change, setWhere } = onScreen
  const { where, search, sort, limit } = query
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
  const modules = useFieldModules()
  const [widths, setWidth] = useColumnWidths(useAccount().server.id, slug)
  const columns = useMemo(
    () => shownColumns(modules, collection, state.columns),
    [modules, collection, state.columns],
  )
  const context = useCells(collection, columns, rows)
  const titled = useTitleOf()
  const titleOf = (row: ListRow) => titled(collection, row, locale)
  const selection = useSelectedRows(rows, JSON.stringify([query.page, search, where]))
  const chosen = rows.filter(({ ref }) => selection.ids.has(refId(ref)))
  const actions = useTrashActions(collection, () => selection.clear())
  const { typed, searchBox, button, pills, form } = useListFilter({
    collection,
    label: plural,
    locale,
    where: state.where,
    isUnreadable,
    onChange: setWhere,
    isTrash: true,
  })
  const suffix = localeSuffix(state.locale)
  /** `of`: the documents of the actions. */
  const itemsFor = (of: readonly ListRow[], isSelection: boolean): MenuItemSpec[] =>
    actions.itemsFor(
      of.map(({ ref }) => refId(ref)),
      of,
      isSelection,
    )
  const copyId = useCopyId()
  const exporting = useExportList()
  const exportOf = (ids: string[] | null): MenuItemSpec =>
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
    )
  const exportAll = exportOf(null)
  const navigate = useNavigate()
  // An account's hidden data stays on the server.
  const hrefOf = (row: ListRow) => (collection.auth ? null : adminRoutes.deleted(row.ref) + suffix)
  /** Returns the menu of a row; that of all selected rows if it is one of them. */
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
  const isNarrowed = search !== '' || where !== null
  const emptying = useEmptyTrash(collection, {
    isEmpty: !isNarrowed && answer?.outcome === 'done' && total === 0,
    isNarrowed,
  })
  const isBeyond = useLastPage(
    onScreen,
    answer?.outcome === 'done' && !trash.isPlaceholderData && rows.length === 0,
    total,
  )

  const instead = whatInstead()
  return (
    <>
      <ScreenHeader
        crumbs={[{ label: plural, to: adminRoutes.list(slug) + suffix }]}
        title={t('galley:actions.trashList.open')}
        actions={
          <>
            <ListLocale collections={[collection]} />
            {emptying.button}
            <Button
              variant="quiet"
              size="header"
              {...(exportAll.icon && { icon: exportAll.icon })}
              disabledReason={exportAll.disabledReason ?? null}
              onPress={exportAll.onAction}
            >
              {exportAll.label}
            </Button>
          </>
        }
      />
      <ListTools
        description={label(collection.description)}
        search={
          <SearchBox
            label={searchLabel(collection, words)}
            value={search}
            onSearch={(next) => change({ search: next }, true)}
            filter={typed}
            ref={searchBox}
          />
        }
      >
        {button}
      </ListTools>
      {pills}
      {form}
      {instead === null ? (
        <ListTable
          label={t('galley:actions.trashList.title', { label: plural })}
          columns={columns}
          areChosen={state.columns !== null}
          widths={widths}
          onWidth={setWidth}
          rows={rows}
          sort={sort}
          onSort={(column) => change({ sort: nextSort(sort, column.path, isTime(column)) })}
          hrefOf={hrefOf}
          context={context}
          titleOf={titleOf}
          selection={selection.rows}
          itemsOf={menuItemsOf}
          ownOrder={null}
          order={null}
          offline={false}
          locks={NOTHING}
          schedules={NOTHING}
          groups={null}
          last={{
            label: t('galley:actions.trashList.deleted'),
            direction: sortDirection(sort, 'deletedAt'),
            onSort: () => change({ sort: nextSort(sort, 'deletedAt', true) }),
            samples: words.sampleAgos(),
            cell: deletedAgo,
          }}
        />
      ) : (
        <div className={styles['place']}>{instead}</div>
      )}
      <ListFooter
        note={null}
        {...(chosen.length > 0 && {
          bulk: (
            <div role="group" aria-label={t('galley:actions.many.bar')} className={styles['bar']}>
              <span role="status">{t('galley:actions.many.selected', { count: chosen.length })}</span>
              <ItemButtons
                items={[exportOf(chosen.map(({ ref }) => refId(ref))), ...itemsFor(chosen, true)]}
              />
            </div>
          ),
        })}
        page={query.page}
        limit={limit}
        totalDocs={total}
        limits={limitChoices(collection.limits)}
        onPage={(next) => change({ page: next })}
        onLimit={(next) => change({ limit: next })}
      />
      {exporting.dialog}
      {actions.dialog}
      {emptying.dialog}
    </>
  )

  /** Returns the message shown instead of rows; null: there are rows. */
  function whatInstead(): ReactNode {
    if (isUnreadable)
      return (
        <Message
          kind="error"
          title={t('galley:filters.unreadable')}
          body={t('galley:filters.unreadableBody', { label: plural })}
          actions={<Button onPress={() => change({ where: null })}>{t('galley:filters.clear')}</Button>}
        />
      )
    if (!online)
      return (
        <Message
          kind="offline"
          title={t('galley:actions.trashList.offlineTitle')}
          body={t(
            status === 'signed-out'
              ? 'galley:actions.trashList.signedOutBody'
              : 'galley:actions.trashList.offlineBody',
          )}
        />
      )
    if (rows.length > 0) return null
    if (isBeyond || (answer === undefined && trash.error === null)) return <Skeleton lines={6} />
    if (answer?.outcome !== 'done')
      return (
        <Message
          kind="error"
          title={answer ? notDoneReason(answer, t) : callReason(trash.error, t)}
          actions={<Button onPress={() => void trash.refetch()}>{t('galley:edit.tryAgain')}</Button>}
        />
      )
    if (!isNarrowed)
      return (
        <Message
          kind="empty"
          title={t('galley:actions.trashList.empty', { label: plural })}
          body={t('galley:actions.trashList.emptyBody')}
        />
      )
    return (
      <Message
        kind="empty"
        title={t('galley:actions.trashList.noMatch', { label: plural })}
        body={
          search === ''
            ? t('galley:filters.noMatchBody', { label: plural })
            : t('galley:list.searchedIn', { fields: searchedLabels(collection, words).join(', ') })
        }
        actions={
          <>
            {where !== null && (
              <Button onPress={() => change({ where: null })}>{t('galley:filters.clear')}</Button>
            )}
            {search !== '' && (
              <Button onPress={() => change({ search: '' })}>{t('galley:list.clearSearch')}</Button>
            )}
          </>
        }
      />
    )
  }
}

const NO_ROWS: ListRow[] = []
const NOTHING: ReadonlyMap<string, string> = new Map()

function deletedAgo({ data }: ListRow): ReactNode {
  const deletedAt = own(data, 'deletedAt')
  return typeof deletedAt === 'string' && <Ago iso={deletedAt} />
}

function useCells(collection: Collection, columns: readonly Column[], rows: ListRow[]): CellContext {
  const { t } = useT()
  const { locale } = useContentLocale()
  const move = useMemo(() => ({ ask: () => undefined, whyNot: () => t('galley:list.folders.inTrash') }), [t])
  return useCellContext(collection, columns, rows, locale, move)
}
