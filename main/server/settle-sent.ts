import type { SendOutcome } from '../../shared/sync/entry.ts'
import type { SentAnswer } from '../store/store-api.ts'
import type { SiteContext } from './site-context.ts'

/**
 * Settles an entry that the server has done: its answer is the new base, and the entry ends (SY8). Where the answer
 * leaves out something that was sent, the site may have become another one while the entry waited: what is known of its
 * schema and of what the user may read is asked for anew first, so that the answer is judged by that. Where it cannot
 * be, it is judged by what is known. `words`: what the server said although it did it.
 */
export async function settleSent(
  site: SiteContext,
  key: string,
  answer: SentAnswer,
  words = '',
): Promise<SendOutcome> {
  if (answer.data !== null && !answer.partial && (await site.store.leavesOut({ key, answer }))) {
    await site.checkConnection()
    await site.refreshSchema()
  }
  const said = words === '' ? {} : { words }
  const { ref, problem } = await site.store.settleSent({ key, answer, ...said })
  site.contacted()
  return problem === null ? { type: 'sent', ref, ...said } : { type: 'parked', problem }
}
