import { useMemo, useEffect, useEffectEvent } from 'react'
import type { ListPage, ListQuery } from '../../shared/ipc.ts'
import { hasLocalRules } from '../../shared/lists/local-rules.ts'
import { galley } from './bridge.ts'
import { useListQuery } from './queries.ts'
import { useRefresh, type Refresh } from './use-refresh.ts'

/**
 * Returns a page of documents: from this computer at once, then from the server, and again when one of the collection
 * changes. `ready` false: the server is not asked.
 */
export function useList(
  query: ListQuery,
  { ready = true } = {},
): { list: ReturnType<typeof useListQuery>; refresh: Refresh } {
  const list = useListQuery(query)
  const here = list.data?.here
  // Unsent edits are known only here: when the set of such documents changes, the server is asked again.
  const isAskedHere = useMemo(() => hasLocalRules(query.where), [query.where])
  const refresh = useRefresh(
    ['list', query, here ?? null],
    () => galley.call('documents.refreshList', query),
    { ready: ready && (!isAskedHere || here !== undefined) },
  )
  useAgainOnChange(query.slug, refresh.asking, refresh.again, { isCount: query.isCount === true })
  return { list, refresh }
}

/** True if all documents that the site lists of a collection are on this computer. */
export const isWholeHere = ({ coverage: { here, total } }: ListPage): boolean =>
  total !== null && here >= total

/** Returns the total of documents; null while neither the server nor this computer knows it. */
export const knownTotal = (page: ListPage | undefined): number | null =>
  page !== undefined && (page.source === 'server' || isWholeHere(page)) ? page.totalDocs : null

/**
 * Milliseconds of quiet in a collection before the server is asked again, for a list and for a mere count.
 */
const QUIET_MS = 300
const COUNT_QUIET_MS = 2000

/**
 * Asks the server again when documents of the collection changed, as one may have arrived or belong
 * elsewhere. Changes while it is being asked do not count.
 */
export function useAgainOnChange(
  slug: string,
  asking: boolean,
  again: () => void,
  { isCount = false } = {},
): void {
  const onQuiet = useEffectEvent(again)
  useEffect(() => {
    if (asking) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = galley.on('documents.listChanged', (changed) => {
      if (changed.slug !== slug) return
      clearTimeout(timer)
      timer = setTimeout(() => onQuiet(), isCount ? COUNT_QUIET_MS : QUIET_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [slug, asking, isCount])
}
