import { buildRequest } from '../build-request.ts'
import { hasOwnEffect, problemOf, isOfWhole } from '../entry.ts'
import type { OutboxEntry } from '../entry.ts'
import { fileOfEntry, hasFile } from '../file-request.ts'
import type { WriteRequest } from '../request.ts'
import { isUnmeasured } from '../ways-out.ts'
import { savedCells, replaceEntry } from './document-record.ts'
import { park } from './attempt.ts'
import type { DocumentRecord, Done, RecordSite, RecordBase } from './document-record.ts'
import { hasOtherShape, keepUnfit } from './keep-unfit.ts'
import { rebaseChanges } from '../../document/rebase.ts'
import { FILE_FIELD, haveFile } from '../../fields/file/pending-file.ts'
import { hasLocaleStatus } from '../../cms/entity-rules.ts'

/** `needsFreshBase`: the document has to be read before the request is sent. */
export type Prepared = { entry: OutboxEntry; request: WriteRequest; needsFreshBase: boolean }

/**
 * Builds the request of the first entry of a queue by the present schema; changes that do not fit it are
 * parked (SY13). `result` null: nothing of the entry can be sent, or the server has all of it already (SY6).
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
  // A file that was not sent cannot be on the server, even if a file of that name is.
  const mayBeDone =
    entry.state === 'waiting' && !needsFreshBase && !hasOwnEffect(entry.mode) && fileOfEntry(entry) === null
  if (mayBeDone && isAlreadyApplied(entry, base, site)) {
    const arrived = [{ entry, cells: savedCells(entry) }]
    return { ...stays(replaceEntry(fitting, entry.key, [])), arrived }
  }
  const request = buildRequest({ entry, base, entity, localization, idempotencyKey: site.newId() })
  return { record: fitting, result: { entry, request, needsFreshBase }, why: null, arrived: [] }
}

/** A document as it is on the server now. */
type Found = Pick<RecordBase, 'data' | 'status' | 'hasPublished' | 'adjusted'>

/**
 * True if a document already holds everything that an entry writes, its status included: rebasing the entry leaves no
 * changes (SY6). Always false for creations, deletions and restores, which are looked for in other ways.
 */
export function isAlreadyApplied(entry: OutboxEntry, found: Found, { entity, schema }: RecordSite): boolean {
  const { mode, create, changes } = entry
  if (create || isOfWhole(mode) || entity === null) return false
  // The document does not say which locales are published, so publishing again is the only safe choice.
  if (mode === 'publish-locale' || mode === 'unpublish-locale') return false
  // The published locales are not compared: doing it twice has the same effect as doing it once.
  if ((mode === 'publish' || mode === 'unpublish') && hasLocaleStatus(entity)) return false
  if (mode === 'publish' && found.status !== 'published') return false
  if (mode === 'unpublish' && (found.status !== 'draft' || found.hasPublished !== false)) return false
  const { data, adjusted } = found
  const bringsFile = haveFile(schema.fields) && fileOfEntry(entry) !== null
  if (bringsFile && !hasFile(data, entry)) return false
  const besides = bringsFile ? changes.filter(({ path }) => path !== FILE_FIELD) : changes
  return rebaseChanges(schema, data, besides, { adjusted }).changes.length === 0
}
