import type { PayloadRequest, Where } from 'payload'
import { jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'

/** Fits no document. */
const NOTHING: Where = { id: { exists: false } }

/**
 * By slug: the filter that the site's admin ands to every list of the collection, as it is for this user. A function that
 * fails narrows its collection to nothing, so that none shows what it was to keep out.
 */
export async function baseFilters(
  req: PayloadRequest,
  slugs: readonly string[],
): Promise<Readonly<Record<string, JsonSafe>>> {
  const filters: Record<string, JsonSafe> = {}
  for (const { slug, admin, defaultSort } of req.payload.config.collections) {
    // As Payload has it: `baseListFilter` is the older name, and counts where there is no `baseFilter`.
    const filter = admin.baseFilter ?? admin.baseListFilter
    if (!filter || !slugs.includes(slug)) continue
    try {
      const sort = typeof defaultSort === 'string' ? defaultSort : 'id'
      const where = await filter({ limit: 0, page: 1, req, sort })
      if (where && Object.keys(where).length > 0) filters[slug] = jsonSafe(where) ?? {}
    } catch (error) {
      req.payload.logger.warn({ err: error, msg: `Galley: the base filter of ${slug} fails.` })
      filters[slug] = jsonSafe(NOTHING) ?? {}
    }
  }
  return filters
}
