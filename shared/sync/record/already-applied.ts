import { rebaseChanges } from '../../document/rebase.ts'
import { FILE_FIELD, haveFile } from '../../fields/file/pending-file.ts'
import { hasLocaleStatus } from '../../cms/locale-status.ts'
import { isOfWhole, type OutboxEntry } from '../entry.ts'
import { fileOfEntry, hasFile } from '../file-request.ts'
import type { RecordBase, RecordSite } from './document-record.ts'

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
