import { Plus, Trash2, Upload } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { dataField } from '../../../shared/cms/fields.ts'
import { ORDER_FIELD } from '../../../shared/cms/order-fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ColumnChoice, ListPage, ListRow } from '../../../shared/ipc.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { documentTitle } from '../../../shared/document/title.ts'
import { pageCount } from '../../../shared/document/range-label.ts'
import { hasLocaleStatus } from '../../../shared/cms/locale-status.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { useLocks } from '../../data/use-locks.ts'
import { useSchedules } from '../../data/use-schedules.ts'
import { useBulkUpload } from '../../data/bulk-upload-context.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useChosenColumns } from '../../data/chosen-columns.ts'
import { keepLimit, keptLimit } from '../../data/preferences.ts'
import { useConnection, useListQuery } from '../../data/queries.ts'
import { useCanCreate, useCollection, useSchema } from '../../data/schema-context.tsx'
import { useStatusDetail } from '../../ui/status-detail/status-detail.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useFieldModules } from '../../fields/field-modules-context.ts'
import { useRowPermitted } from '../../form/use-permitted.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { CacheNote } from '../../sync/cache-note.tsx'
import { useRefresh } from '../../data/use-refresh.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { NotFoundScreen } from '../../ui/not-found/not-found-screen.tsx'
import { choiceOf, offeredColumns, shownColumns } from '../../fields/document-columns/columns.ts'
import { useSelectedRows } from '../../fields/document-rows/use-selected-rows.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListFooter } from '../../ui/list-footer/list-footer.tsx'
import { limitChoices, listQuery, nextSort, sortDirection, withParams } from '../../data/list-params.ts'
import { ListTable } from './list-table.tsx'
import { useCellContext } from '../../fields/document-columns/use-cell-context.ts'
import { useOrder } from '../../fields/order/use-order.ts'
import { useManyActions } from './use-many-actions.tsx'
import { useRowActions } from './use-row-actions.ts'
import { SearchBox } from './search-box.tsx'
import styles from './list-screen.module.css'

const NO_ROWS: ListRow[] = []

/** The documents of a collection (S2.03). Whether the user may see it is decided where the route is. */
export function ListScreen() {
  const { slug = '' } = useParams()
  const collection = useCollection(slug)
  if (collection === null) return <NotFoundScreen />
  // A key of its own: nothing of one collection's list belongs to the next.
  return <CollectionList key={slug} collection={collection} />
}

