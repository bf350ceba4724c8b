import { isUnderWay } from '../entry.ts'
import type { OutboxEntry } from '../entry.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { replaceEntry } from './document-record.ts'
import { applyChanges } from '../../document/apply.ts'
import { queuedDocument } from '../../document/effective.ts'
import { returnedRows } from '../../document/rebase.ts'
import { givenUpBetween, withAdjustments } from '../../document/server-adjusted.ts'
import { rebaseQueue } from '../queue.ts'
import { withRowsGone } from './put-on-base.ts'

/**
 * Removes an entry, and those of the same save behind it, which are one step for a person (DM2). Edits on top are
 * compared with the document without them.
 */
export function discardEntry(record: DocumentRecord, key: string, site: RecordSite): DocumentRecord {
  return discardAll(record, stepOf(record.entries, key), site)
}

/** Forgets entries, the last one first. */
export function discardAll(
  record: DocumentRecord,
  entries: readonly OutboxEntry[],
  site: RecordSite,
): DocumentRecord {
  return entries.reduceRight((left, { key }) => replaceInQueue(left, key, null, site), record)
}

/** Returns an entry and those of the same save behind it that were not sent (DM2). */
export function stepOf(entries: readonly OutboxEntry[], key: string): OutboxEntry[] {
  const at = entries.findIndex((entry) => entry.key === key)
  const entry = entries[at]
  if (entry === undefined) return []
  return entries.filter(
    (item, index) =>
      item === entry ||
      (entry.group !== null && item.group === entry.group && index > at && !isUnderWay(item)),
  )
}

/** Turns a queued publish into the draft of its changes; one without changes ends. */
export function takeBackPublish(
  record: DocumentRecord,
  entry: OutboxEntry,
  site: RecordSite,
): DocumentRecord {
  if (entry.changes.length === 0 && !entry.create) return discardEntry(record, entry.key, site)
  // The problem may not concern a draft, so the server is asked again.
  const kept = entry.problem?.code === 'conflict' ? {} : ({ state: 'waiting', problem: null } as const)
  return replaceEntry(record, entry.key, [{ ...entry, mode: 'draft', ...kept }])
}

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
