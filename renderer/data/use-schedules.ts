import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { refId } from '../../shared/cms/doc-ref.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { ListRow, SchedulePlan } from '../../shared/ipc.ts'
import { useT, type UseT } from '../i18n/use-t.ts'
import { afterFrame } from './frames.ts'
import { galley, inPieces } from './bridge.ts'
import { nextPlan } from './next-plan.ts'
import { queryKeys, useConnection } from './queries.ts'
import { usePersonIsHere } from './use-person-is-here.ts'

/** Milliseconds between two reads of the plans while the window is visible and the user is present. */
const ASK_MS = 300_000

/** Returns a plan as text: `Publishes May 17, 8:30 AM`. */
export function planWords({ type, at }: SchedulePlan, { t, formatMoment }: UseT): string {
  const time = formatMoment(at)
  return t(type === 'publish' ? 'galley:actions.schedule.publishes' : 'galley:actions.schedule.unpublishes', {
    time,
  })
}

/** Returns the server's next scheduled action per document as text, by id: one query for all. */
export function useSchedules(
  { slug, versions }: Collection,
  rows: readonly ListRow[],
): ReadonlyMap<string, string> {
  const words = useT()
  const isOnline = useConnection()?.status === 'online'
  const isHere = usePersonIsHere()
  // Sorted, so the order of the list does not change the query.
  const ids = rows.map(({ ref }) => refId(ref)).toSorted()
  const { data, dataUpdatedAt, isPlaceholderData } = useQuery({
    queryKey: queryKeys.schedules(slug, ids, isOnline),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      return inPieces(ids, (piece) => galley.call('documents.schedules', { slug, ids: piece }))
    },
    enabled: versions?.schedules === true && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: isHere && ASK_MS,
    refetchOnWindowFocus: 'always',
  })
  // While the next answer is loading, the shown one keeps the time of its own answer.
  const [toldAt, setToldAt] = useState(dataUpdatedAt)
  if (!isPlaceholderData && toldAt !== dataUpdatedAt) setToldAt(dataUpdatedAt)
  return useMemo(() => {
    const found = new Map<string, string>()
    for (const { id, plans } of data ?? []) {
      const next = nextPlan(plans, toldAt)
      if (next !== null) found.set(id, planWords(next, words))
    }
    return found
  }, [data, toldAt, words])
}
