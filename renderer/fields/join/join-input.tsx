import { ExternalLink, Hash, Plus } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection, JoinField, RelationField } from '../../../shared/cms/schema-model.ts'
import { joinOrderField } from '../../../shared/cms/order-fields.ts'
import { siteId } from '../../../shared/cms/site-id.ts'
import { whereOf } from '../../../shared/cms/where-of.ts'
import { documentTitle } from '../../../shared/document/title.ts'
import { fieldNodeAt } from '../../../shared/document/path.ts'
import { relationTo } from '../../../shared/fields/relations.ts'
import type { ListQuery, ListRow } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { nextSort, sortDirection } from '../../data/list-params.ts'
import { useDocumentDrawers, type CollectionRef } from '../../data/document-drawers-context.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useListQuery } from '../../data/queries.ts'
import { useCan, useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { useRefresh } from '../../data/use-refresh.ts'
import { fieldId, useDocument, useDocumentState, useForm } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { ColumnHead } from '../../ui/table/column-head.tsx'
import { columnLabel } from '../document-columns/column-label.ts'
import { joinColumns, type Column } from '../document-columns/columns.ts'
import { useCellContext } from '../document-columns/use-cell-context.ts'
import { ListCell } from '../document-columns/list-cell.tsx'
import { RowKeys } from '../document-rows/row-keys.tsx'
import { RowMenuButton } from '../document-rows/row-menu-button.tsx'
import { useRowMenu } from '../document-rows/row-menu.tsx'
import { useCopyId } from '../document-rows/use-copy-id.ts'
import { useRowFocus, type Point } from '../document-rows/use-row-focus.ts'
import { MOVE_KEYS } from '../order/move-keys.ts'
import { OrderHandle, OrderSort } from '../order/order-handle.tsx'
import orderStyles from '../order/order.module.css'
import { useOrderDrag } from '../order/use-order-drag.ts'
import { useOrder, type Order } from '../order/use-order.ts'
import type { FieldInputProps } from '../field-module.ts'
import { useFieldScope } from '../field-scope.tsx'
import { useFieldModules } from '../field-modules-context.ts'
import plain from '../../ui/table/plain-table.module.css'
import styles from './join-field.module.css'

const NO_ROWS: ListRow[] = []

/** The documents that point at this one, with a table for each collection; nothing of it is ever written, but their order may be. */
export function JoinInput({ field, path }: FieldInputProps<JoinField>) {
  const { t, label } = useT()
  const form = useForm()
  const schema = useSchema()
  const can = useCan()
  const { entity } = useDocument()
  const collections = useMemo(
    () =>
      field.collections.flatMap((slug) => {
        const found = schema.collections.find((one) => one.slug === slug)
        return found !== undefined && can('collection', slug, 'read') ? [found] : []
      }),
    [field, schema, can],
  )
  const id = fieldId(form, path)
  const name = label(field.label) || field.name
  const description = label(field.description)
  return (
    <FieldFrame label={name} htmlFor={id} group description={description === '' ? undefined : description}>
      <div id={id} role="group" tabIndex={-1} aria-labelledby={`${id}-label`} className={styles['join']}>
        {collections.map((collection) => (
          <Joined
            key={collection.slug}
            field={field}
            path={path}
            collection={collection}
            name={collections.length > 1 ? label(collection.labels.plural) || collection.slug : null}
            labelledBy={`${id}-label`}
          />
        ))}
        {collections.length === 0 && entity.slug !== '' && (
          <p className={styles['none']}>{t('error:notAllowedToPerformAction')}</p>
        )}
      </div>
    </FieldFrame>
  )
}

type JoinedProps = {
  field: JoinField
  path: string
  collection: Collection
  /** Heading where there are several collections. */
  name: string | null
  labelledBy: string
}

/** Those of one collection: from this computer at once, as the server has them when it answers. */
function Joined({ field, path, collection, name, labelledBy }: JoinedProps) {
  const words = useT()
  const { t, label } = words
  const { locale } = useFieldScope()
  const columns = useJoinColumns(field, collection)
  const [page, setPage] = useState(1)
  const orderField = field.orderable ? joinOrderField(field, path) : null
  const [sort, setSort] = useState(field.defaultSort ?? orderField ?? collection.defaultSort ?? '-createdAt')
  const target = useTarget(field, collection)
  const query: ListQuery = {
    slug: collection.slug,
    page,
    limit: field.defaultLimit ?? collection.defaultLimit,
    sort,
    search: '',
    where: target.where,
    locale,
  }
  const { data: list, refetch } = useListQuery(query)
  const { asking, again } = useRefresh(['join', query], () => galley.call('documents.refreshList', query))
  useAgainOnChange(collection.slug, asking, again)
  const titleOf = useTitleOf(collection, locale)
  const own = useOrder({
    collection,
    field: orderField,
    scope: field.on,
    parent: target.parent,
    sort,
    rows: list?.rows ?? NO_ROWS,
    reread: refetch,
    titleOf,
    before: (page - 1) * query.limit,
    total: list?.totalDocs ?? 0,
  })
  const { rows } = own
  const drawers = useDocumentDrawers()
  const copyId = useCopyId()
  const { onMenu, menu } = useRowMenu({
    rowOf: (id) => rows.find(({ ref }) => refId(ref) === id),
    titleOf,
    itemsOf: ({ ref, isNew }) => [
      {
        id: 'open',
        label: t('general:open'),
        icon: ExternalLink,
        onAction: () => {
          if (ref.kind === 'collection') drawers.edit(ref)
        },
      },
      {
        id: 'copy-id',
        label: t('galley:actions.copyId'),
        icon: Hash,
        disabledReason: isNew ? t('galley:actions.saveFirst') : null,
        onAction: () => void copyId(ref),
      },
    ],
  })
  const keys = useId()
  const plural = label(collection.labels.plural) || collection.slug
  const singular = label(collection.labels.singular) || collection.slug
  return (
    <section className={styles['collection']} aria-label={name ?? undefined}>
      {name !== null && <h3 className={styles['name']}>{name}</h3>}
      {rows.length > 0 && (
        <div className={styles['scroll']}>
          <RowKeys id={keys} opens selects={false} />
          <table
            aria-describedby={keys}
            className={cx(plain['table'], styles['table'])}
            {...(name === null ? { 'aria-labelledby': labelledBy } : { 'aria-label': name })}
          >
            <thead>
              <tr>
                {columns.map((column, at) => (
                  <ColumnHead
                    key={column.path}
                    label={columnLabel(column, words)}
                    direction={sortDirection(sort, column.path)}
                    onSort={column.sortable ? () => setSort(nextSort(sort, column.path, false)) : null}
                    before={
                      at === 0 &&
                      orderField !== null && (
                        <OrderSort
                          direction={sortDirection(sort, orderField)}
                          onSort={() => setSort(nextSort(sort, orderField, false))}
                        />
                      )
                    }
                  />
                ))}
              </tr>
            </thead>
            <Rows
              rows={rows}
              columns={columns}
              collection={collection}
              locale={locale}
              titleOf={titleOf}
              order={own.order}
              onMenu={onMenu}
            />
          </table>
        </div>
      )}
      {menu}
      {list !== undefined && rows.length === 0 && (
        <p className={styles['none']}>
          {t(target.isUnsaved ? 'galley:relation.join.emptyNew' : 'galley:relation.join.empty', {
            label: plural,
          })}
        </p>
      )}
      <div className={styles['foot']}>
        {target.create !== null && (
          <Button
            size="header"
            icon={Plus}
            disabledReason={target.isUnsaved ? t('galley:relation.join.saveFirst') : null}
            onPress={target.create}
          >
            {t('galley:relation.create', { label: singular })}
          </Button>
        )}
        {list?.source === 'computer' && rows.length > 0 && (
          <span className={styles['note']}>{t('galley:relation.join.fromCache')}</span>
        )}
        <Pagination page={page} totalDocs={list?.totalDocs ?? 0} limit={query.limit} onPage={setPage} />
      </div>
    </section>
  )
}

/** Milliseconds of quiet in a collection until the server is asked again which of its documents point here. */
const QUIET_MS = 300

/**
 * Asks again when documents of the collection changed: one that was made here has just arrived, or points elsewhere now.
 * What the question itself brings is no reason to ask again.
 */
function useAgainOnChange(slug: string, asking: boolean, again: () => void): void {
  const onQuiet = useEffectEvent(again)
  useEffect(() => {
    if (asking) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = galley.on('documents.listChanged', (changed) => {
      if (changed.slug !== slug) return
      clearTimeout(timer)
      timer = setTimeout(() => onQuiet(), QUIET_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [slug, asking])
}

/** What joins the two: the filter, and how a document begins that is to be joined. */
function useTarget(field: JoinField, collection: Collection) {
  const schema = useSchema()
  const canCreate = useCanCreate()
  const drawers = useDocumentDrawers()
  const { entity } = useDocument()
  const ref = useDocumentState(({ view }) => view.ref)
  const isUnsaved = useDocumentState(({ view }) => view.isNew && view.entries.length === 0)
  const id = refId(ref)
  const on = useMemo(() => relationAt(collection, field.on), [collection, field.on])
  const own = siteId(schema.collections, { slug: entity.slug, id })
  const where = useMemo(() => {
    const points =
      on?.polymorphic === true
        ? { [`${field.on}.value`]: { equals: own }, [`${field.on}.relationTo`]: { equals: entity.slug } }
        : { [field.on]: { equals: own } }
    return whereOf(points, field.where)
  }, [on, field, own, entity.slug])
  const create = (): void => {
    if (on === null) return
    const value = relationTo(on, entity.slug, own)
    drawers.create(collection.slug, { initial: { [field.on]: on.hasMany ? [value] : value } })
  }
  const allowed = field.allowCreate && on !== null && canCreate(collection.slug)
  return { where, isUnsaved, parent: { slug: entity.slug, id }, create: allowed ? create : null }
}

/** The field that points here; null where it is in rows or blocks, and a new document cannot be given it. */
function relationAt(collection: Collection, path: string): RelationField | null {
  const node = fieldNodeAt(collection.fields, {}, path, null)
  return node?.type === 'relationship' || node?.type === 'upload' ? node : null
}

function useJoinColumns(field: JoinField, collection: Collection): Column[] {
  const modules = useFieldModules()
  return useMemo(
    () => joinColumns(modules, collection, field.defaultColumns).filter(({ path }) => path !== field.on),
    [modules, collection, field],
  )
}

function useTitleOf(collection: Collection, locale: string | null): (row: ListRow) => string {
  const { t } = useT()
  const types = useFieldTypes()
  const fallbackLocale = useSchema().localization?.defaultLocale ?? null
  return useCallback(
    ({ ref, data }) =>
      documentTitle(types, {
        collection,
        data,
        locale,
        ref,
        untitled: `[${t('general:untitled')}]`,
        fallbackLocale,
      }),
    [t, types, fallbackLocale, collection, locale],
  )
}

type RowsProps = {
  rows: ListRow[]
  columns: Column[]
  collection: Collection
  locale: string | null
  titleOf: (row: ListRow) => string
  /** What moves them; null: they cannot be moved. */
  order: Order | null
  /** Asks for the menu of the row with this id. */
  onMenu: (id: string, at: Point) => void
}

function Rows({ rows, columns, collection, locale, titleOf, order, onMenu }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { line, onGrab } = useOrderDrag(body, rows, order)
  const drawers = useDocumentDrawers()
  const context = useCellContext(collection, columns, rows, locale)
  const ids = useMemo(() => rows.map(({ ref }) => refId(ref)), [rows])
  const { activeIndex, bodyProps } = useRowFocus({ ids, body, selection: null, order, onMenu })
  return (
    <tbody ref={body} className={plain['rows']} {...bodyProps}>
      {rows.map((row, index) => {
        const { ref } = row
        if (ref.kind !== 'collection') return null
        const title = titleOf(row)
        const isMovable = order?.isMovable(row) === true
        return (
          <tr key={ref.id} data-row={ref.id} className={cx(line?.id === ref.id && orderStyles[line.at])}>
            {columns.map((column, at) => (
              <td key={column.path}>
                {at === 0 ? (
                  <span data-head="" className={styles['lead']}>
                    {isMovable && <OrderHandle id={ref.id} title={title} onGrab={onGrab} />}
                    <OpenButton
                      docRef={ref}
                      title={title}
                      onOpen={drawers.edit}
                      onNear={drawers.readAhead}
                      isMovable={isMovable}
                      inTabOrder={index === activeIndex}
                    />
                    <RowMenuButton
                      id={ref.id}
                      title={title}
                      inTabOrder={index === activeIndex}
                      onMenu={onMenu}
                    />
                  </span>
                ) : (
                  <ListCell row={row} column={column} context={context} />
                )}
              </td>
            ))}
          </tr>
        )
      })}
    </tbody>
  )
}

type OpenProps = {
  docRef: CollectionRef
  title: string
  onOpen: (ref: CollectionRef) => void
  onNear: (ref: CollectionRef) => void
  isMovable: boolean
  inTabOrder: boolean
}

/** The lead cell: opens the document in a drawer, and reads it while the pointer comes near. */
function OpenButton({ docRef, title, onOpen, onNear, isMovable, inTabOrder }: OpenProps) {
  return (
    <button
      type="button"
      className={styles['open']}
      data-open=""
      title={title}
      tabIndex={inTabOrder ? 0 : -1}
      {...(isMovable && { 'aria-keyshortcuts': MOVE_KEYS })}
      onPointerEnter={() => onNear(docRef)}
      onFocus={() => onNear(docRef)}
      onClick={() => onOpen(docRef)}
    >
      <bdi>{title}</bdi>
    </button>
  )
}
