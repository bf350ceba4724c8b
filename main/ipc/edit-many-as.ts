import { canDo, canDoField, conditionOf, removalOf } from '../../shared/cms/permissions.ts'
import type { CallInput, ManyResult } from '../../shared/ipc.ts'
import type { OpenAccount } from '../accounts/open-account.ts'

/** Documents queued in one transaction; typing waits for no more than that. */
const CHUNK = 20

type Account = {
  site: { store: Pick<OpenAccount['site']['store'], 'editMany'> }
  session: OpenAccount['session']
}

/**
 * Queues the same change for many documents, as far as this user may make it (S5.27): what may not be, is not sent. Where
 * the disk fails after some are queued, those are said to be, and the others not to be written.
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
