import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { LAST_STATE } from '../../../../shared/document/versions.ts'
import type { CallOutput, VersionRow } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { galley } from '../../../data/bridge.ts'
import { queryKeys, useConnection } from '../../../data/queries.ts'

/** Stands for a version's id: the state in the server's trash. */
export const IN_TRASH = 'in-trash'

export type DeletedStates = {
  isAsking: boolean
  /** The available states, the last one first. */
  states: readonly (Pick<VersionRow, 'status'> & { id: string; updatedAt: string | null })[]
  /** The chosen state, else the first; null: being read, or none. */
  shown: { id: string; data: JsonObject } | null
  /** True if the document was restored. */
  isRestored: boolean
  /**
   * Reason that the server's trash could not be read: its message, '' if it gave none, or an error; null: none so far.
   */
  failure: { why: unknown } | null
  again: () => void
}

/** Returns the states of a deleted document: in the server's trash, and on this computer. */
export function useDeletedStates(ref: DocRef, collection: Collection, chosen: string | null): DeletedStates {
  const isOnline = useConnection()?.status === 'online'
  const trash = useQuery({
    queryKey: queryKeys.trashed(ref, isOnline),
    queryFn: () => galley.call('trash.read', { ref }),
    // An account's hidden data stays on the server.
    enabled: isOnline && collection.trash && !collection.auth,
    staleTime: 0,
  })
  const rows = useQuery({
    queryKey: queryKeys.deleted(ref),
    queryFn: () => galley.call('documents.deleted', { ref }),
    staleTime: 0,
  })
  const there = trash.data?.outcome === 'done' ? trash.data.data : null
  const states = useMemo(() => {
    const kept = rows.data ?? []
    const isLast = ({ id }: VersionRow): boolean => id === LAST_STATE
    const at = there?.['updatedAt']
    return [
      ...(there === null
        ? kept.filter(isLast)
        : [{ id: IN_TRASH, status: null, updatedAt: typeof at === 'string' ? at : null }]),
      ...kept.filter((row) => !isLast(row)),
    ]
  }, [there, rows.data])
  const id = states.find((one) => one.id === chosen)?.id ?? states[0]?.id ?? null
  const version = useQuery({
    queryKey: queryKeys.deletedVersion(ref, id ?? ''),
    queryFn: () => galley.call('versions.kept', { ref, versionId: id ?? '', deleted: true }),
    enabled: id !== null && id !== IN_TRASH,
    staleTime: 0,
  })
  const data = id === IN_TRASH ? there : (version.data?.data ?? null)
  const isRestored = isOnline && trash.data?.outcome === 'restored'
  // An outdated answer must not navigate away.
  const isReading = trash.isLoading || (isRestored && trash.isFetching)
  const isAsking = rows.isPending || isReading || (id !== null && id !== IN_TRASH && version.isPending)
  return {
    isAsking,
    states,
    shown: id === null || data === null ? null : { id, data },
    isRestored: isRestored && !trash.isFetching,
    failure: isOnline ? failureOf(trash) : null,
    again: () => void trash.refetch(),
  }
}

function failureOf({
  data,
  error,
}: {
  data: CallOutput<'trash.read'> | undefined
  error: unknown
}): DeletedStates['failure'] {
  if (error !== null) return { why: error }
  return data?.outcome === 'refused' ? { why: data.message } : null
}
