import type { Collection } from '../../../../shared/cms/schema-model.ts'
import type { Json } from '../../../../shared/json.ts'
import { LIMITS } from '../../../../shared/limits.ts'
import { isTempId } from '../../../../shared/cms/doc-ref.ts'

export type CollectionIds = readonly Pick<Collection, 'slug' | 'idType'>[]

/**
 * Returns a pasted document id in the id type of its collection; null if it does not fit. Copies of the web
 * admin do not say of which site they are.
 */
export function pastedId(collections: CollectionIds, slug: string, id: Json): string | number | null {
  const type = collections.find((one) => one.slug === slug)?.idType
  if (type === 'number') {
    const value = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
  }
  if (type === undefined || typeof id !== 'string' || isTempId(id)) return null
  return id.length <= LIMITS.pastedId && /^[\w.:-]+$/.test(id) ? id : null
}
