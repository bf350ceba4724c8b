import { Ellipsis, FolderIcon, ImageOff, Plus, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { altField } from '../../../shared/cms/list-fields.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListPage, ListRow } from '../../../shared/ipc.ts'
import { limitChoices } from '../../../shared/lists/list-state.ts'
import { useBulkUpload } from '../../data/document-drawers-context.ts'
import { useChooseListView } from '../../data/list-preference.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useCanCreate, useCollection } from '../../data/schema-context.tsx'
import { useLastPage } from '../../data/use-list-state.ts'
import { choiceOf, offeredColumns, type Column } from '../../fields/document-columns/columns.ts'
import { ListLocale } from '../../fields/document-table/list-locale.tsx'
import { FilesOver } from '../../fields/file/files-over.tsx'
import { MISSING_ALT } from '../../fields/file/file-texts.ts'
import { useDroppedFiles } from '../../fields/file/use-brought-files.ts'
import { searchLabel } from '../../fields/filter/filter-words.ts'
import { SearchBox } from '../../fields/filter/search-box.tsx'
import { useListFilter, type ListFilter } from '../../fields/filter/use-list-filter.tsx'
import { useFolderCollection } from '../../fields/folder/use-folders.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { ListTools } from '../../ui/list-tools/list-tools.tsx'
import { MenuButton, type MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { useStatusDetail } from '../../ui/status-detail/status-detail.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { GroupMenu } from './group-menu.tsx'
import { ListContent } from './list-content.tsx'
import { LayoutSwitch } from './media/layout-switch.tsx'
import { useDragOut } from './media/use-drag-out.ts'
import { useListMenus } from './use-list-menus.tsx'
import { useListPage, type ListOnScreen } from './use-list-page.ts'
import { useListRows, type RowsOnScreen } from './use-list-rows.ts'
import { ViewsMenu } from './views-menu.tsx'
import styles from './list-screen.module.css'

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
  const words = useT()
  const { label } = words
  const dragOut = useDragOut()
  const plural = label(collection.labels.plural) || slug
  const list = useListPage(collection)
  const { page, connection, isAltView, onScreen } = list
  const { state, query, isUnreadable } = onScreen
  const suffix = localeSuffix(state.locale)
  const openFolders = useOpenFolders(slug, suffix)
  const rows = useListRows(collection, list)
  const { own, selection, titleOf } = rows
  const bulkUpload = useBulkUpload()
  const filter = useListFilter({
    collection,
    label: plural,
    locale: query.locale,
    where: state.where,
    isUnreadable,
    onChange: onScreen.setWhere,
    isShownElsewhere: isAltView,
  })
  useLastPage(onScreen, isKnownEmpty(list), list.total)
  const createHref = useCanCreate()(slug) ? adminRoutes.create(slug) + suffix : null
  const menus = useListMenus({ collection, plural, list, rows, suffix, canCreate: createHref !== null })
  const screen = useRef<HTMLDivElement>(null)
  const takesFiles = createHref !== null && collection.upload !== false && collection.upload.bulkUpload
  const isOver = useDroppedFiles(screen, takesFiles ? (files) => bulkUpload(slug, { files }) : null)
  useStatusDetail(page === undefined ? null : coverageText(page, plural, words))

  return (
    <div ref={screen} className={styles['screen']}>
      <ListHeader
        collection={collection}
        plural={plural}
        list={list}
        suffix={suffix}
        onFolders={rows.folders.hasFolders ? openFolders : null}
        onUpload={takesFiles ? () => bulkUpload(slug) : null}
        createHref={createHref}
      />
      <ListToolbar
        collection={collection}
        plural={plural}
        list={list}
        filter={filter}
        columnLabel={rows.context.columnLabel}
        exportsAll={menus.exportsAll}
      />
      {filter.pills}
      {filter.form}
      <ListContent
        collection={collection}
        list={list}
        shared={{
          label: plural,
          rows: own.rows,
          hrefOf: (row: ListRow) => adminRoutes.document(row.ref) + suffix,
          titleOf,
          selection: rows.isChoosable ? selection.rows : null,
          itemsOf: menus.menuItemsOf,
          order: own.order,
          offline: connection !== undefined && connection.status !== 'online',
        }}
        context={rows.context}
        quick={menus.quick}
        onDragOut={dragOut}
        createHref={createHref}
      />
      {!isUnreadable && (
        <Footer collection={collection} list={list} selection={selection} bulkItems={menus.bulkItems} />
      )}
      {menus.dialogs}
      {rows.folders.dialog}
      {isOver && <FilesOver label={plural} />}
    </div>
  )
}

/** Returns a function that opens the collection by folder and keeps that view; null: the user sees no folders. */
function useOpenFolders(slug: string, suffix: string): (() => void) | null {
  const navigate = useNavigate()
  const folders = useFolderCollection()
  const chooseView = useChooseListView(slug)
  if (folders === null) return null
  const href = adminRoutes.byFolder(slug, folders.slug, null) + suffix
  return () => {
    chooseView('folders')
    void navigate(href)
  }
}

/** True if the page has no rows, by the server or while the server cannot be asked. */
function isKnownEmpty({ page, list, rows, connection }: ListOnScreen): boolean {
  return (
    page !== undefined &&
    !list.isPlaceholderData &&
    rows.length === 0 &&
    // While the server can still be asked, the number of pages is unknown.
    (page.source === 'server' || connection?.status === 'offline' || connection?.status === 'signed-out')
  )
}

type ListHeaderProps = {
  collection: Collection
  plural: string
  list: ListOnScreen
  /** Suffix of the documents' addresses. */
  suffix: string
  /** Goes to the folders; null: these documents have none. */
  onFolders: (() => void) | null
  /** Opens the upload of several files; null: not possible. */
  onUpload: (() => void) | null
  /** Address of a new document, null without permission. */
  createHref: string | null
}

/** The head of a list: its name, the number of documents, and the links to other screens. */
function ListHeader(props: ListHeaderProps) {
  const { collection, plural, list, suffix, onFolders, onUpload, createHref } = props
  const { page, total, onScreen } = list
  const { t, formatNumber } = useT()
  return (
    <ScreenHeader
      title={plural}
      {...(page !== undefined &&
        !onScreen.isUnreadable &&
        (total > 0 || page.fetchedAt !== null) && { note: formatNumber(total) })}
      actions={
        <>
          <ListLocale collections={[collection]} />
          {onFolders !== null && (
            <Button variant="quiet" size="header" icon={FolderIcon} onPress={onFolders}>
              {t('folder:byFolder')}
            </Button>
          )}
          {collection.trash && (
            <ButtonLink
              to={adminRoutes.trash(collection.slug) + suffix}
              variant="quiet"
              size="header"
              icon={Trash2}
            >
              {t('galley:actions.trashList.open')}
            </ButtonLink>
          )}
          {onUpload !== null && (
            <Button variant="quiet" size="header" icon={Upload} onPress={onUpload}>
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
  )
}

type ListToolbarProps = {
  collection: Collection
  plural: string
  list: ListOnScreen
  filter: ListFilter
  columnLabel: (column: Column) => string
  exportsAll: MenuItemSpec
}

/** The search of a list, and the menus for its views, filter, columns, groups and layout. */
function ListToolbar({ collection, plural, list, filter, columnLabel, exportsAll }: ListToolbarProps) {
  const { onScreen, appearance, isAltView } = list
  const { typed, searchBox, button, close } = filter
  const { state, query, change } = onScreen
  const words = useT()
  const { t, label } = words
  return (
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
        params={onScreen.params}
        setParams={onScreen.setParams}
        shown={state}
        isUnreadable={onScreen.isUnreadable}
      />
      {button}
      {altField(collection) !== null && (
        <Button
          variant="quiet"
          size="header"
          icon={ImageOff}
          pressed={isAltView}
          onPress={() => {
            close()
            change({ where: isAltView ? null : MISSING_ALT })
          }}
        >
          {t('galley:media.missingAlt')}
        </Button>
      )}
      {!appearance.isGrid && !isAltView && (
        <ListColumns collection={collection} list={list} columnLabel={columnLabel} />
      )}
      {!appearance.isGrid && !isAltView && (
        <GroupMenu
          fields={list.groupable}
          current={list.groupField}
          onChoose={(path) => change({ groupBy: path }, true)}
        />
      )}
      {collection.upload !== false && !isAltView && (
        <LayoutSwitch layout={appearance.layout} onChange={appearance.setLayout} />
      )}
      <MenuButton label={t('galley:list.more')} icon={Ellipsis} items={[exportsAll]} />
    </ListTools>
  )
}

type ListColumnsProps = Pick<ListToolbarProps, 'collection' | 'list' | 'columnLabel'>

/** The menu of the columns; its reset gives back the site's columns and widths. */
function ListColumns({ collection, list, columnLabel }: ListColumnsProps) {
  const { onScreen, appearance, modules, choose } = list
  const chosen = onScreen.state.columns
  return (
    <ColumnsMenu
      offered={offeredColumns(modules, collection, chosen)}
      labelOf={columnLabel}
      onChange={(next) => choose({ columns: choiceOf(next, chosen) })}
      widths={appearance.widths}
      onWidth={appearance.setWidth}
      onReset={
        chosen === null && Object.keys(appearance.widths).length === 0
          ? null
          : () => {
              appearance.resetWidths()
              if (chosen !== null) choose({ columns: null })
            }
      }
    />
  )
}

type FooterProps = Pick<RowsOnScreen, 'selection'> & {
  collection: Collection
  list: ListOnScreen
  /** The actions on the selected documents. */
  bulkItems: MenuItemSpec[]
}

/** The pages of a list, or the actions on the selected documents. */
function Footer({ collection, list, selection, bulkItems }: FooterProps) {
  const { page, total, grouped, refresh, choose, onScreen } = list
  const { query, change } = onScreen
  const { t } = useT()
  return (
    <ListFooter
      note={
        grouped !== null && !grouped.isCounted && page !== undefined ? (
          t('galley:list.groups.here')
        ) : (
          <CacheNote fetchedAt={page?.fetchedAt ?? null} refresh={refresh} />
        )
      }
      {...(selection.ids.size > 0 && {
        bulk: <BulkBar selection={selection} items={bulkItems} query={query} total={total} />,
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
  )
}

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
