import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { refId, refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import { isTempId } from '../../shared/sync/temp-id.ts'
import { useT } from '../i18n/use-t.ts'
import { galley } from './bridge.ts'
import { queryKeys, useConnection } from './queries.ts'
import { useSchema } from './schema-context.tsx'
import { usePersonIsHere } from './use-person-is-here.ts'

/** How often it is asked while the window can be seen and somebody is there. */
const ASK_MS = 30_000

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
  const { data } = useQuery({
    queryKey: queryKeys.locks(asked),
    queryFn: () => galley.call('locks.list', { refs: asked }),
    enabled: isOnline && asked.length > 0,
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
