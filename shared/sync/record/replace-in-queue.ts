import { applyChanges } from '../../document/apply.ts'
import { queuedDocument } from '../../document/effective.ts'
import { returnedRows } from '../../document/rebase.ts'
import { givenUpBetween, withAdjustments } from '../../document/server-adjusted.ts'
import type { OutboxEntry } from '../entry.ts'
import { rebaseQueue } from '../queue.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { withRowsGone } from './put-on-base.ts'

/** Removes (null) or replaces an entry, and rebases the entries behind it and the draft. */
export function replaceInQueue(
  record: DocumentRecord,
  key: string,
  is: OutboxEntry | null,
  { schema }: RecordSite,
): DocumentRecord {
  const { base, entries, draft } = record
  const { fields } = schema
  const index = entries.findIndex((entry) => entry.key === key)
  const was = entries[index]
  if (was === undefined) return record
  const under = queuedDocument(fields, base.data, entries.slice(0, index))
  const before = applyChanges(fields, under, was.changes)
  const after = is ? applyChanges(fields, under, is.changes) : under
  const givenUp = givenUpBetween(fields, before, after, was.problem?.conflicts ?? [])
  const adjusted = withAdjustments(base.adjusted, givenUp)
  const behind = entries.slice(index + 1)
  const lost = returnedRows(fields, was.changes, before, after)
  const rebased = rebaseQueue(schema, after, behind, { foreign: false, before, adjusted, lost })
  const shown = queuedDocument(fields, before, behind)
  const shows = queuedDocument(fields, after, rebased.entries)
  return {
    base: givenUp.length === 0 ? base : { ...base, adjusted },
    entries: [...entries.slice(0, index), ...(is === null ? [] : [is]), ...rebased.entries],
    draft: withRowsGone(draft, fields, shown, shows, lost),
  }
}
