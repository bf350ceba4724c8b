import { restore } from '../../../shared/sync/record/commit.ts'
import { recordSite, requireRecord, saveRecord } from '../record.ts'
import type { StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { hasMovedSince } from '../tables/documents.ts'
import { resolveRef } from '../tables/ids.ts'

/** See StoreApi.queueRestore. Throws `no-document`. */
export function queueRestore(
  context: StoreContext,
  { ref: asked, restores, locale, shown }: Parameters<StoreApi['queueRestore']>[0],
): ReturnType<StoreApi['queueRestore']> {
  const ref = resolveRef(context.db, asked)
  const before = requireRecord(context, ref)
  if (hasMovedSince(context, before.base, shown)) return 'moved'
  const queued = restore(before, { restores, locale }, recordSite(context, ref))
  if (queued === null) return 'unsent'
  saveRecord(context, before, queued.record)
  return { key: queued.key }
}
