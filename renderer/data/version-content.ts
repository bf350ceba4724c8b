import { useQuery } from '@tanstack/react-query'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { VersionContent, VersionsAround } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'
import { queryKeys, useConnection } from './queries.ts'

/**
 * One version of a document whole; undefined while it is read. What is not here is asked for again once the server can be
 * reached. `updatedAt`: that of its row where it is known, so that an autosave that was written again is read again.
 */
export function useVersionContent(
  ref: DocRef,
  versionId: string | null,
  updatedAt: string | null = null,
): { content: VersionContent | undefined; error: Error | null; again: () => void } {
  const isOnline = useConnection()?.status === 'online'
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.version(ref, versionId ?? '', updatedAt, isOnline),
    queryFn: () => galley.call('versions.read', { ref, versionId: versionId ?? '' }),
    enabled: versionId !== null,
    // What a version holds does not change; why it is not here does.
    staleTime: ({ state }) => (state.data?.outcome === 'here' ? Infinity : 0),
    placeholderData: (last, query) =>
      last?.outcome === 'here' && last.version.id === versionId && query?.queryKey[3] === updatedAt
        ? last
        : undefined,
  })
  return { content: data, error, again: () => void refetch() }
}

/** What stands before and after a version, and what was published before it; undefined while it is read. */
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
