import { rebaseChanges } from '../../shared/document/rebase.ts'
import { FILE_FIELD, haveFile } from '../../shared/fields/file/pending-file.ts'
import { hasLocaleStatus } from '../../shared/cms/locale-status.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { fileOfEntry, hasFile } from '../../shared/sync/file-request.ts'
import type { StoredDocument } from './documents.ts'
import type { StoreContext } from './store-context.ts'

/** What a document is like now; `adjusted`: see StoredDocument. */
type Found = Pick<StoredDocument, 'data' | 'status' | 'hasPublished' | 'adjusted'>

/**
 * Whether a document holds everything that an entry wants: put on top of it, nothing of the entry is left to do (SY6),
 * and it is published, or is not, as the entry wants it. The same rule ends what waits over a base that has moved. What
 * creates or deletes is looked for in other ways.
 */
export function isAlreadyApplied({ site }: StoreContext, entry: OutboxEntry, found: Found): boolean {
  const { ref, mode, create, changes } = entry
  if (create || mode === 'delete' || mode === 'move' || site.entity(ref) === null) return false
  // That one locale is published cannot be told from the document: it is published once more.
  if (mode === 'publish-locale' || mode === 'unpublish-locale') return false
  // Which locales are published is not compared: what is done twice is done once.
  if ((mode === 'publish' || mode === 'unpublish') && hasLocaleStatus(site.entity(ref))) return false
  if (mode === 'publish' && found.status !== 'published') return false
  if (mode === 'unpublish' && (found.status !== 'draft' || found.hasPublished !== false)) return false
  const { data, adjusted } = found
  const schema = site.documentSchema(ref)
  const bringsFile = haveFile(schema.fields) && fileOfEntry(entry) !== null
  if (bringsFile && !hasFile(data, entry)) return false
  const besides = bringsFile ? changes.filter(({ path }) => path !== FILE_FIELD) : changes
  return rebaseChanges(schema, data, besides, { adjusted }).changes.length === 0
}
