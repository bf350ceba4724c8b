import type { SentCell } from '../../document/compare-saved.ts'
import type { OutboxEntry } from '../entry.ts'

/** The cells of an entry for the outbox's history when nothing of it was left to send: all are saved. */
export function savedCells({ changes }: OutboxEntry): SentCell[] {
  return changes.map(({ path, locale }) => ({ path, locale, result: 'saved' }))
}
