import { useTitleOf } from '../../data/use-titles.ts'
import { Download, Ellipsis, Eye, FolderIcon, ImageOff, Plus, Trash2, Upload, Waypoints } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { altField } from '../../../shared/cms/list-fields.ts'
import { ORDER_FIELD } from '../../../shared/cms/order-fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListPage, ListRow } from '../../../shared/ipc.ts'
import { groupFields } from '../../../shared/lists/group-by.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { isAnsweredHere } from '../../../shared/lists/local-rules.ts'
import { withState } from '../../data/list-address.ts'
import { type ListChoice } from '../../../shared/lists/list-preference.ts'
import { defaultSort, limitChoices } from '../../../shared/lists/list-state.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { hasLocaleStatus } from '../../../shared/cms/entity-rules.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useAccount } from '../../data/account-context.tsx'
import { callReason } from '../../data/failure-reasons.ts'
import { useLocks } from '../../data/use-locks.ts'
import { useSchedules } from '../../data/use-schedules.ts'
import { useBulkUpload } from '../../data/document-drawers-context.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { useChooseListView, useListPreference } from '../../data/list-preference.ts'
import { useLastPage, useListState } from '../../data/use-list-state.ts'
import { cardWidthPreference, useColumnWidths, useListLayout } from '../../data/preferences.ts'
import { useLocalPreference } from '../../data/local-preference.ts'
import { useConnection } from '../../data/queries.ts'
import { useCanCreate, useCollection } from '../../data/schema-context.tsx'
import { useStatusDetail } from '../../ui/status-detail/status-detail.ts'
import { useFieldModules } from '../../fields/use-value-context.ts'
import { useRowPermitted, useWhyNotRows } from '../../form/use-permitted.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { useList } from '../../data/use-list.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { MenuButton, type MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { choiceOf, isTime, offeredColumns, shownColumns } from '../../fields/document-columns/columns.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { useExportList } from '../../fields/export/export-dialog.tsx'
import { searchedLabels, searchLabel } from '../../fields/filter/filter-words.ts'
import { SearchBox } from '../../fields/filter/search-box.tsx'
import { useListFilter } from '../../fields/filter/use-list-filter.tsx'
import { FilesOver } from '../../fields/file/files-over.tsx'
import { useDroppedFiles } from '../../fields/file/use-brought-files.ts'
import { folderOf } from '../../fields/folder/folder-tree.ts'
import { useFolderCollection } from '../../fields/folder/use-folders.ts'
import { useMoveToFolder } from '../../fields/folder/use-move-to-folder.tsx'
import { UsedInDialog } from '../../fields/used-in/used-in-dialog.tsx'
import { useSelectedRows } from '../../fields/document-rows/use-selected-rows.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { ListTools } from '../../ui/list-tools/list-tools.tsx'
import { nextSort, sortAfterPress, sortDirection } from '../../data/list-sort.ts'
import { GroupMenu } from './group-menu.tsx'
import { ListLocale } from '../../fields/document-table/list-locale.tsx'
import { ListTable, type TableGroups } from '../../fields/document-table/list-table.tsx'
import { useGroupedList } from './use-grouped-list.ts'
import { useCellContext } from '../../fields/document-columns/use-cell-context.ts'
import { useOrder } from '../../fields/order/use-order.ts'
import { useManyActions } from './use-many-actions.tsx'
import { useRowActions } from './use-row-actions.ts'
import { ViewsMenu } from './views-menu.tsx'
import { AltRows } from './media/alt-rows.tsx'
import { GridBar } from './media/grid-bar.tsx'
import { LayoutSwitch } from './media/layout-switch.tsx'
import { MediaGrid } from './media/media-grid.tsx'
import { asksForMissingAlt, MISSING_ALT } from '../../fields/file/file-texts.ts'
import { useDragOut } from './media/use-drag-out.ts'
import { useQuickLook } from './media/use-quick-look.tsx'
import styles from './list-screen.module.css'

const NO_ROWS: ListRow[] = []

/** The list of a collection's documents (S2.03). The route checks its visibility. */
export function ListScreen() {
  const { slug = '' } = useParams()
  const collection = useCollection(slug)
  if (collection === null) return <NotFoundScreen />
  // Keyed, so that no state of one collection's list reaches the next.
  return <CollectionList key={slug} collection={collection} />
}

function CollectionList({ collection }: { collection: Collection }) {
  const { slug } = collection
  const canCreate = useCanCreate()
  const words = useT()
  const { t, label, formatNumber } = words
  const toast = useToast()
  const dragOut = useDragOut()
  const navigate = useNavigate()
  const { locale } = useContentLocale()
  const plural = label(collection.labels.plural) || slug
  const { server } = useAccount()
  const preference = useListPreference(slug)
  const [layout, setLayout] = useListLayout(server.id, collection)
  const [widths, setWidth, resetWidths] = useColumnWidths(server.id, slug)
  const [cardWidth] = useLocalPreference(cardWidthPreference)
  const isGrid = collection.upload !== false && layout === 'grid'
  const onScreen = useListState(collection, preference.kept)
  const { state, query, isUnreadable, params, setParams, change, setWhere } = onScreen
  const chosen = state.columns
  const modules = useFieldModules()
  const columns = useMemo(() => shownColumns(modules, collection, chosen), [modules, collection, chosen])
  const { list, refresh } = useList(query, { ready: preference.kept !== undefined })
  const connection = useConnection()
  // The preference is read from this computer, too, so the list is not drawn without it first.
  const page = preference.kept === undefined ? undefined : list.data
  const types = useFieldTypes()
  const groupable = useMemo(() => groupFields(types, collection), [types, collection])
  const groupParam = state.groupBy ?? ''
  // A grid, and pictures without alternative text, cannot be grouped.
  const isInTable = !isGrid && !asksForMissingAlt(query.where)
  const groupField =
    (isInTable && groupable.find(({ path }) => path === groupParam.replace(/^-/, ''))) || null
  const grouped = useGroupedList(query, state.where, groupField, groupParam.startsWith('-'))
  const rows = grouped?.rows ?? page?.rows ?? NO_ROWS
  const locks = useLocks(useMemo(() => rows.map(({ ref }) => ref), [rows]))
  const schedules = useSchedules(collection, rows)
  const titled = useTitleOf()
  const folders = useMoveToFolder(collection, query.locale)
  const folderCollection = useFolderCollection()
  const chooseView = useChooseListView(slug)
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
  const context = useCellContext(collection, columns, rows, locale, move)

  /** Stores the choice for later visits, and updates an address that names it. */
  const choose = (choice: ListChoice) => {
    if (choice.columns !== undefined && params.has('columns')) change({ columns: choice.columns }, true)
    void preference
      .choose(choice)
      .catch((error: unknown) => toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })))
  }
  const titleOf = (row: ListRow) => titled(collection, row, locale)
  const own = useOrder({
    collection,
    field: collection.orderable && grouped === null ? ORDER_FIELD : null,
    scope: null,
    sort: query.sort,
    rows,
    reread: list.refetch,
    titleOf,
    before: (query.page - 1) * query.limit,
    total: page?.totalDocs ?? 0,
  })
  const selection = useSelectedRows(rows, JSON.stringify([slug, query.search, query.where]))
  const permitted = useRowPermitted(slug)
  const whyNot = useWhyNotRows(slug)
  const isChoosable = rows.some((row) => permitted(row, 'edit') || permitted(row, 'delete'))

  const groups = useMemo(
    (): TableGroups | null =>
      grouped && {
        heads: grouped.heads,
        onToggle: grouped.toggle,
        hrefOf: (head) => `?${withState(params, { where: head.where, groupBy: null }).toString()}`,
      },
    [grouped, params],
  )

  const bulkUpload = useBulkUpload()
  // Replaces the address, since going back would lead to the same list.
  const sortBy = (sort: string | null) => {
    change({ sort }, true)
    // The sort of a view is not stored as the list's own.
    if (state.view === null) choose({ sort })
  }

  const { where } = query
  const isAltView = altField(collection) !== null && asksForMissingAlt(where)
  const {
    typed,
    searchBox,
    button,
    pills,
    form,
    close: closeFilter,
  } = useListFilter({
    collection,
    label: plural,
    locale: query.locale,
    where: state.where,
    isUnreadable,
    onChange: setWhere,
    isShownElsewhere: isAltView,
  })
  const clearFilter = () => change({ where: null })

  useLastPage(
    onScreen,
    page !== undefined &&
      !list.isPlaceholderData &&
      rows.length === 0 &&
      // While the server can still be asked, the number of pages is unknown.
      (page.source === 'server' || connection?.status === 'offline' || connection?.status === 'signed-out'),
    page?.totalDocs ?? 0,
  )

  const suffix = localeSuffix(state.locale)
  const byFolder =
    folderCollection !== null && hasFolders
      ? adminRoutes.byFolder(slug, folderCollection.slug, null) + suffix
      : null
  const createHref = canCreate(slug) ? adminRoutes.create(slug) + suffix : null
  const online = connection?.status === 'online'
  const { itemsFor, dialog } = useManyActions(collection, query.locale)
  const rowActions = useRowActions({
    collection,
    locale: query.locale,
    suffix,
    canAsk: online,
    canCreate: createHref !== null,
  })
  const [used, setUsed] = useState<ListRow | null>(null)
  const quick = useQuickLook({
    collection,
    locale: query.locale,
    rows: own.rows,
    titleOf,
    offline: connection !== undefined && !online,
    onOpen: (row) => void navigate(adminRoutes.document(row.ref) + suffix),
  })
  const many = { documents: selection.documents, onDone: selection.clear }
  const total = page?.totalDocs ?? 0
  const exporting = useExportList()
  const exportOf = (ids: string[] | null) =>
    exporting.itemFor(
      total === 0 || isUnreadable
        ? null
        : {
            from: 'list',
            query: { slug, search: query.search, where, sort: query.sort, locale: query.locale },
            ids,
            count: ids?.length ?? total,
            columns: columns.map((column) => ({ path: column.path, label: context.columnLabel(column) })),
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
  const done = itemsFor(many)
  const bulkItems = [
    ...folders.itemsFor(many),
    ...done.filter(({ danger }) => danger !== true),
    exportOf([...selection.ids]),
    ...done.filter(({ danger }) => danger === true),
  ]
  /** Returns the menu of a row; that of all selected rows if it is one of them. */
  const menuItemsOf = (row: ListRow): MenuItemSpec[] =>
    selection.ids.size > 1 && selection.ids.has(refId(row.ref))
      ? bulkItems
      : [
          ...(collection.upload === false
            ? []
            : [
                {
                  id: 'look',
                  label: t('galley:media.look'),
                  icon: Eye,
                  shortcut: 'Space',
                  onAction: () => quick.open(row),
                },
                {
                  id: 'used-in',
                  label: t('galley:media.usedIn'),
                  icon: Waypoints,
                  onAction: () => setUsed(row),
                },
              ]),
          ...rowActions(row),
          ...folders.itemsFor(moveOf(row)),
          ...itemsFor({
            documents: [row],
            title: titleOf(row),
            reasons: {
              ...(isSettled(row) &&
                !hasLocaleStatus(collection) && {
                  publish: row.status === 'published' ? t('galley:edit.nothingToPublish') : null,
                  unpublish: row.status === 'draft' ? t('galley:edit.notPublished') : null,
                }),
              delete: row.isNew ? t('galley:actions.saveFirst') : null,
            },
          }).filter(({ id }) => id !== 'edit'),
        ]
  const screen = useRef<HTMLDivElement>(null)
  const takesFiles = createHref !== null && collection.upload !== false && collection.upload.bulkUpload
  const isOver = useDroppedFiles(screen, takesFiles ? (files) => bulkUpload(slug, { files }) : null)
  const chooses = isChoosable ? selection.rows : null
  /** Shared props of table and grid. */
  const shared = {
    label: plural,
    rows: own.rows,
    hrefOf: (row: ListRow) => adminRoutes.document(row.ref) + suffix,
    titleOf,
    selection: chooses,
    itemsOf: menuItemsOf,
    order: own.order,
    locks,
    schedules,
    offline: connection !== undefined && !online,
  }

  const empty = page !== undefined && (
    <ListEmpty
      page={page}
      refresh={refresh}
      plural={plural}
      search={query.search}
      searched={searchedLabels(collection, words)}
      onClearSearch={() => change({ search: '' })}
      isFiltered={where !== null}
      isMissingAlt={isAltView}
      isKnownHere={isAnsweredHere(where)}
      onClearFilter={clearFilter}
      createHref={createHref}
    />
  )

  useStatusDetail(page === undefined ? null : coverageText(page, plural, words))

  return (
    <div ref={screen} className={styles['screen']}>
      <ScreenHeader
        title={plural}
        {...(page !== undefined &&
          !isUnreadable &&
          (total > 0 || page.fetchedAt !== null) && { note: formatNumber(total) })}
        actions={
          <>
            <ListLocale collections={[collection]} />
            {byFolder !== null && (
              <Button
                variant="quiet"
                size="header"
                icon={FolderIcon}
                onPress={() => {
                  chooseView('folders')
                  void navigate(byFolder)
                }}
              >
                {t('folder:byFolder')}
              </Button>
            )}
            {collection.trash && (
              <ButtonLink to={adminRoutes.trash(slug) + suffix} variant="quiet" size="header" icon={Trash2}>
                {t('galley:actions.trashList.open')}
              </ButtonLink>
            )}
            {takesFiles && (
              <Button variant="quiet" size="header" icon={Upload} onPress={() => bulkUpload(slug)}>
                {t('upload:bulkUpload')}
              </Button>
            )}
            {createHref !== null && (
              <ButtonLink to={createHref} variant="primary" size="header" icon={Plus}>
                {t('general:createNew')}
              </ButtonLink>
            )}
          </>
        }
      />
      <ListTools
        description={label(collection.description)}
        search={
          <SearchBox
            label={searchLabel(collection, words)}
            value={query.search}
            onSearch={(search) => change({ search }, true)}
            filter={typed}
            ref={searchBox}
          />
        }
      >
        <ViewsMenu
          collection={collection}
          label={plural}
          params={params}
          setParams={setParams}
          shown={state}
          isUnreadable={isUnreadable}
        />
        {button}
        {altField(collection) !== null && (
          <Button
            variant="quiet"
            size="header"
            icon={ImageOff}
            pressed={isAltView}
            onPress={() => {
              closeFilter()
              change({ where: isAltView ? null : MISSING_ALT })
            }}
          >
            {t('galley:media.missingAlt')}
          </Button>
        )}
        {!isGrid && !isAltView && (
          <ColumnsMenu
            offered={offeredColumns(modules, collection, chosen)}
            labelOf={context.columnLabel}
            onChange={(next) => choose({ columns: choiceOf(next, chosen) })}
            widths={widths}
            onWidth={setWidth}
            onReset={
              chosen === null && Object.keys(widths).length === 0
                ? null
                : () => {
                    resetWidths()
                    if (chosen !== null) choose({ columns: null })
                  }
            }
          />
        )}
        {!isGrid && !isAltView && (
          <GroupMenu
            fields={groupable}
            current={groupField}
            onChoose={(path) => change({ groupBy: path }, true)}
          />
        )}
        {collection.upload !== false && !isAltView && <LayoutSwitch layout={layout} onChange={setLayout} />}
        <MenuButton label={t('galley:list.more')} icon={Ellipsis} items={[exportOf(null)]} />
      </ListTools>
      {pills}
      {form}
      {isUnreadable ? (
        <div className={styles['place']}>
          <Message
            kind="error"
            title={t('galley:filters.unreadable')}
            body={t('galley:filters.unreadableBody', { label: plural })}
            actions={<Button onPress={clearFilter}>{t('galley:filters.clear')}</Button>}
          />
        </div>
      ) : list.isError && page === undefined ? (
        <div className={styles['place']}>
          <Message
            kind="error"
            title={t('galley:list.unreadable', { label: plural })}
            body={callReason(list.error, t)}
            actions={<Button onPress={() => void list.refetch()}>{t('galley:sync.tryAgain')}</Button>}
          />
        </div>
      ) : page === undefined ? (
        <div className={styles['place']}>
          <Skeleton lines={8} />
        </div>
      ) : isAltView ? (
        <AltRows
          key={JSON.stringify([query.page, query.limit, query.sort, query.search, query.locale])}
          label={plural}
          collection={collection}
          locale={query.locale}
          rows={rows}
          titleOf={titleOf}
          hrefOf={shared.hrefOf}
          whyNot={(row) => whyNot([row], 'edit')}
          offline={shared.offline}
          onLook={quick.open}
          empty={empty}
        />
      ) : page.rows.length + rows.length === 0 && (grouped?.heads.length ?? 0) === 0 ? (
        empty
      ) : (
        <>
          {isGrid && (
            <GridBar
              rows={rows}
              selection={chooses}
              columns={columns}
              columnLabel={context.columnLabel}
              sort={query.sort}
              onSort={sortBy}
            />
          )}
          {isGrid ? (
            <MediaGrid
              {...shared}
              collection={collection}
              locale={query.locale}
              width={cardWidth}
              onLook={quick.look}
              onDragOut={dragOut}
            />
          ) : (
            <ListTable
              {...shared}
              columns={columns}
              areChosen={chosen !== null}
              widths={widths}
              onWidth={setWidth}
              sort={query.sort}
              onSort={(column) =>
                sortBy(sortAfterPress(query.sort, column.path, isTime(column), defaultSort(collection)))
              }
              ownOrder={
                collection.orderable
                  ? {
                      direction: sortDirection(query.sort, ORDER_FIELD),
                      onSort: () => sortBy(nextSort(query.sort, ORDER_FIELD, false)),
                    }
                  : null
              }
              context={context}
              onLook={quick.look}
              groups={groups}
            />
          )}
        </>
      )}
      {!isUnreadable && (
        <ListFooter
          note={
            grouped !== null && !grouped.isCounted && page !== undefined ? (
              t('galley:list.groups.here')
            ) : (
              <CacheNote fetchedAt={page?.fetchedAt ?? null} refresh={refresh} />
            )
          }
          {...(selection.ids.size > 0 && {
            bulk: (
              <BulkBar selection={selection} items={bulkItems} query={query} total={page?.totalDocs ?? 0} />
            ),
          })}
          page={query.page}
          limit={query.limit}
          // A grouped list has no pages.
          totalDocs={grouped === null ? total : 0}
          shown={page?.rows.length ?? 0}
          limits={limitChoices(collection.limits)}
          onPage={(next) => change({ page: next })}
          onLimit={(limit) => {
            change({ limit }, true)
            choose({ limit })
          }}
        />
      )}
      {dialog}
      {exporting.dialog}
      {quick.layer}
      {used?.ref.kind === 'collection' && (
        <UsedInDialog
          of={used.ref}
          title={titleOf(used)}
          locale={query.locale}
          suffix={suffix}
          onClose={() => setUsed(null)}
        />
      )}
      {folders.dialog}
      {isOver && <FilesOver label={plural} />}
    </div>
  )
}

/** True if nothing of the document is unsent, so that its status says everything. */
const isSettled = ({ state }: ListRow): boolean => state.kind === 'saved'

/** Returns the share of the collection on this computer, for the status bar. */
function coverageText(
  { coverage: { here, total } }: ListPage,
  label: string,
  { t, formatNumber }: UseT,
): string {
  const vars = { label, here: formatNumber(here) }
  if (total === null) return t('galley:list.coverageUnknown', vars)
  return t('galley:list.coverage', { ...vars, total: formatNumber(total) })
}
