import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { refId, refKey, type DocRef, isTempId } from '../../shared/cms/doc-ref.ts'
import { useT } from '../i18n/use-t.ts'
import { galley, inPieces } from './bridge.ts'
import { queryKeys, useConnection } from './queries.ts'
import { useSchema } from './schema-context.tsx'
import { usePersonIsHere } from './use-person-is-here.ts'

/** Milliseconds between two reads of the locks while the window is visible and the user is present. */
const ASK_MS = 30_000

/**
 * Milliseconds without a change of the documents before their locks are asked: sending a queue changes them each
 * time.
 */
const QUIET_MS = 300

/**
 * Returns the names of the users who hold locks of these documents, by refKey; one background query for all.
 */
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

/** Returns the documents after a pause without a change; the first documents of a list at once. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- `now` stands for the refs
  }, [now])
  return settled
}
