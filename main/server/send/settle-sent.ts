import type { OutboxEntry, SendOutcome } from '../../../shared/sync/entry.ts'
import type { SentAnswer } from '../../../shared/sync/record/judge-answer.ts'
import type { SettleResult } from '../../store/store-api.ts'
import { refreshDocument } from '../read/read-documents.ts'
import type { SiteContext } from '../site-context.ts'

/**
 * Settles an entry that the server has done: its answer is the new base, and the entry ends (SY8). Where the answer
 * leaves out something that was sent, the site may have become another one while the entry waited: what is known of its
 * schema and of what the user may read is asked for anew first, so that the answer is judged by that. Where it cannot
 * be, it is judged by what is known. `entry`: as it was sent. `words`: what the server said although it did it.
 */
export async function settleSent(
  site: SiteContext,
  entry: OutboxEntry,
  answer: SentAnswer,
  words = '',
): Promise<SendOutcome> {
  const said = words === '' ? {} : { words }
  const input = { key: entry.key, answer, sent: entry, ...said }
  let settled = await site.store.settleSent({ ...input, unlessLeftOut: true })
  if (settled.state === 'left-out') {
    await site.checkConnection()
    await site.refreshSchema()
    settled = await site.store.settleSent(input)
  }
  return outcomeOf(site, entry, settled, words)
}

/** The outcome of an entry that has ended. */
export async function outcomeOf(
  site: SiteContext,
  { mode }: OutboxEntry,
  { state, ref, problem }: SettleResult,
  words: string,
): Promise<SendOutcome> {
  site.contacted()
  // The entry was discarded here and done there, so the server's document is shown.
  if (state === 'discarded' && mode !== 'delete') await refreshDocument(site, ref)
  if (problem !== null) return { type: 'parked', problem }
  return { type: 'sent', ref, ...(words === '' ? {} : { words }) }
}
