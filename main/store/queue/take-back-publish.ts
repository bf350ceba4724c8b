import { takeBackPublish as takeBack } from '../../../shared/sync/record/take-back-publish.ts'
import { allows } from '../../../shared/sync/ways-out.ts'
import { readDocument } from '../tables/documents.ts'
import { readEntry } from '../tables/outbox-rows.ts'
import { changeRecord } from '../record.ts'
import type { StoreContext } from '../store-context.ts'

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
