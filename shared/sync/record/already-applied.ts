import { rebaseChanges } from '../../document/rebase.ts'
import { FILE_FIELD, haveFile } from '../../fields/file/pending-file.ts'
import { hasLocaleStatus } from '../../cms/locale-status.ts'
import { isOfWhole, type OutboxEntry } from '../entry.ts'
import { fileOfEntry, hasFile } from '../file-request.ts'
import type { RecordBase, RecordSite } from './document-record.ts'

/** What a document is like now. */
type Found = Pick<RecordBase, 'data' | 'status' | 'hasPublished' | 'adjusted'>

/**
 * Whether a document holds everything that an entry wants: put on top of it, nothing of the entry is left to do (SY6),
 * and it is published, or is not, as the entry wants it. The same rule ends what waits over a base that has moved. What
 * creates, deletes or restores is looked for in other ways.
 */
export function isAlreadyApplied(entry: OutboxEntry, found: Found, { entity, schema }: RecordSite): boolean {
  const { mode, create, changes } = entry
  if (create || isOfWhole(mode) || entity === null) return false
  // That one locale is published cannot be told from the document: it is published once more.
  if (mode === 'publish-locale' || mode === 'unpublish-locale') return false
  // Which locales are published is not compared: what is done twice is done once.
  if ((mode === 'publish' || mode === 'unpublish') && hasLocaleStatus(entity)) return false
  if (mode === 'publish' && found.status !== 'published') return false
  if (mode === 'unpublish' && (found.status !== 'draft' || found.hasPublished !== false)) return false
  const { data, adjusted } = found
  const bringsFile = haveFile(schema.fields) && fileOfEntry(entry) !== null
  if (bringsFile && !hasFile(data, entry)) return false
  const besides = bringsFile ? changes.filter(({ path }) => path !== FILE_FIELD) : changes
  return rebaseChanges(schema, data, besides, { adjusted }).changes.length === 0
}
