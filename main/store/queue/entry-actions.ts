import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import { restore } from '../../../shared/sync/record/commit.ts'
import { retry as retryRecord } from '../../../shared/sync/record/retry.ts'
import { resolveRef } from '../tables/ids.ts'
import { refOfEntry, readEntry } from '../tables/outbox-rows.ts'
import { changeRecord, readRecord, recordSite, requireRecord, saveRecord } from '../record.ts'
import type { StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { StoreError } from '../store-error.ts'
import { takeBackPublish as takeBack } from '../../../shared/sync/record/discard.ts'
import { allows } from '../../../shared/sync/ways-out.ts'
import { hasMovedSince, readDocument } from '../tables/documents.ts'

/** See shared/sync/record/retry.ts. Throws `incomplete-choices` and `refused`. */
export function retry(context: StoreContext, input: CallInput<'outbox.retry'>): CallOutput<'outbox.retry'> {
  const ref = refOfEntry(context.db, input.key)
  if (ref === null) return { outcome: 'released' }
  const { base, ...unsent } = readRecord(context, ref)
  if (base === null) return { outcome: 'released' }
  const before = { ...unsent, base }
  const { record, result, twice } = retryRecord(before, input, recordSite(context, ref))
  if (result === 'refused') throw new StoreError(result, 'That is no way out of where the entry is')
  if (result === 'incomplete-choices')
    throw new StoreError(result, 'Each part in conflict needs a choice that can be')
  saveRecord(context, before, record)
  return { outcome: result, ...(twice.length > 0 && { twice }) }
}

/**
 * Turns a queued publish into a draft. False: it may be at the server, its problem concerns a draft as well, or it is
 * gone. A request already built for it is not sent (see markSending).
 */
export function takeBackPublish(context: StoreContext, key: string): boolean {
  const entry = readEntry(context.db, key)
  const document = entry && readDocument(context.db, entry.ref)
  if (!entry || !document || !allows(entry, 'take-back-publish')) return false
  changeRecord(context, document, (record, site) => takeBack(record, entry, site))
  return true
}

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
