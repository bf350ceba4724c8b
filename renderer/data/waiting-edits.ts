import { useOutboxCounts } from './queries.ts'

/** How many edits on this computer the server does not have, whatever keeps them; 0 while that is not read yet. */
export function useWaitingEdits(): number {
  const counts = useOutboxCounts()
  if (counts === undefined) return 0
  return counts.waiting + counts.sending + counts.conflict + counts.failed + counts.onThisComputer
}
