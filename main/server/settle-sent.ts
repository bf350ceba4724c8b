import type { SendOutcome } from '../../shared/sync/entry.ts'
import type { SentAnswer } from '../store/store-api.ts'
import type { SiteContext } from './site-context.ts'

/**
 * Settles an entry that the server has done: its answer is the new base, and the entry ends (SY8). `words`: what the
 * server said although it did it.
 */
export async function settleSent(
  site: SiteContext,
  key: string,
  answer: SentAnswer,
  words = '',
): Promise<SendOutcome> {
  const said = words === '' ? {} : { words }
  const { ref } = await site.store.settleSent({ key, answer, ...said })
  site.contacted()
  return { type: 'sent', ref, ...said }
}
