import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { refId, refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import { isTempId } from '../../shared/sync/temp-id.ts'
import { useT } from '../i18n/use-t.ts'
import { galley } from './bridge.ts'
import { inPieces } from './in-pieces.ts'
import { queryKeys, useConnection } from './queries.ts'
import { useSchema } from './schema-context.tsx'
import { usePersonIsHere } from './use-person-is-here.ts'

/** How often it is asked while the window can be seen and somebody is there. */
const ASK_MS = 30_000

/** How long other documents have to be the same until it is asked about them: a queue that is sent changes them each time. */
const QUIET_MS = 300

/** Who else edits which of these documents, by refKey: one question in the background for all of them. */
export function useLocks(refs: readonly DocRef[]): ReadonlyMap<string, string> {
  const { t } = useT()
  const { collections, globals } = useSchema()
  const isHere = usePersonIsHere()
  const isOnline = useConnection()?.status === 'online'
  const asked = refs.filter((ref) => {
    const entities = ref.kind === 'global' ? globals : collections
    return !isTempId(refId(ref)) && entities.some(({ slug, lockMs }) => slug === ref.slug && lockMs !== null)
  })
  const settled = useSettled(asked)
  const { data } = useQuery({
    queryKey: queryKeys.locks(settled),
    queryFn: () => inPieces(settled, (piece) => galley.call('locks.list', { refs: piece })),
    enabled: isOnline && settled.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: isHere && ASK_MS,
    refetchOnWindowFocus: 'always',
  })
  return useMemo(
    () => new Map((data ?? []).map(({ ref, by }) => [refKey(ref), by ?? t('general:anotherUser')])),
    [data, t],
  )
}

/** The documents as they are once they have stopped changing; the first ones at once. */
function useSettled(refs: DocRef[]): DocRef[] {
  const [settled, setSettled] = useState(refs)
  const now = JSON.stringify(refs)
  const isFirst = settled.length === 0 && refs.length > 0
  if (isFirst) setSettled(refs)
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled((before) => (JSON.stringify(before) === now ? before : refs)),
      QUIET_MS,
    )
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- told apart by what they are
  }, [now])
  return settled
}
