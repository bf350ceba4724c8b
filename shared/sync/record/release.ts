import { letGo } from '../attempt.ts'
import { waitsForSite } from '../ways-out.ts'
import { changeEntry, type DocumentRecord } from './document-record.ts'

/**
 * Lets a parked entry go again, or a failing one at once. What others wrote while the site did not have the place is not
 * known here: that is read first (see isUnmeasured). Nobody else has written a document that is new.
 */
export function release(record: DocumentRecord, key: string): DocumentRecord {
  return changeEntry(record, key, (entry) =>
    letGo(entry, waitsForSite(entry) && !record.base.isNew ? entry.problem : null),
  )
}
