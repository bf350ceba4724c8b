import type { StoreApi } from '../store-api.ts'
import type { ReadContext } from '../store-context.ts'
import { all, one } from '../tables/sql.ts'

/**
 * See StoreApi.changedElsewhere. Arrivals are compared with looks by the clock of this computer. A row that shows the
 * revision with which it came counts only if it is younger than the first look and than its collection is here: else
 * a download would be taken for a change.
 */
export function changedElsewhere(
  { db }: Pick<ReadContext, 'db'>,
  { slugs, looks, limit }: Parameters<StoreApi['changedElsewhere']>[0],
): ReturnType<StoreApi['changedElsewhere']> {
  const newest = one<{ at: string | null }>(db, 'SELECT max(seen_at) AS at FROM list_rows')?.at ?? null
  if (looks === null) return { newest, documents: [] }
  const found = all<{ slug: string; id: string; updated_at: string }>(
    db,
    `SELECT slug, id, updated_at FROM list_rows l
     WHERE seen_at > ? AND updated_at IS NOT NULL AND own_revision IS NOT updated_at
       AND slug IN (SELECT value FROM json_each(?))
       AND (came_at IS NOT seen_at OR updated_at > max(?,
         (SELECT min(came_at) FROM list_rows WHERE slug = l.slug)))
     ORDER BY updated_at DESC LIMIT ?`,
    looks.last,
    JSON.stringify(slugs),
    looks.first,
    limit,
  )
  return { newest, documents: found.map(({ slug, id, updated_at: updatedAt }) => ({ slug, id, updatedAt })) }
}
