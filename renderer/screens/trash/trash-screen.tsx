import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { own } from '../../../shared/json.ts'
import { limitChoices } from '../../../shared/lists/list-state.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { localeSuffix } from '../../data/locale-of.ts'
import { useLastPage } from '../../data/use-list-state.ts'
import { nextSort, sortDirection } from '../../data/list-sort.ts'
import { useCollection } from '../../data/schema-context.tsx'
import { isTime } from '../../fields/document-columns/columns.ts'
import { ItemButtons } from '../../fields/document-rows/item-buttons.tsx'
import { useSelectedRows, type Selection } from '../../fields/document-rows/use-selected-rows.ts'
import { ListTable } from '../../fields/document-table/list-table.tsx'
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
import {
  useTrashCells,
  useTrashMenus,
  useTrashPage,
  type TrashCells,
  type TrashMenus,
  type TrashPage,
} from './use-trash-page.tsx'
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
  const page = useTrashPage(collection)
  const { onScreen, online, trash, answer, total, rows } = page
  const { state, query, isUnreadable, change } = onScreen
  const cells = useTrashCells(collection, state.columns, rows)
  const selection = useSelectedRows(rows, JSON.stringify([query.page, query.search, query.where]))
  const suffix = localeSuffix(state.locale)
  const menus = useTrashMenus({ collection, plural, page, cells, selection, suffix })
  const { typed, searchBox, button, pills, form } = useListFilter({
    collection,
    label: plural,
    locale,
    where: state.where,
    isUnreadable,
    onChange: onScreen.setWhere,
    isTrash: true,
  })
  const isNarrowed = query.search !== '' || query.where !== null
  const emptying = useEmptyTrash(collection, {
    isEmpty: !isNarrowed && answer?.outcome === 'done' && total === 0,
    isNarrowed,
  })
  const isBeyond = useLastPage(
    onScreen,
    answer?.outcome === 'done' && !trash.isPlaceholderData && rows.length === 0,
    total,
  )

  return (
    <>
      <ScreenHeader
        crumbs={[{ label: plural, to: adminRoutes.list(slug) + suffix }]}
        title={t('galley:actions.trashList.open')}
        actions={
          <>
            <ListLocale collections={[collection]} />
            {emptying.button}
            <ExportButton item={menus.exportAll} />
          </>
        }
      />
      <ListTools
        description={label(collection.description)}
        search={
          <SearchBox
            label={searchLabel(collection, words)}
            value={query.search}
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
      {!isUnreadable && online && rows.length > 0 ? (
        <TrashTable page={page} cells={cells} plural={plural} selection={selection} menus={menus} />
      ) : (
        <div className={styles['place']}>
          <NoRows collection={collection} plural={plural} page={page} isBeyond={isBeyond} />
        </div>
      )}
      <TrashFooter collection={collection} page={page} bulkItems={menus.bulkItems} />
      {menus.dialogs}
      {emptying.dialog}
    </>
  )
}

function ExportButton({ item }: { item: MenuItemSpec }) {
  return (
    <Button
      variant="quiet"
      size="header"
      {...(item.icon && { icon: item.icon })}
      disabledReason={item.disabledReason ?? null}
      onPress={item.onAction}
    >
      {item.label}
    </Button>
  )
}

type TrashTableProps = {
  page: TrashPage
  cells: TrashCells
  plural: string
  selection: Selection
  menus: TrashMenus
}

/** The deleted documents, with the time of their deletion as the last column. */
function TrashTable({ page, cells, plural, selection, menus }: TrashTableProps) {
  const { onScreen, rows } = page
  const { state, query, change } = onScreen
  const { sort } = query
  const { t, sampleAgos } = useT()
  return (
    <ListTable
      label={t('galley:actions.trashList.title', { label: plural })}
      columns={cells.columns}
      areChosen={state.columns !== null}
      widths={cells.widths}
      onWidth={cells.setWidth}
      rows={rows}
      sort={sort}
      onSort={(column) => change({ sort: nextSort(sort, column.path, isTime(column)) })}
      hrefOf={menus.hrefOf}
      context={cells.context}
      titleOf={cells.titleOf}
      selection={selection.rows}
      itemsOf={menus.menuItemsOf}
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
        samples: sampleAgos(),
        cell: deletedAgo,
      }}
    />
  )
}

type TrashFooterProps = {
  collection: Collection
  page: TrashPage
  bulkItems: TrashMenus['bulkItems']
}

/** The pages of the trash, or the actions on the selected documents. */
function TrashFooter({ collection, page, bulkItems: { count, items } }: TrashFooterProps) {
  const { query, change } = page.onScreen
  const { t } = useT()
  return (
    <ListFooter
      note={null}
      {...(count > 0 && {
        bulk: (
          <div role="group" aria-label={t('galley:actions.many.bar')} className={styles['bar']}>
            <span role="status">{t('galley:actions.many.selected', { count })}</span>
            <ItemButtons items={items} />
          </div>
        ),
      })}
      page={query.page}
      limit={query.limit}
      totalDocs={page.total}
      limits={limitChoices(collection.limits)}
      onPage={(next) => change({ page: next })}
      onLimit={(next) => change({ limit: next })}
    />
  )
}

type NoRowsProps = {
  collection: Collection
  plural: string
  page: TrashPage
  /** True if the page is behind the last one, which is then opened. */
  isBeyond: boolean
}

/** The message shown instead of rows. */
function NoRows({ collection, plural, page, isBeyond }: NoRowsProps) {
  const { onScreen, status, online, trash, answer } = page
  const { query, isUnreadable, change } = onScreen
  const { t } = useT()
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
  if (isBeyond || (answer === undefined && trash.error === null)) return <Skeleton lines={6} />
  if (answer?.outcome !== 'done')
    return (
      <Message
        kind="error"
        title={answer ? notDoneReason(answer, t) : callReason(trash.error, t)}
        actions={<Button onPress={() => void trash.refetch()}>{t('galley:edit.tryAgain')}</Button>}
      />
    )
  if (query.search === '' && query.where === null)
    return (
      <Message
        kind="empty"
        title={t('galley:actions.trashList.empty', { label: plural })}
        body={t('galley:actions.trashList.emptyBody')}
      />
    )
  return <NoMatch collection={collection} plural={plural} onScreen={onScreen} />
}

type NoMatchProps = Pick<NoRowsProps, 'collection' | 'plural'> & Pick<TrashPage, 'onScreen'>

/** The message for a search or a filter that finds nothing. */
function NoMatch({ collection, plural, onScreen: { query, change } }: NoMatchProps) {
  const { search, where } = query
  const words = useT()
  const { t } = words
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

const NOTHING: ReadonlyMap<string, string> = new Map()

function deletedAgo({ data }: ListRow): ReactNode {
  const deletedAt = own(data, 'deletedAt')
  return typeof deletedAt === 'string' && <Ago iso={deletedAt} />
}
