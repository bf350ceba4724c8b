import { judgeLock, type LockUser } from '../../../shared/sync/document-lock.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { readLocks } from './read-lock.ts'

/** Who else has which of these documents, in one question; none where nobody can say. */
export async function listLocks(
  site: Pick<SiteContext, 'client' | 'schema'>,
  me: LockUser,
  { slug, ids }: { slug: string; ids: readonly string[] },
): Promise<{ id: string; by: string | null }[]> {
  const durationMs = entityOf(site.schema(), { kind: 'collection', slug })?.lockMs ?? null
  if (durationMs === null || ids.length === 0) return []
  const locks = await readLocks(site, slug, ids)
  const serverNow = site.client.serverTime() ?? 0
  return [...(locks ?? [])].flatMap(([id, stored]) => {
    const judged = judgeLock(stored, { me, serverNow, durationMs })
    return judged.kind === 'other' ? [{ id, by: stored.by }] : []
  })
}
