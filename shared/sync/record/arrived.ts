import type { SentCell } from '../../document/compare-saved.ts'
import type { OutboxEntry } from '../entry.ts'

/** What the history says of an entry that had nothing left to do: all that it wanted is there. */
export function savedCells({ changes }: OutboxEntry): SentCell[] {
  return changes.map(({ path, locale }) => ({ path, locale, result: 'saved' }))
}
