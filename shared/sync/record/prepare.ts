import { buildRequest } from '../build-request.ts'
import { hasOwnEffect, type OutboxEntry } from '../entry.ts'
import { fileOfEntry } from '../file-request.ts'
import { problemOf } from '../problems.ts'
import type { WriteRequest } from '../request.ts'
import { isUnmeasured } from '../ways-out.ts'
import { isAlreadyApplied } from './already-applied.ts'
import { savedCells } from './arrived.ts'
import { park } from './attempt.ts'
import { replaceEntry, type DocumentRecord, type Done, type RecordSite } from './document-record.ts'
import { hasOtherShape, keepUnfit } from './keep-unfit.ts'

/** `needsFreshBase`: the document has to be read before the request is sent. */
export type Prepared = { entry: OutboxEntry; request: WriteRequest; needsFreshBase: boolean }

/**
 * The request of the first entry of a queue, by the schema of this moment: what does not fit that stays behind, parked
 * (SY13). `result` null: nothing of the entry may leave, or the server has all of it already (SY6).
 */
export function prepare(record: DocumentRecord, head: OutboxEntry, site: RecordSite): Done<Prepared | null> {
  const { base } = record
  const { entity, localization } = site
  const stays = (kept: DocumentRecord): Done<null> => ({ record: kept, result: null, why: null, arrived: [] })
  // The site no longer has the collection, or no longer shows it.
  if (entity === null) return stays(park(record, head.key, problemOf('schema-gone')))
  // Done before comparing: with a deleted field, or in another cell, the change could look as if it was applied.
  const { record: fitting, entry, problem } = keepUnfit(record, head, base.data, site)
  if (problem !== null) return stays(park(fitting, head.key, problem))
  const needsFreshBase = isUnmeasured(entry) || hasOtherShape(fitting, entry, site)
  // A file that has not left is not there yet, whatever the one that is there is called.
  const mayBeDone =
    entry.state === 'waiting' && !needsFreshBase && !hasOwnEffect(entry.mode) && fileOfEntry(entry) === null
  if (mayBeDone && isAlreadyApplied(entry, base, site)) {
    const arrived = [{ entry, cells: savedCells(entry) }]
    return { ...stays(replaceEntry(fitting, entry.key, [])), arrived }
  }
  const request = buildRequest({ entry, base, entity, localization, idempotencyKey: site.newId() })
  return { record: fitting, result: { entry, request, needsFreshBase }, why: null, arrived: [] }
}
