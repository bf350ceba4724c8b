import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutboxItem, OutboxPage, OutboxPlace, OutboxQuery } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'
import { queryKeys, useOutboxCounts } from './queries.ts'
import { countSendable, countUnsent } from '../../shared/sync/unsent.ts'

type Only = OutboxQuery['only']

/** Returns the first documents of a part of the outbox, and their total. */
export function useOutboxStart(only: Only, limit: number): OutboxPage | undefined {
  return useQuery({
    queryKey: [...queryKeys.outbox, 'start', only, limit],
    queryFn: () => galley.call('outbox.list', { only, from: { by: 'number', number: 0 }, limit }),
  }).data
}

/**
 * Returns `limit` documents of the outbox from `number` on. Except from 0, a reread begins with the same document,
 * whatever its number is by then: those in front of it are being sent.
 */
export function useOutboxPage(number: number, limit: number) {
  return useQuery({
    queryKey: [...queryKeys.outbox, 'page', number, limit],
    queryFn: ({ client, queryKey }) => {
      const place = number === 0 ? undefined : client.getQueryData<OutboxPage>(queryKey)?.documents[0]?.place
      const from =
        place === undefined ? ({ by: 'number', number } as const) : ({ by: 'place', place } as const)
      return galley.call('outbox.list', { only: 'all', from, limit })
    },
    placeholderData: keepPreviousData,
    // Not cached while unused: by the next use other documents have this number.
    gcTime: 0,
  })
}

/** Returns the document of the selected item, or the one now at its position; see the contract. */
export function useOutboxItem(item: OutboxItem | null) {
  return useQuery({
    queryKey: [...queryKeys.outbox, 'item', item],
    queryFn: ({ client, queryKey }) => {
      const before = client.getQueryData<OutboxPage>(queryKey)?.documents[0]
      const place: OutboxPlace | null = item === null ? null : (before?.place ?? null)
      return galley.call('outbox.find', { item, place })
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  }).data
}

/** Returns the number of edits that the server does not have, for any reason; 0 until it is read. */
export function useWaitingEdits(): number {
  const counts = useOutboxCounts()
  return counts === undefined ? 0 : countUnsent(counts)
}

/** Returns the number of useWaitingEdits in two parts: edits that only wait for a log-in, and the rest. */
export function useSendableEdits(): { sendable: number; staying: number } {
  const counts = useOutboxCounts()
  if (counts === undefined) return { sendable: 0, staying: 0 }
  const sendable = countSendable(counts)
  return { sendable, staying: countUnsent(counts) - sendable }
}
