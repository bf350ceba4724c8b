import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'
import { galley } from './bridge.ts'
import { callReason } from './failure-reasons.ts'
import { queryKeys } from './queries.ts'
import { useRefresh } from './use-refresh.ts'

const REFRESH = ['version-names'] as const

export type VersionNames = {
  /** Null if it has no name. */
  of: (versionId: string) => string | null
  /** Sets a name, or removes it with null. It applies at once and is synced once the server can be reached. */
  set: (versionId: string, name: string | null) => void
}

/**
 * Returns the person's names of a document's versions, synced between their computers. `isAsked`: they may read
 * versions.
 */
export function useVersionNames(ref: DocRef, isAsked = true): VersionNames {
  const client = useQueryClient()
  const { t } = useT()
  const toast = useToast()
  const queryKey = queryKeys.versionNames(ref)
  const { data } = useQuery({
    queryKey,
    queryFn: () => galley.call('versions.names', { ref }),
    enabled: isAsked,
  })
  const refresh = async () => {
    const result = await galley.call('versions.refreshNames', undefined)
    if (result.outcome === 'updated') await client.invalidateQueries({ queryKey: [queryKey[0]] })
    return result
  }
  useRefresh(REFRESH, refresh, { ready: isAsked })
  const set = useCallback(
    (versionId: string, name: string | null) => {
      const keep = async () => {
        await galley.call('versions.setName', { ref, versionId, name })
        await client.invalidateQueries({ queryKey: queryKeys.versionNames(ref) })
        await client.resetQueries({ queryKey: queryKeys.refresh(...REFRESH), exact: true })
      }
      const onFailure = (error: unknown) => {
        console.error(error)
        toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
      }
      void keep().catch(onFailure)
    },
    [client, ref, t, toast],
  )
  return { of: (versionId) => data?.[versionId] ?? null, set }
}
