import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import { createSerialQueue, type SerialQueue } from '../../shared/serial-queue.ts'
import { refreshDocument } from '../server/read/read-documents.ts'
import type { SiteContext } from '../server/site-context.ts'

/**
 * The moves of each collection run one after another, since a move depends on those before it: none overtakes one
 * whose document is still being fetched.
 */
const turns = new WeakMap<SiteContext, Map<string, SerialQueue>>()

/** See the contract's `documents.move`. Rows of lists may be here without their documents: one is fetched first then. */
export function moveAs(
  site: SiteContext,
  input: CallInput<'documents.move'>,
): Promise<CallOutput<'documents.move'>> {
  return turnsOf(site, input.ref.slug).run(async () => {
    if ((await site.store.getDocument(input.ref)) === null) await refreshDocument(site, input.ref)
    if ((await site.store.getDocument(input.ref)) === null) return { outcome: 'not-here' }
    const { key } = await site.store.moveDocument(input)
    return { outcome: key === null ? 'not-movable' : 'queued' }
  })
}

function turnsOf(site: SiteContext, slug: string): SerialQueue {
  const bySlug = turns.get(site) ?? new Map<string, SerialQueue>()
  turns.set(site, bySlug)
  const known = bySlug.get(slug) ?? createSerialQueue()
  bySlug.set(slug, known)
  return known
}
