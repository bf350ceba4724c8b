import type { JoinField, Collection, RelationField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule, FieldInputProps } from '../field-module.ts'
import { wholeValue } from '../diff-text.ts'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { refId, siteId } from '../../../shared/cms/doc-ref.ts'
import { joinOrderField } from '../../../shared/cms/order-fields.ts'
import { whereOf } from '../../../shared/cms/where-of.ts'
import { fieldNodeAt } from '../../../shared/document/path.ts'
import { relationTo } from '../../../shared/fields/relations.ts'
import { LISTED_AT_MOST, type ListQuery, type ListRow } from '../../../shared/ipc.ts'
import { useDocumentDrawers } from '../../data/document-drawers-context.ts'
import { useList } from '../../data/use-list.ts'
import { useCan, useCanCreate, useSchema } from '../../data/schema-context.tsx'
import { fieldId, useDocument, useDocumentState, useForm } from '../../form/form-context.tsx'
import { useTitleOf } from '../../data/use-titles.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { FieldFrame } from '../../ui/field-frame/field-frame.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { joinColumns, type Column } from '../document-columns/columns.ts'
import { useOrder } from '../order/use-order.ts'
import { useFieldScope } from '../field-scope.tsx'
import { useFieldModules } from '../use-value-context.ts'
import { JoinTable } from './join-table.tsx'
import styles from './join-field.module.css'

const NO_ROWS: ListRow[] = []

/**
 * The documents that refer to this one, with a table per collection. They can be reordered and created here,
 * and open in a drawer; the field itself stores nothing.
 */
function JoinInput({ field, path }: FieldInputProps<JoinField>) {
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
  /** Heading, if there are several collections. */
  name: string | null
  labelledBy: string
}

/** The documents of one collection: from this computer at once, then from the server. */
function Joined({ field, path, collection, name, labelledBy }: JoinedProps) {
  const { t, label } = useT()
  const { locale } = useFieldScope()
  const columns = useJoinColumns(field, collection)
  const [page, setPage] = useState(1)
  const orderField = field.orderable ? joinOrderField(field, path) : null
  const [sort, setSort] = useState(field.defaultSort ?? orderField ?? collection.defaultSort ?? '-createdAt')
  const target = useTarget(field, collection)
  const query: ListQuery = {
    slug: collection.slug,
    page,
    limit: pageSize(field.defaultLimit ?? collection.defaultLimit),
    sort,
    search: '',
    where: target.where,
    locale,
    isWhole: true,
  }
  // The server cannot join a document that it does not have, and refuses its temporary id.
  const { data: list, refetch } = useList(query, { ready: !target.isNew }).list
  const titled = useTitleOf()
  const titleOf = useCallback((row: ListRow) => titled(collection, row, locale), [titled, collection, locale])
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
  const plural = label(collection.labels.plural) || collection.slug
  return (
    <section className={styles['collection']} aria-label={name ?? undefined}>
      {name !== null && <h3 className={styles['name']}>{name}</h3>}
      {rows.length > 0 && (
        <JoinTable
          name={name}
          labelledBy={labelledBy}
          rows={rows}
          columns={columns}
          collection={collection}
          locale={locale}
          titleOf={titleOf}
          sort={sort}
          onSort={setSort}
          orderField={orderField}
          order={own.order}
        />
      )}
      {list !== undefined && rows.length === 0 && (
        <p className={styles['none']}>
          {t(target.isUnsaved ? 'galley:relation.join.emptyNew' : 'galley:relation.join.empty', {
            label: plural,
          })}
        </p>
      )}
      <div className={styles['foot']}>
        {target.create !== null && (
          <CreateButton collection={collection} isUnsaved={target.isUnsaved} onCreate={target.create} />
        )}
        {list?.source === 'computer' && rows.length > 0 && (
          <span className={styles['note']}>{t('galley:relation.join.fromCache')}</span>
        )}
        <Pagination page={page} totalDocs={list?.totalDocs ?? 0} limit={query.limit} onPage={setPage} />
      </div>
    </section>
  )
}

type CreateButtonProps = { collection: Collection; isUnsaved: boolean; onCreate: () => void }

function CreateButton({ collection, isUnsaved, onCreate }: CreateButtonProps) {
  const { t, label } = useT()
  const singular = label(collection.labels.singular) || collection.slug
  return (
    <Button
      size="header"
      icon={Plus}
      disabledReason={isUnsaved ? t('galley:relation.join.saveFirst') : null}
      onPress={onCreate}
    >
      {t('galley:relation.create', { label: singular })}
    </Button>
  )
}

/** Returns the rows of a page by the site's config, 0 for all; an invalid number means the default. */
function pageSize(said: number): number {
  return Number.isInteger(said) && said >= 0 ? Math.min(said, LISTED_AT_MOST) : 10
}

/** Returns the filter of the joined documents, and the function that creates one; null: none can be created. */
function useTarget(field: JoinField, collection: Collection) {
  const schema = useSchema()
  const canCreate = useCanCreate()
  const drawers = useDocumentDrawers()
  const { entity } = useDocument()
  const ref = useDocumentState(({ view }) => view.ref)
  const isNew = useDocumentState(({ view }) => view.isNew)
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
  return { where, isNew, isUnsaved, parent: { slug: entity.slug, id }, create: allowed ? create : null }
}

/**
 * Returns the field that refers to this document; null if it is in rows or blocks, where a new document cannot have
 * it.
 */
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

export const join: ValueFieldModule<JoinField> = {
  Input: JoinInput,
  column: { offered: 'never' },
  diffText: (_field, value) => wholeValue(value),
}
