import type { PayloadRequest } from 'payload'
import { collectionOf } from '../collection-of.ts'

/** The id as the site's functions know it: a number where its ids are numbers, also where it came as text. */
export function documentId(
  { payload }: PayloadRequest,
  slug: string | undefined,
  id: number | string | undefined,
): number | string | undefined {
  const type = collectionOf(payload, slug)?.customIDType ?? payload.db.defaultIDType
  return type === 'number' && typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
}
