import type { OutboxEntry, SendOutcome } from '../../shared/sync/entry.ts'
import type { SentAnswer } from '../store/store-api.ts'
import type { SiteContext } from './site-context.ts'

/**
 * Settles an entry that the server has done: its answer is the new base, and the entry ends (SY8). Where the answer
 * leaves out something that was sent, the site may have become another one while the entry waited: what is known of its
 * schema and of what the user may read is asked for anew first, so that the answer is judged by that. Where it cannot
 * be, it is judged by what is known. `entry`: as it was sent; where it was mended since, what is left of it stays
 * queued. `words`: what the server said although it did it.
 */
export async function settleSent(
  site: SiteContext,
  entry: OutboxEntry,
  answer: SentAnswer,
  words = '',
): Promise<SendOutcome> {
  const about = { key: entry.key, answer, sent: entry }
  if (answer.data !== null && !answer.partial && (await site.store.leavesOut(about))) {
    await site.checkConnection()
    await site.refreshSchema()
  }
  const said = words === '' ? {} : { words }
  const { ref, problem } = await site.store.settleSent({ ...about, ...said })
  site.contacted()
  return problem === null ? { type: 'sent', ref, ...said } : { type: 'parked', problem }
}
