import { useTitleOf } from './use-titles.ts'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Collection, SiteSchema } from '../../shared/cms/schema-model.ts'
import { isTempId, siteId } from '../../shared/cms/doc-ref.ts'
import type { RelatedRef } from '../../shared/cms/doc-ref.ts'
import type { ListPage, ListQuery, ListRow, RefreshResult } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'
import { listOptions, queryKeys, useConnection } from './queries.ts'
import { useSchema } from './schema-context.tsx'

/** Most ids in one list query. */
const IDS_AT_ONCE = 500

/** A list row and its title, which may be its id; '' for an unsent document without a title. */
export type DocumentRow = { row: ListRow; title: string }
export type DocumentRows = {
  /** Null if the document is not on this computer. */
  rowOf: (slug: string, id: string) => DocumentRow | null
  /** True once this computer has answered. */
  isRead: boolean
  /** True once the server has answered about the documents missing here. */
  isAsked: boolean
}

type Wanted = {
  collection: Collection
  ids: string[]
  /** The queries for this computer and for the server. */
  here: ListQuery
  there: ListQuery
}
type Rows = { found: ReadonlyMap<string, DocumentRow>; isRead: boolean }

const keyOf = (slug: string, id: string) => `${slug}:${id}`

/**
 * Returns documents with their titles, from this computer. If the server can be reached, it is asked for the others,
 * once per collection and some hundred ids.
 */
export function useDocumentRows(refs: readonly RelatedRef[], locale: string | null): DocumentRows {
  const schema = useSchema()
  const titleOf = useTitleOf()
  const key = refs.map(({ slug, id }) => keyOf(slug, id)).join(' ')
  // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the refs
  const wanted = useMemo(() => wantedRows(schema, refs, locale), [schema, key, locale])
  const rows = useQueries({
    queries: wanted.map(({ here }) => listOptions(here)),
    combine: useCallback(
      (results: UseQueryResult<ListPage>[]): Rows => {
        const found = new Map<string, DocumentRow>()
        results.forEach((result, index) => {
          const collection = wanted[index]?.collection
          if (collection === undefined) return
          for (const row of result.data?.rows ?? []) {
            const { ref, data } = row
            if (ref.kind !== 'collection') continue
            const title = titleOf(collection, { ref, data }, locale, { untitled: '' })
            found.set(keyOf(ref.slug, ref.id), { row, title })
          }
        })
        return { found, isRead: results.every((result) => !result.isPending) }
      },
      [titleOf, wanted, locale],
    ),
  })
  const isAsked = useMissingRows(wanted, rows)
  const rowOf = useCallback((slug: string, id: string) => rows.found.get(keyOf(slug, id)) ?? null, [rows])
  return { rowOf, isRead: rows.isRead, isAsked }
}

/**
 * Asks the server for documents missing here, each query once while they are shown. Returns true once it has
 * answered.
 */
function useMissingRows(wanted: Wanted[], { found, isRead }: Rows): boolean {
  const online = useConnection()?.status === 'online'
  const isMissing = ({ collection, ids }: Wanted) =>
    ids.some((id) => !isTempId(id) && !found.has(keyOf(collection.slug, id)))
  const asked = useQueries({
    queries: wanted.map((one) => ({
      queryKey: queryKeys.refresh('titles', one.there),
      queryFn: () => galley.call('documents.refreshList', one.there),
      enabled: online && isRead && isMissing(one),
      gcTime: 0,
    })),
    combine: useCallback(
      (results: UseQueryResult<RefreshResult>[]) =>
        results.every(({ data, isFetching }) => !isFetching && data?.outcome !== 'offline'),
      [],
    ),
  })
  return online && isRead && asked
}

function wantedRows(schema: SiteSchema, refs: readonly RelatedRef[], locale: string | null): Wanted[] {
  const ids = new Map<string, Set<string>>()
  for (const { slug, id } of refs) ids.set(slug, (ids.get(slug) ?? new Set()).add(id))
  return [...ids].flatMap(([slug, set]) => {
    const collection = schema.collections.find((one) => one.slug === slug)
    if (collection === undefined) return []
    const all = [...set].toSorted()
    const idIn = (wantedIds: string[]): ListQuery => {
      const values = wantedIds.map((id) => siteId([collection], { slug, id }))
      const where = { or: [{ and: [{ id: { in: values } }] }] }
      return { slug, page: 1, limit: IDS_AT_ONCE, sort: 'id', search: '', where, locale, isWhole: true }
    }
    return Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, (_, piece): Wanted => {
      const some = all.slice(piece * IDS_AT_ONCE, (piece + 1) * IDS_AT_ONCE)
      // The server does not know unsent documents.
      const there = idIn(some.filter((id) => !isTempId(id)))
      return { collection, ids: some, here: idIn(some), there }
    })
  })
}

/** Returns the title of a document; null if it is not on this computer, or has no title. */
export type TitleOf = (slug: string, id: string) => string | null

/**
 * Returns the titles of documents on this computer. The server is asked for the others, once per collection
 * and set of ids.
 */
export function useDocumentTitles(refs: readonly RelatedRef[], locale: string | null): TitleOf {
  const { rowOf } = useDocumentRows(refs, locale)
  return useCallback((slug, id) => rowOf(slug, id)?.title || null, [rowOf])
}
