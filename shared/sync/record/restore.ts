import { sameJson } from '../../json.ts'
import type { RestoredVersion } from '../entry.ts'
import { append, commit } from './commit.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'

/**
 * Queues a restore behind all unsent edits, the draft included: the version replaces them. Null: an entry is
 * parked or failing, or the document is not on the server. `locale`: the current one.
 */
export function restore(
  before: DocumentRecord,
  { restores, locale }: { restores: RestoredVersion; locale: string | null },
  site: RecordSite,
): { record: DocumentRecord; key: string } | null {
  // Asking again for the same version before the first request is done does not restore it twice.
  const last = before.entries.at(-1)
  if (before.draft === null && last !== undefined && sameJson(last.restores ?? null, restores))
    return { record: before, key: last.key }
  const mode = site.entity?.versions?.drafts ? 'draft' : 'save'
  const { record } = commit(before, { mode, locale, changes: before.draft?.changes ?? [] }, site)
  if (record === null || record.base.isNew || record.base.isGone) return null
  if (record.entries.some(({ state, problem }) => state === 'parked' || problem !== null)) return null
  const queued = append(
    record,
    { mode: 'restore', locale: null, changes: [], restores, problem: null, group: null },
    site,
  )
  return { record: queued.record, key: queued.entry.key }
}
