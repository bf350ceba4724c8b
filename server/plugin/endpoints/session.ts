import { tokenExpiry } from './token-expiry.ts'
import type { PayloadRequest } from 'payload'
import { isJsonObject, jsonSafe, type JsonSafe } from '../json-safe.ts'
import { baseFilters } from './base-filters.ts'
import { displayName } from './display-name.ts'
import { trashRights } from './trash-rights.ts'
import { appUser, whatUserSees } from './who.ts'

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
