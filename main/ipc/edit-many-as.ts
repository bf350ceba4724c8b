import { canDo, canDoField, conditionOf } from '../../shared/cms/permissions.ts'
import type { CallInput, ManyResult } from '../../shared/ipc.ts'
import type { OpenAccount } from '../accounts/open-account.ts'

/** Documents queued in one transaction: what is typed meanwhile waits for no more than that. */
const CHUNK = 20

/** Queues the same change for many documents, as far as this user may make it (S5.27): what may not be, is not sent. */
export async function editManyAs(
  { site, session }: Pick<OpenAccount, 'site' | 'session'>,
  input: CallInput<'documents.editMany'>,
): Promise<ManyResult> {
  const { slug, ids } = input
  const permissions = session()?.permissions ?? {}
  const operation = input.mode === 'delete' ? 'delete' : 'update'
  const may = (asked: 'create' | 'update' | 'delete') =>
    canDo(permissions, 'collection', slug, asked) &&
    input.values.every(({ path }) =>
      canDoField(permissions, 'collection', slug, path, asked === 'create' ? 'create' : 'update'),
    )
  const isAllowed = may(operation)
  const mayCreate = may('create')
  // Where it is denied in general the server may still have allowed it of one document.
  const where = isAllowed && conditionOf(permissions, 'collection', slug, operation)
  const result: ManyResult = { queued: [], leftOut: [] }
  for (let start = 0; start < ids.length; start += CHUNK) {
    const part = await site.store.editMany({
      ...input,
      ids: ids.slice(start, start + CHUNK),
      where,
      mayCreate,
    })
    result.queued.push(...part.queued)
    result.leftOut.push(...part.leftOut)
  }
  return result
}
