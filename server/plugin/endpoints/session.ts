import { tokenExpiry } from './token-expiry.ts'
import type { PayloadRequest, Where } from 'payload'
import { isJsonObject, jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'
import { baseFilters, sendableWhere } from './base-filters.ts'
import { displayName } from './display-text.ts'
import { appUser, whatUserSees } from './app-user.ts'
import { combineQueries } from 'payload'
import { isWhere, ruleOf } from './permissions.ts'

/**
 * GET /desktop/session: the signed-in user, permissions, visible entities and base filters, and the end of the
 * session (seconds since 1970).
 */
export async function sessionAnswer(req: PayloadRequest): Promise<Response> {
  const user = await appUser(req)
  const { permissions, visible } = await whatUserSees(req)
  const text = (key: string): string | undefined => {
    const value: unknown = Reflect.get(user, key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const titleField = req.payload.collections[user.collection]?.config.admin.useAsTitle
  const createdAt = text('createdAt')
  const email = text('email')
  const username = text('username')
  return Response.json(
    {
      user: {
        id: user.id,
        collection: user.collection,
        // Tells apart two people who had the same id one after the other.
        ...(createdAt === undefined ? {} : { createdAt }),
        ...(email === undefined ? {} : { email }),
        ...(username === undefined ? {} : { username }),
        displayName: displayName(user, titleField),
      },
      permissions: await withTrash(req, jsonSafe(permissions) ?? {}),
      visible,
      baseFilters: await baseFilters(req, Object.keys(permissions.collections ?? {})),
      exp: tokenExpiry(req),
      autoRefresh: req.payload.config.admin.autoRefresh ?? false,
    },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}

/** Payload's permissions, with the one to move documents to the trash; see trashRights. */
async function withTrash(req: PayloadRequest, permissions: JsonSafe): Promise<JsonSafe> {
  if (!isJsonObject(permissions) || !isJsonObject(permissions['collections'])) return permissions
  const { collections } = permissions
  const rights = await trashRights(req, Object.keys(collections))
  const told = Object.entries(collections).map(([slug, entity]) => {
    const trash = rights.get(slug)
    return [slug, isJsonObject(entity) && trash ? { ...entity, trash } : entity] as const
  })
  return { ...permissions, collections: Object.fromEntries(told) }
}

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
