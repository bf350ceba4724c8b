import type { StoreApi } from '../store-api.ts'
import type { ReadContext } from '../store-context.ts'
import { all, one } from '../tables/sql.ts'

/** See StoreApi.changedElsewhere. */
export function changedElsewhere(
  { db }: Pick<ReadContext, 'db'>,
  { slugs, since, limit }: Parameters<StoreApi['changedElsewhere']>[0],
): ReturnType<StoreApi['changedElsewhere']> {
  const newest = one<{ at: string | null }>(db, 'SELECT max(updated_at) AS at FROM list_rows')?.at ?? null
  if (since === null) return { newest, documents: [] }
  const found = all<{ slug: string; id: string; updated_at: string }>(
    db,
    `SELECT slug, id, updated_at FROM list_rows
     WHERE updated_at > ? AND own_revision IS NOT updated_at AND slug IN (SELECT value FROM json_each(?))
     ORDER BY updated_at DESC LIMIT ?`,
    since,
    JSON.stringify(slugs),
    limit,
  )
  return { newest, documents: found.map(({ slug, id, updated_at: updatedAt }) => ({ slug, id, updatedAt })) }
}