function CollectionList({ collection }: { collection: Collection }) {
  const { slug } = collection
  const schema = useSchema()
  const canCreate = useCanCreate()
  const words = useT()
  const { t, label, formatNumber } = words
  const toast = useToast()
  const [params, setParams] = useSearchParams()
  const { locale } = useContentLocale()
  const { server } = useAccount()
  const { chosen, choose } = useChosenColumns(slug)
  const query = useMemo(
    () =>
      listQuery(collection, params, locale, { limit: keptLimit(server.id, slug), columns: chosen ?? null }),
    [collection, params, locale, server.id, slug, chosen],
  )
  const types = useFieldTypes()
  const modules = useFieldModules()
  const columns = useMemo(
    () => shownColumns(modules, collection, chosen ?? null),
    [modules, collection, chosen],
  )
  const list = useListQuery(query)
  const refresh = useRefresh(['list', query], () => galley.call('documents.refreshList', query), {
    ready: chosen !== undefined,
  })
  const connection = useConnection()
  // Which columns there are is read from this computer as well: the list is not drawn with others first.
  const page = chosen === undefined ? undefined : list.data
  const rows = page?.rows ?? NO_ROWS
  const locks = useLocks(useMemo(() => rows.map(({ ref }) => ref), [rows]))
  const schedules = useSchedules(collection, rows)
  const context = useCellContext(collection, columns, rows, locale)
  const fallbackLocale = schema.localization?.defaultLocale ?? null

  const chooseColumns = (next: ColumnChoice[] | null) =>
    void choose(next).catch((error: unknown) =>
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })),
    )
  const titleOf = (row: ListRow) =>
    documentTitle(types, {
      collection,
      data: row.data,
      locale,
      ref: row.ref,
      untitled: `[${t('general:untitled')}]`,
      fallbackLocale,
    })
  const own = useOrder({
    collection,
    field: collection.orderable ? ORDER_FIELD : null,
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
  const isChoosable = rows.some((row) => permitted(row, 'edit') || permitted(row, 'delete'))

  const bulkUpload = useBulkUpload()
  const change = (changes: Parameters<typeof withParams>[1], replace = false) =>
    setParams((before) => withParams(before, changes), { replace })

  // Documents went away and the page with them: the last page there is.
  const lastPage = page === undefined ? 1 : pageCount({ limit: query.limit, totalDocs: page.totalDocs })
  const beyond =
    page !== undefined &&
    !list.isPlaceholderData &&
    rows.length === 0 &&
    query.page > lastPage &&
    // While the server can still be asked, this computer does not know how many pages there are.
    (page.source === 'server' || connection?.status === 'offline' || connection?.status === 'signed-out')
  useEffect(() => {
    if (beyond) setParams((before) => withParams(before, { page: lastPage }), { replace: true })
  }, [beyond, lastPage, setParams])

  const plural = label(collection.labels.plural) || slug
  const localeParam = params.get('locale')
  const suffix = localeSuffix(localeParam)
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
  const bulkItems = itemsFor({ documents: selection.documents, onDone: selection.clear })
  /** Of one of many rows that are chosen the menu is for all of them. */
  const menuItemsOf = (row: ListRow): MenuItemSpec[] =>
    selection.ids.size > 1 && selection.ids.has(refId(row.ref))
      ? bulkItems
      : [
          ...rowActions(row),
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
  const total = page?.totalDocs ?? 0

  useStatusDetail(page === undefined ? null : coverageText(page, plural, words))

  return (
    <>
      <ScreenHeader
        title={plural}
        {...(page !== undefined && (total > 0 || page.fetchedAt !== null) && { note: formatNumber(total) })}
        {...((createHref !== null || collection.trash) && {
          actions: (
            <>
              {collection.trash && (
                <ButtonLink to={adminRoutes.trash(slug) + suffix} variant="quiet" size="header" icon={Trash2}>
                  {t('galley:actions.trashList.open')}
                </ButtonLink>
              )}
              {createHref !== null && collection.upload && collection.upload.bulkUpload && (
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
          ),
        })}
      />
      <div className={styles['tools']}>
        <div className={styles['search']} role="search">
          <SearchBox
            label={searchLabel(collection, words)}
            value={query.search}
            onSearch={(search) => change({ search }, true)}
          />
        </div>
        <ColumnsMenu
          offered={offeredColumns(modules, collection, chosen ?? null)}
          labelOf={context.columnLabel}
          onChange={(next) => chooseColumns(choiceOf(next, chosen ?? null))}
          onReset={chosen == null ? null : () => chooseColumns(null)}
        />
      </div>
      {list.isError && page === undefined ? (
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
      ) : rows.length === 0 ? (
        <ListEmpty
          page={page}
          refresh={refresh}
          plural={plural}
          search={query.search}
          onClearSearch={() => change({ search: null })}
          createHref={createHref}
        />
      ) : (
        <ListTable
          label={plural}
          columns={columns}
          areChosen={chosen != null}
          rows={own.rows}
          sort={query.sort}
          onSort={(column) =>
            change({
              sort: nextSort(query.sort, column.path, column.kind === 'updated' || column.kind === 'created'),
            })
          }
          hrefOf={(row) => adminRoutes.document(row.ref) + suffix}
          ownOrder={
            collection.orderable
              ? {
                  direction: sortDirection(query.sort, ORDER_FIELD),
                  onSort: () => change({ sort: nextSort(query.sort, ORDER_FIELD, false) }),
                }
              : null
          }
          order={own.order}
          context={context}
          locks={locks}
          schedules={schedules}
          offline={connection !== undefined && !online}
          titleOf={titleOf}
          selection={isChoosable ? selection.rows : null}
          itemsOf={menuItemsOf}
        />
      )}
      <ListFooter
        note={<CacheNote fetchedAt={page?.fetchedAt ?? null} refresh={refresh} />}
        {...(selection.ids.size > 0 && {
          bulk: (
            <BulkBar selection={selection} items={bulkItems} query={query} total={page?.totalDocs ?? 0} />
          ),
        })}
        page={query.page}
        limit={query.limit}
        totalDocs={total}
        shown={page?.rows.length ?? 0}
        limits={limitChoices(collection.limits)}
        onPage={(next) => change({ page: next })}
        onLimit={(limit) => {
          keepLimit(server.id, slug, limit)
          change({ limit })
        }}
      />
      {dialog}
    </>
  )
}

/** Whether its status is all that there is to be said of it: nothing of it waits to be sent. */
const isSettled = ({ state }: ListRow): boolean => state.kind === 'saved'

/** How much of the collection is here, for the status bar. */
function coverageText(
  { coverage: { here, total } }: ListPage,
  label: string,
  { t, formatNumber }: UseT,
): string {
  const vars = { label, here: formatNumber(here) }
  if (total === null) return t('galley:list.coverageUnknown', vars)
  return t('galley:list.coverage', { ...vars, total: formatNumber(total) })
}

/** `Search by Title`, or `Search by Title, Slug or Excerpt` where the site names fields. */
function searchLabel(collection: Collection, { t, label }: UseT): string {
  const names = collection.listSearchableFields ?? [collection.useAsTitle]
  const labels = names.map(
    (name) => label(dataField(collection.fields, name)?.label ?? null) || (name === 'id' ? 'ID' : name),
  )
  const [first = 'ID', ...rest] = labels
  const last = rest.pop()
  const start = [t('general:searchBy', { label: first }), ...rest].join(', ')
  return last === undefined ? start : `${start} ${t('general:or')} ${last}`
}
