import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { usePersonIsHere } from '../../data/use-person-is-here.ts'
import { useT } from '../../i18n/use-t.ts'

/** How often it is asked while the window can be seen and somebody is there. */
const ASK_MS = 30_000

/** Who else edits which rows of a page, by the ids of their documents: one question in the background for all of them. */
export function useRowLocks(collection: Collection, rows: readonly ListRow[]): ReadonlyMap<string, string> {
  const { t } = useT()
  const { slug } = collection
  const isHere = usePersonIsHere()
  const isOnline = useConnection()?.status === 'online'
  const ids = rows.filter(({ isNew }) => !isNew).map(({ ref }) => refId(ref))
  const { data } = useQuery({
    queryKey: queryKeys.locks(slug, ids),
    queryFn: () => galley.call('locks.list', { slug, ids }),
    enabled: isOnline && collection.lockMs !== null && ids.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: isHere && ASK_MS,
    refetchOnWindowFocus: 'always',
  })
  return useMemo(
    () => new Map((data ?? []).map(({ id, by }) => [id, by ?? t('general:anotherUser')])),
    [data, t],
  )
}
