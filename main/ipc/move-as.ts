import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import { oneAfterAnother } from '../one-after-another.ts'
import { refreshDocument } from '../server/read-documents.ts'
import type { SiteContext } from '../server/site-context.ts'

/** Where a document goes depends on the moves before it: none overtakes one whose document is still being fetched. */
const turns = new WeakMap<SiteContext, ReturnType<typeof oneAfterAnother>>()

/** See the contract's `documents.move`. Rows of lists may be here without their documents: one is fetched first then. */
export function moveAs(
  site: SiteContext,
  input: CallInput<'documents.move'>,
): Promise<CallOutput<'documents.move'>> {
  const inTurn = turns.get(site) ?? oneAfterAnother()
  turns.set(site, inTurn)
  return inTurn(async () => {
    if ((await site.store.getDocument(input.ref)) === null) await refreshDocument(site, input.ref)
    if ((await site.store.getDocument(input.ref)) === null) return { outcome: 'not-here' }
    const { key } = await site.store.moveDocument(input)
    return { outcome: key === null ? 'not-movable' : 'queued' }
  })
}
