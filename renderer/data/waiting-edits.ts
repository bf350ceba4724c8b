import { countSendable, countUnsent } from '../../shared/sync/unsent.ts'
import { useOutboxCounts } from './queries.ts'

/** How many edits on this computer the server does not have, whatever keeps them; 0 while that is not read yet. */
export function useWaitingEdits(): number {
  const counts = useOutboxCounts()
  return counts === undefined ? 0 : countUnsent(counts)
}

/** The same in two: what goes by itself as soon as somebody is signed in, and what stays. */
export function useSendableEdits(): { sendable: number; staying: number } {
  const counts = useOutboxCounts()
  if (counts === undefined) return { sendable: 0, staying: 0 }
  const sendable = countSendable(counts)
  return { sendable, staying: countUnsent(counts) - sendable }
}
