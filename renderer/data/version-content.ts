import { queryOptions, replaceEqualDeep, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { VersionContent, VersionsAround } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'
import { afterFrame } from './frames.ts'
import { queryKeys, useConnection } from './queries.ts'

/** `broken`: this computer could not read it. */
export type ReadVersion = VersionContent | { outcome: 'broken'; error: unknown }

type ReadingVersion = {
  /** Undefined until it is read. */
  content: ReadVersion | undefined
  /** True while this computer is looked through for a copy. */
  isReadingCopy: boolean
  /** True while the server is being asked. */
  isAsking: boolean
  again: () => void
}

/**
 * Returns one version whole: the local copy first, then the server's, asked each time. An autosave may be rewritten, a
 * version pruned, a permission changed.
 */
export function useVersionContent(ref: DocRef, versionId: string | null): ReadingVersion {
  const isOnline = useConnection()?.status === 'online'
  const client = useQueryClient()
  const asked = { ref, versionId: versionId ?? '' }
  const queryKey = queryKeys.version(ref, asked.versionId, isOnline)
  const hasAnswer = client.getQueryData<ReadVersion>(queryKey)?.outcome === 'here'
  const { data: kept, isLoading: isReadingCopy } = useQuery({
    ...keptQuery(ref, asked.versionId),
    enabled: versionId !== null && !hasAnswer,
  })
  const here: VersionContent | undefined = kept ? { outcome: 'here', gone: false, ...kept } : undefined
  const { data, isFetching, refetch } = useQuery({
    queryKey,
    // An error is an answer too, so it stays on the screen during a retry.
    queryFn: async ({ signal }): Promise<ReadVersion> => {
      const isShown =
        hasAnswer || (await client.ensureQueryData(keptQuery(ref, asked.versionId)).catch(() => null))
      if (isShown) await afterFrame(signal)
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
  const content = data === undefined || data.outcome === 'broken' ? (here ?? data) : data
  return { content, isReadingCopy, isAsking: isFetching, again: () => void refetch() }
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
