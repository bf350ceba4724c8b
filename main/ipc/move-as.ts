import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import { refreshDocument } from '../server/read-documents.ts'
import type { SiteContext } from '../server/site-context.ts'

/** See the contract's `documents.move`. Rows of lists may be here without their documents: one is fetched first then. */
export async function moveAs(
  site: SiteContext,
  input: CallInput<'documents.move'>,
): Promise<CallOutput<'documents.move'>> {
  if ((await site.store.getDocument(input.ref)) === null) await refreshDocument(site, input.ref)
  if ((await site.store.getDocument(input.ref)) === null) return { outcome: 'not-here' }
  const { key } = await site.store.moveDocument(input)
  return { outcome: key === null ? 'not-movable' : 'queued' }
}
