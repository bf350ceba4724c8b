import { useMemo } from 'react'
import type { ListPage, ListQuery } from '../../shared/ipc.ts'
import { hasLocalRules } from '../../shared/lists/local-rules.ts'
import { galley } from './bridge.ts'
import { useListQuery } from './queries.ts'
import { useAgainOnChange } from './use-again-on-change.ts'
import { useRefresh, type Refresh } from './use-refresh.ts'

/**
 * A page of documents: from this computer at once, then as the server has it, and again when one of the collection has
 * changed. `ready` false: the server is not asked yet, or not at all.
 */
export function useList(
  query: ListQuery,
  { ready = true } = {},
): { list: ReturnType<typeof useListQuery>; refresh: Refresh } {
  const list = useListQuery(query)
  const here = list.data?.here
  // Which documents have unsent edits is known here: where others have, the server is asked for those.
  const isAskedHere = useMemo(() => hasLocalRules(query.where), [query.where])
  const refresh = useRefresh(
    ['list', query, here ?? null],
    () => galley.call('documents.refreshList', query),
    { ready: ready && (!isAskedHere || here !== undefined) },
  )
  useAgainOnChange(query.slug, refresh.asking, refresh.again, { isCount: query.isCount === true })
  return { list, refresh }
}

/** Whether all documents that the site lists of a collection are here. */
export const isWholeHere = ({ coverage: { here, total } }: ListPage): boolean =>
  total !== null && here >= total

/** How many documents there are in all; null while neither the server nor this computer can tell. */
export const knownTotal = (page: ListPage | undefined): number | null =>
  page !== undefined && (page.source === 'server' || isWholeHere(page)) ? page.totalDocs : null
