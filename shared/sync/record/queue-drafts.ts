import { cellKey, type Change } from '../../document/change.ts'
import type { Draft } from '../../ipc.ts'
import { problemOf } from '../problems.ts'
import { queueChanges } from './commit.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { withFormContent } from './form-content.ts'

/**
 * Queues drafts that turned out to be of one document (SY8), as an open form would overwrite the other one. Without
 * autosave they are parked, since nobody has saved them.
 */
export function queueDrafts(
  before: DocumentRecord,
  drafts: readonly Draft[],
  site: RecordSite,
): DocumentRecord {
  const { entity, localization, now } = site
  const autosaves = typeof entity?.versions?.autosaveInterval === 'number'
  const mode = autosaves ? 'autosave' : entity?.versions?.drafts ? 'draft' : 'save'
  const queued = drafts.reduce((record, { changes, lost }) => {
    const locale = lastLocale(changes) ?? localization?.defaultLocale ?? null
    const parkedFor = autosaves ? {} : { parkedFor: problemOf('second-draft') }
    return queueChanges(record, { mode, locale, changes, lost, ...parkedFor }, site).record
  }, before)
  // Input that is no value yet is in no entry; of one field the latest input counts.
  const all = drafts.flatMap(({ typed = [] }) => typed)
  const typed = [...new Map(all.map((one) => [cellKey(one), one])).values()]
  if (typed.length === 0) return queued
  return { ...queued, draft: withFormContent(queued.draft, { changes: [], typed }, now) }
}

/** The locale of the last change that has one. */
export function lastLocale(changes: readonly Change[]): string | null {
  return changes.findLast((change) => change.locale !== null)?.locale ?? null
}
