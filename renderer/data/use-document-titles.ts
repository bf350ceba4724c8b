import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Collection, SiteSchema } from '../../shared/cms/schema-model.ts'
import { documentTitle } from '../../shared/document/title.ts'
import type { RelatedRef } from '../../shared/fields/related-ref.ts'
import type { ListPage, ListQuery } from '../../shared/ipc.ts'
import { isTempId } from '../../shared/sync/temp-id.ts'
import { galley } from './bridge.ts'
import { listOptions, queryKeys, useConnection } from './queries.ts'
import { useSchema } from './schema-context.tsx'
import { useFieldTypes } from './field-types-context.ts'

const MAX_IDS = 500

/** Title of a document of a collection, or null where it is not on this computer. */
export type TitleOf = (slug: string, id: string) => string | null

type Wanted = {
  collection: Collection
  ids: string[]
  /** What this computer is asked, and what the server is asked. */
  here: ListQuery
  there: ListQuery
}
type Titles = { found: ReadonlyMap<string, string>; read: boolean }

/**
 * Titles of documents, as far as they are on this computer. Where the server can be reached it is asked for the others,
 * once per collection and set of ids; what it does not give stays an id.
 */
export function useDocumentTitles(refs: readonly RelatedRef[], locale: string | null): TitleOf {
  const schema = useSchema()
  const types = useFieldTypes()
  const key = refs.map(({ slug, id }) => `${slug}:${id}`).join(' ')
  // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the refs
  const wanted = useMemo(() => wantedTitles(schema, refs, locale), [schema, key, locale])
  const fallbackLocale = schema.localization?.defaultLocale ?? null
  const titles = useQueries({
    queries: wanted.map(({ here }) => listOptions(here)),
    combine: useCallback(
      (results: UseQueryResult<ListPage>[]): Titles => {
        const found = new Map<string, string>()
        results.forEach((result, index) => {
          const collection = wanted[index]?.collection
          if (collection === undefined) return
          for (const { ref, data } of result.data?.rows ?? []) {
            const title = documentTitle(types, {
              collection,
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
      [types, wanted, locale, fallbackLocale],
    ),
  })
  useMissingTitles(wanted, titles)
  return useCallback((slug, id) => titles.found.get(`${slug}:${id}`) ?? null, [titles])
}

/** Asks the server for titles that are not here; each question once while they are shown. */
function useMissingTitles(wanted: Wanted[], titles: Titles): void {
  const online = useConnection()?.status === 'online'
  useQueries({
    queries: wanted.map(({ collection, ids, there }) => ({
      queryKey: queryKeys.refresh('titles', there),
      queryFn: () => galley.call('documents.refreshList', there),
      enabled:
        online &&
        titles.read &&
        ids.some((id) => !isTempId(id) && !titles.found.has(`${collection.slug}:${id}`)),
      gcTime: 0,
    })),
  })
}

function wantedTitles(schema: SiteSchema, refs: readonly RelatedRef[], locale: string | null): Wanted[] {
  const ids = new Map<string, Set<string>>()
  for (const { slug, id } of refs) ids.set(slug, (ids.get(slug) ?? new Set()).add(id))
  return [...ids].flatMap(([slug, set]) => {
    const collection = schema.collections.find((one) => one.slug === slug)
    if (collection === undefined) return []
    const list = [...set].toSorted().slice(0, MAX_IDS)
    const idIn = (wantedIds: string[]): ListQuery => {
      const values = wantedIds.map((id) =>
        collection.idType === 'number' && !isTempId(id) ? Number(id) : id,
      )
      const where = { or: [{ and: [{ id: { in: values } }] }] }
      return { slug, page: 1, limit: MAX_IDS, sort: 'id', search: '', where, locale }
    }
    // The server knows nothing of documents that were not sent yet.
    const there = idIn(list.filter((id) => !isTempId(id)))
    return [{ collection, ids: list, here: idIn(list), there }]
  })
}
