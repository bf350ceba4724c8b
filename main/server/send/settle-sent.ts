import type { OutboxEntry, SendOutcome } from '../../../shared/sync/entry.ts'
import type { SentAnswer } from '../../../shared/sync/record/judge-answer.ts'
import type { SettleResult } from '../../store/store-api.ts'
import { refreshDocument } from '../read/read-documents.ts'
import type { SiteContext } from '../site-context.ts'

/**
 * Settles a done entry: its answer becomes the base (SY8). If the answer lacks a sent value, schema and permissions
 * may be outdated, so they are fetched first. `entry`: as it was sent. `words`: the server's words about an error.
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
  // The entry was discarded on this computer and done on the server, so the server's document is shown.
  if (state === 'discarded' && mode !== 'delete') await refreshDocument(site, ref)
  if (problem !== null) return { type: 'parked', problem }
  return { type: 'sent', ref, ...(words === '' ? {} : { words }) }
}
