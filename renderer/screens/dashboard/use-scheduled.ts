import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallOutput } from '../../../shared/ipc.ts'
import { afterFrame } from '../../data/frames.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'

const NONE: CallOutput<'documents.scheduled'> = []

/** Returns the documents scheduled for a publish or unpublish: as last stored (`isRead`), then from the server. */
export function useScheduled(): { scheduled: CallOutput<'documents.scheduled'>; isRead: boolean } {
  const client = useQueryClient()
  const isOnline = useConnection()?.status === 'online'
  const { collections, globals } = useSchema()
  const hasSchedules = [...collections, ...globals].some(({ versions }) => versions?.schedules === true)
  const queryKey = queryKeys.scheduled
  const { data, isLoading } = useQuery({
    queryKey,
    queryFn: () => galley.call('documents.scheduled', { from: 'computer' }),
    enabled: hasSchedules,
    staleTime: 0,
  })
  const { data: told } = useQuery({
    queryKey: queryKeys.refresh('scheduled'),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      return galley.call('documents.scheduled', { from: 'server' })
    },
    enabled: hasSchedules && isOnline,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (told !== undefined) client.setQueryData(queryKey, told)
  }, [client, queryKey, told])
  return { scheduled: data ?? NONE, isRead: !isLoading }
}
