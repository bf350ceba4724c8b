import { takeBackPublish as takeBack } from '../../../shared/sync/record/take-back-publish.ts'
import { allows } from '../../../shared/sync/ways-out.ts'
import { readDocument } from '../tables/documents.ts'
import { readEntry } from '../tables/outbox-rows.ts'
import { changeRecord } from '../record.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Makes a queued publish a draft. False where that is no way out of where it is: it may be at the server already, what it
 * waits for concerns a draft as well, or it is no more. A request that was built for it meanwhile does not leave (see
 * markSending).
 */
export function takeBackPublish(context: StoreContext, key: string): boolean {
  const entry = readEntry(context.db, key)
  const document = entry && readDocument(context.db, entry.ref)
  if (!entry || !document || !allows(entry, 'take-back-publish')) return false
  changeRecord(context, document, (record, site) => takeBack(record, entry, site))
  return true
}
