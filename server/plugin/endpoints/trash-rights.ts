import { combineQueries } from 'payload'
import type { PayloadRequest, Where } from 'payload'
import { sendableWhere } from './base-filters.ts'
import { isWhere, ruleOf } from './permissions.ts'

/** As GET /access says it of the other operations. */
type Right = { readonly permission: boolean; readonly where?: ReturnType<typeof sendableWhere> }

/**
 * By slug: whether the user may move documents into the trash, asked without a document. The update that does it asks the
 * rule of a deletion as well, which is told by `deletedAt` that it is one into the trash; GET /access tells it nothing.
 */
export async function trashRights(
  req: PayloadRequest,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, Right>> {
  const data = { deletedAt: new Date().toISOString() }
  const collections = req.payload.config.collections.filter(
    ({ slug, trash }) => trash && slugs.includes(slug),
  )
  const rights = collections.map(async ({ slug, access }): Promise<[string, Right]> => {
    const rules = await Promise.all([access.update, access.delete].map((one) => ruleOf(one, { data }, req)))
    if (rules.includes(false)) return [slug, { permission: false }]
    const where = rules
      .filter(isWhere)
      .reduce<Where | null>((all, one) => (all === null ? one : combineQueries(all, one)), null)
    return [slug, { permission: true, ...(where !== null && { where: sendableWhere(where) }) }]
  })
  return new Map(await Promise.all(rights))
}
