import type { PayloadRequest } from 'payload'
import { collectionOf } from '../collection-of.ts'

/** The id in the site's type: a number if its ids are numbers, even if it came as text. */
export function documentId(
  { payload }: PayloadRequest,
  slug: string | undefined,
  id: number | string | undefined,
): number | string | undefined {
  const type = collectionOf(payload, slug)?.customIDType ?? payload.db.defaultIDType
  return type === 'number' && typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
}
