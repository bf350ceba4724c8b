import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { judgeLock, type LockUser } from '../../../shared/sync/document-lock.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { readLocks } from './read-lock.ts'

/** Lists which of these documents other users have locked, in one request; empty if that cannot be known. */
export async function listLocks(
  site: Pick<SiteContext, 'client' | 'schema'>,
  me: LockUser,
  refs: readonly DocRef[],
): Promise<{ ref: DocRef; by: string | null }[]> {
  const asked = refs.flatMap((ref) => {
    const durationMs = entityOf(site.schema(), ref)?.lockMs ?? null
    return durationMs === null ? [] : [{ ref, durationMs }]
  })
  if (asked.length === 0) return []
  const locks = await readLocks(
    site,
    asked.map(({ ref }) => ref),
  )
  const serverNow = site.client.serverTime() ?? 0
  return asked.flatMap(({ ref, durationMs }) => {
    const stored = locks?.get(refKey(ref))
    if (stored === undefined) return []
    const judged = judgeLock(stored, { me, serverNow, durationMs })
    return judged.kind === 'other' ? [{ ref, by: stored.by }] : []
  })
}
