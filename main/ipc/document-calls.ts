import { canDo, canDoField, conditionOf, removalOf } from '../../shared/cms/permissions.ts'
import type { CallInput, ManyResult, CallOutput } from '../../shared/ipc.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { SerialQueue } from '../../shared/serial-queue.ts'
import { refreshDocument } from '../server/read/read-documents.ts'
import type { SiteContext } from '../server/site-context.ts'

/** Number of documents queued in one transaction. Typing may have to wait until it ends. */
const CHUNK = 20

type Account = {
  site: { store: Pick<OpenAccount['site']['store'], 'editMany'> }
  session: OpenAccount['session']
}

/**
 * Queues the same change for many documents, leaving out those that the user may not change (S5.27). If the
 * disk fails after some were queued, the rest is reported as `not-written`.
 */
export async function editManyAs(
  { site, session }: Account,
  input: CallInput<'documents.editMany'>,
): Promise<ManyResult> {
  const { slug, ids } = input
  const permissions = session()?.permissions ?? {}
  const operation = input.mode === 'delete' ? removalOf(permissions, 'collection', slug) : 'update'
  const may = (asked: 'create' | 'update' | 'delete' | 'trash') =>
    canDo(permissions, 'collection', slug, asked) &&
    input.values.every(({ path }) =>
      canDoField(permissions, 'collection', slug, path, asked === 'create' ? 'create' : 'update'),
    )
  const isAllowed = may(operation)
  const mayCreate = may('create')
  // A denied operation may still be allowed for some documents, by what the server said about them.
  const where = isAllowed && conditionOf(permissions, 'collection', slug, operation)
  const result: ManyResult = { queued: [], keys: [], leftOut: [] }
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK)
    try {
      const part = await site.store.editMany({ ...input, ids: chunk, where, mayCreate })
      result.queued.push(...part.queued)
      result.keys.push(...part.keys)
      result.leftOut.push(...part.leftOut)
    } catch (error) {
      if (result.queued.length === 0) throw error
      result.leftOut.push(...ids.slice(start).map((id) => ({ id, why: 'not-written' as const })))
      break
    }
  }
  return result
}

/**
 * A queue of moves for each collection: a move depends on earlier ones, so it must not overtake one whose
 * document is still being fetched.
 */
const turns = new WeakMap<SiteContext, Map<string, SerialQueue>>()

/** See the contract's `documents.move`. Fetches the document first if only its list row is stored. */
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
