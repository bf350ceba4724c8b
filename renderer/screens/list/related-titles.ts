import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { getValue } from '../../../shared/document/path.ts'
import { documentTitle } from '../../../shared/document/title.ts'
import type { Collection, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { ListPage, ListQuery, ListRow } from '../../../shared/ipc.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { galley } from '../../app/bridge.ts'
import { queryKeys, useConnection } from '../../app/queries.ts'
import { relatedRefs } from './cell-text.ts'
import type { Column } from './columns.ts'

const MAX_IDS = 500

type Wanted = {
  collection: Collection
  ids: string[]
  /** What this computer is asked, and what the server is asked. */
  here: ListQuery
  there: ListQuery
}
type Titles = { found: ReadonlyMap<string, string>; read: boolean }

/**
 * Titles of the documents that the rows' relationship columns point at, as far as they are on this computer. Where the
 * server can be reached it is asked for the others, once per collection and page; what it does not give stays an id.
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
    queries: wanted.map(({ here }) => ({
      queryKey: queryKeys.list(here),
      queryFn: () => galley.call('documents.list', here),
    })),
    combine: useCallback(
      (results: UseQueryResult<ListPage>[]): Titles => {
        const found = new Map<string, string>()
        results.forEach((result, index) => {
          const target = wanted[index]?.collection
          if (target === undefined) return
          for (const { ref, data } of result.data?.rows ?? []) {
            const title = documentTitle({
              collection: target,
              data,
              locale,
              ref,
              untitled: '',
              fallbackLocale,
            })
            if (ref.kind === 'collection' && title !== '') found.set(`${ref.slug}:${ref.id}`, title)
          }
        })
        return { found, read: results.every((result) => !result.isPending) }
      },
      [wanted, locale, fallbackLocale],
    ),
  })
  useMissingTitles(wanted, titles)
  return useCallback((slug, id) => titles.found.get(`${slug}:${id}`) ?? null, [titles])
}

/** Asks the server for titles that are not here; each question once while the list is shown. */
function useMissingTitles(wanted: Wanted[], titles: Titles): void {
  const online = useConnection()?.status === 'online'
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!online || !titles.read) return
    for (const { collection, there, ids } of wanted) {
      const question = JSON.stringify(there)
      const missing = ids.some((id) => !isTempId(id) && !titles.found.has(`${collection.slug}:${id}`))
      if (!missing || asked.current.has(question)) continue
      asked.current.add(question)
      galley.call('documents.refreshList', there).catch(console.error)
    }
  }, [wanted, titles, online])
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
    const idIn = (wantedIds: string[]): ListQuery => {
      const values = wantedIds.map((id) => (target.idType === 'number' && !isTempId(id) ? Number(id) : id))
      const where = { or: [{ and: [{ id: { in: values } }] }] }
      return { slug, page: 1, limit: MAX_IDS, sort: 'id', search: '', where, locale }
    }
    // The server knows nothing of documents that were not sent yet.
    const there = idIn(list.filter((id) => !isTempId(id)))
    return [{ collection: target, ids: list, here: idIn(list), there }]
  })
}
