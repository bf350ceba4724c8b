import { letGo } from '../attempt.ts'
import { waitsForSite } from '../ways-out.ts'
import { changeEntry, type DocumentRecord } from './document-record.ts'

/**
 * Releases a parked entry, or lets a failing one start over. If it waited for the schema, the document is read first
 * (see isUnmeasured), unless it is new.
 */
export function release(record: DocumentRecord, key: string): DocumentRecord {
  return changeEntry(record, key, (entry) =>
    letGo(entry, waitsForSite(entry) && !record.base.isNew ? entry.problem : null),
  )
}
