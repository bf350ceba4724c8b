import { combineQueries } from 'payload'
import type { PayloadRequest, Where } from 'payload'
import { sendableWhere } from './base-filters.ts'
import { isWhere, ruleOf } from './permissions.ts'

/** A permission in the format of GET /access. */
type Right = { readonly permission: boolean; readonly where?: ReturnType<typeof sendableWhere> }

/**
 * Permissions to move documents to the trash, by slug, checked without a document. That update also runs the delete
 * access, with `deletedAt` set, which GET /access does not do.
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
