import { queryOptions, replaceEqualDeep, useQueries, useQuery } from '@tanstack/react-query'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { VersionContent, VersionsAround } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'
import { queryKeys, useConnection } from './queries.ts'

/** `broken`: this computer could not read it. */
export type ReadVersion = VersionContent | { outcome: 'broken'; error: unknown }

/**
 * One version of a document whole; undefined while it is read. What this computer keeps of it is there first, and then
 * what the server says, which is asked each time and again once it can be reached: an autosave may have been written
 * again, a version pruned, and who may read it may have changed.
 */
export function useVersionContent(
  ref: DocRef,
  versionId: string | null,
): { content: ReadVersion | undefined; isAsking: boolean; again: () => void } {
  const isOnline = useConnection()?.status === 'online'
  const asked = { ref, versionId: versionId ?? '' }
  const kept = useQuery({ ...keptQuery(ref, asked.versionId), enabled: versionId !== null }).data
  const here: VersionContent | undefined = kept ? { outcome: 'here', gone: false, ...kept } : undefined
  const { data, isFetching, refetch } = useQuery({
    queryKey: queryKeys.version(ref, asked.versionId, isOnline),
    // What went wrong stays on the screen while it is tried again, like any other answer.
    queryFn: async (): Promise<ReadVersion> => {
      try {
        return await galley.call('versions.read', asked)
      } catch (error) {
        return { outcome: 'broken', error }
      }
    },
    enabled: versionId !== null,
    staleTime: 0,
    // What did not change is the same object, and is not compared again.
    structuralSharing: (before, after) => replaceEqualDeep(before ?? here, after),
    placeholderData: (last, query) => (query?.queryKey[2] === versionId ? last : undefined),
  })
  const content = data === undefined || data.outcome === 'broken' ? (here ?? data) : data
  return { content, isAsking: isFetching, again: () => void refetch() }
}

function keptQuery(ref: DocRef, versionId: string) {
  return queryOptions({
    queryKey: queryKeys.keptVersion(ref, versionId),
    queryFn: () => galley.call('versions.kept', { ref, versionId }),
    // What is kept may be forgotten by the answer that follows.
    gcTime: 0,
  })
}

/** Reads what this computer keeps of the versions that are probably looked at next, so that they are there at once. */
export function useVersionsAhead(ref: DocRef, versionIds: readonly string[]): void {
  useQueries({ queries: versionIds.map((versionId) => keptQuery(ref, versionId)) })
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
