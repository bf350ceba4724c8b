import { ORDER_FIELD } from '../../../shared/cms/order-fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { defaultSort } from '../../../shared/lists/list-state.ts'
import { isAnsweredHere } from '../../../shared/lists/local-rules.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { nextSort, sortAfterPress, sortDirection } from '../../data/list-sort.ts'
import { isTime } from '../../fields/document-columns/columns.ts'
import type { CellContext } from '../../fields/document-columns/use-cell-context.ts'
import { ListTable, type ListTableProps } from '../../fields/document-table/list-table.tsx'
import { searchedLabels } from '../../fields/filter/filter-words.ts'
import { useWhyNotRows } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { Message } from '../../ui/message/message.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { ListEmpty } from './list-empty.tsx'
import styles from './list-screen.module.css'
import { AltRows } from './media/alt-rows.tsx'
import { GridBar } from './media/grid-bar.tsx'
import { MediaGrid } from './media/media-grid.tsx'
import type { useQuickLook } from './media/use-quick-look.tsx'
import type { ListOnScreen } from './use-list-page.ts'

/** Props that the table and the grid have in common. */
type ListRowsProps = Pick<
  ListTableProps,
  'label' | 'rows' | 'titleOf' | 'selection' | 'itemsOf' | 'order' | 'offline'
> & { hrefOf: (row: ListRow) => string }

type ListContentProps = {
  collection: Collection
  list: ListOnScreen
  shared: ListRowsProps
  context: CellContext
  quick: ReturnType<typeof useQuickLook>
  onDragOut: (row: ListRow) => void
  /** Address of a new document, null without permission. */
  createHref: string | null
}

/** The documents of a list, or the reason that there are none to show. */
export function ListContent(props: ListContentProps) {
  const { collection, shared, quick } = props
  const { list, page, rows, grouped, isAltView, onScreen } = props.list
  const { query, isUnreadable, change } = onScreen
  const { label: plural } = shared
  const words = useT()
  const { t } = words
  const whyNot = useWhyNotRows(collection.slug)
  const clearFilter = () => change({ where: null })
  const empty = page !== undefined && (
    <ListEmpty
      page={page}
      refresh={props.list.refresh}
      plural={plural}
      search={query.search}
      searched={searchedLabels(collection, words)}
      onClearSearch={() => change({ search: '' })}
      isFiltered={query.where !== null}
      isMissingAlt={isAltView}
      isKnownHere={isAnsweredHere(query.where)}
      onClearFilter={clearFilter}
      createHref={props.createHref}
    />
  )
  return isUnreadable ? (
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
      titleOf={shared.titleOf}
      hrefOf={shared.hrefOf}
      whyNot={(row) => whyNot([row], 'edit')}
      offline={shared.offline}
      onLook={quick.open}
      empty={empty}
    />
  ) : page.rows.length + rows.length === 0 && (grouped?.heads.length ?? 0) === 0 ? (
    empty
  ) : (
    <GridOrTable {...props} />
  )
}

/** The rows as cards with their bar, or as a table. */
function GridOrTable({ collection, list, shared, context, quick, onDragOut }: ListContentProps) {
  const { rows, columns, appearance, onScreen, sortBy } = list
  const { query, state } = onScreen
  const marks = { locks: list.locks, schedules: list.schedules }
  if (appearance.isGrid)
    return (
      <>
        <GridBar
          rows={rows}
          selection={shared.selection}
          columns={columns}
          columnLabel={context.columnLabel}
          sort={query.sort}
          onSort={sortBy}
        />
        <MediaGrid
          {...shared}
          {...marks}
          collection={collection}
          locale={query.locale}
          width={appearance.cardWidth}
          onLook={quick.look}
          onDragOut={onDragOut}
        />
      </>
    )
  return (
    <ListTable
      {...shared}
      {...marks}
      columns={columns}
      areChosen={state.columns !== null}
      widths={appearance.widths}
      onWidth={appearance.setWidth}
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
      groups={list.groups}
    />
  )
}
