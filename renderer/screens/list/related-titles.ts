import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getValue } from '../../../shared/document/path.ts'
import { documentTitle } from '../../../shared/document/title.ts'
import type { Collection, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { ListQuery, ListRow } from '../../../shared/ipc.ts'
import { galley } from '../../app/bridge.ts'
import { queryKeys } from '../../app/queries.ts'
import { relatedRefs } from './cell-text.ts'
import type { Column } from './columns.ts'

const MAX_IDS = 500

type Wanted = { collection: Collection; query: ListQuery }

/**
 * Titles of the documents that the rows' relationship columns point at, as far as they are on this computer. Only the
 * computer is asked: a list must not fetch what it merely names.
 */
export function useRelatedTitles(
  schema: SiteSchema,
  collection: Collection,
  columns: Column[],
  rows: ListRow[],
  locale: string | null,
): (slug: string, id: string) => string | null {
  const wanted = useMemo(
    () => wantedTitles(schema, collection, columns, rows, locale),
    [schema, collection, columns, rows, locale],
  )
  const fallbackLocale = schema.localization?.defaultLocale ?? null
  const titles = useQueries({
    queries: wanted.map(({ query }) => ({
      queryKey: queryKeys.list(query),
      queryFn: () => galley.call('documents.list', query),
    })),
    combine: (results) => {
      const found = new Map<string, string>()
      results.forEach((result, index) => {
        const target = wanted[index]?.collection
        if (target === undefined) return
        for (const { ref, data } of result.data?.rows ?? []) {
          const title = documentTitle({ collection: target, data, locale, ref, untitled: '', fallbackLocale })
          if (ref.kind === 'collection' && title !== '') found.set(`${ref.slug}:${ref.id}`, title)
        }
      })
      return found
    },
  })
  return (slug, id) => titles.get(`${slug}:${id}`) ?? null
}

function wantedTitles(
  schema: SiteSchema,
  collection: Collection,
  columns: Column[],
  rows: ListRow[],
  locale: string | null,
): Wanted[] {
  const ids = new Map<string, Set<string>>()
  for (const column of columns) {
    if (column.kind !== 'field') continue
    const { node, path } = column
    if (node.type !== 'relationship' && node.type !== 'upload') continue
    for (const { data } of rows) {
      for (const { slug, id } of relatedRefs(node, getValue(collection.fields, data, path, locale)))
        ids.set(slug, (ids.get(slug) ?? new Set()).add(id))
    }
  }
  return [...ids].flatMap(([slug, set]) => {
    const target = schema.collections.find((one) => one.slug === slug)
    if (target === undefined) return []
    const list = [...set].toSorted().slice(0, MAX_IDS)
    const values = target.idType === 'number' ? list.map(Number) : list
    const where = { or: [{ and: [{ id: { in: values } }] }] }
    return [
      { collection: target, query: { slug, page: 1, limit: MAX_IDS, sort: 'id', search: '', where, locale } },
    ]
  })
}
