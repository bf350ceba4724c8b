import { queryOptions, replaceEqualDeep, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { VersionContent, VersionsAround } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'
import { afterFrame } from './frames.ts'
import { queryKeys, useConnection } from './queries.ts'

/** A version, or `broken` with the error if the call to main failed. */
export type ReadVersion = VersionContent | { outcome: 'broken'; error: unknown }

/**
 * Returns one version whole, undefined until it is read: the server's last answer or the local copy first, then what
 * the server says now. An autosave may be rewritten, a version pruned, a permission changed.
 */
export function useVersionContent(
  ref: DocRef,
  versionId: string | null,
): { content: ReadVersion | undefined; isAsking: boolean; again: () => void } {
  const isOnline = useConnection()?.status === 'online'
  const client = useQueryClient()
  const asked = { ref, versionId: versionId ?? '' }
  const queryKey = queryKeys.version(ref, asked.versionId, isOnline)
  const hasAnswer = client.getQueryData<ReadVersion>(queryKey)?.outcome === 'here'
  const copy = useQuery({ ...keptQuery(ref, asked.versionId), enabled: versionId !== null && !hasAnswer })
  const here: VersionContent | undefined = copy.data
    ? { outcome: 'here', gone: false, ...copy.data }
    : undefined
  const { data, isFetching, refetch } = useQuery({
    queryKey,
    // An error is an answer too, so it stays on the screen during a retry.
    queryFn: async (): Promise<ReadVersion> => {
      // The answer is not needed for the first frame if something is shown. The query's signal is not used, since a
      // version that moves to the other side of a comparison would cancel the call and repeat it.
      const isShown =
        hasAnswer || (await client.ensureQueryData(keptQuery(ref, asked.versionId)).catch(() => null))
      if (isShown) await afterFrame()
      try {
        return await galley.call('versions.read', asked)
      } catch (error) {
        return { outcome: 'broken', error }
      }
    },
    enabled: versionId !== null,
    staleTime: 0,
    // Unchanged parts keep their object and are not compared again.
    structuralSharing: (before, after) => replaceEqualDeep(before ?? here, after),
    placeholderData: (last, query) => (query?.queryKey[2] === versionId ? last : undefined),
  })
  const isUsable = data !== undefined && data.outcome !== 'broken'
  const content = isUsable ? data : (here ?? (copy.isLoading ? undefined : data))
  return { content, isAsking: isFetching, again: () => void refetch() }
}

function keptQuery(ref: DocRef, versionId: string) {
  return queryOptions({
    queryKey: queryKeys.keptVersion(ref, versionId),
    queryFn: () => galley.call('versions.kept', { ref, versionId }),
    // The server's answer may remove the local copy.
    gcTime: 0,
  })
}

/** Reads local copies of the versions that are probably opened next. */
export function useVersionsAhead(ref: DocRef, versionIds: readonly string[]): void {
  useQueries({ queries: versionIds.map((versionId) => keptQuery(ref, versionId)) })
}

/** Returns the versions before and after one, and the published one before it; undefined until read. */
export function useVersionsAround(
  ref: DocRef,
  version: { id: string; updatedAt: string } | null,
): VersionsAround | undefined {
  const isOnline = useConnection()?.status === 'online'
  const { id = '', updatedAt = '' } = version ?? {}
  return useQuery({
    queryKey: queryKeys.versionsAround(ref, id, updatedAt, isOnline),
    queryFn: () => galley.call('versions.around', { ref, versionId: id, at: updatedAt }),
    enabled: version !== null,
  }).data
}
