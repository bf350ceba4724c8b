import type { Field } from '../../cms/schema-model.ts'
import type { LostRows } from '../../document/change.ts'
import { changesBetween } from '../../document/diff.ts'
import { queuedDocument } from '../../document/effective.ts'
import { joinPath } from '../../document/path.ts'
import { lostRow } from '../../document/rebase.ts'
import type { Draft } from '../../ipc.ts'
import type { JsonObject } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'
import { rebaseQueue } from '../queue.ts'
import type { QueueRebaseOptions } from '../queue.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { sameJson } from '../../json.ts'
import { fitOf } from './keep-unfit.ts'

/**
 * Rebases all unsent work on another base. `record`: with the new base. `before`, `foreign`: see QueueRebaseOptions.
 * `ready`: an extra step per entry. `ended`: entries that the base already holds.
 */
export function putOnBase(
  record: DocumentRecord,
  {
    ready = (entry) => entry,
    before,
    foreign,
  }: Pick<QueueRebaseOptions, 'before' | 'foreign'> & { ready?: (entry: OutboxEntry) => OutboxEntry },
  { schema }: RecordSite,
): { record: DocumentRecord; ended: OutboxEntry[] } {
  const { base, entries, draft } = record
  const queue = entries.map(ready)
  const { adjusted } = base
  const rebased = rebaseQueue(schema, base.data, queue, { before, foreign, adjusted })
  const shown = queuedDocument(schema.fields, before, entries)
  const shows = queuedDocument(schema.fields, base.data, rebased.entries)
  return {
    record: { ...record, entries: rebased.entries, draft: withRowsGone(draft, schema.fields, shown, shows) },
    ended: queue.filter(({ key }) => rebased.ended.includes(key)),
  }
}

/**
 * Keeps removed rows in a draft, even ones without edits, as its form may edit them next (F53). `before`, `after`:
 * base and queue. `returned`: rows that the draft may have restored and that exist again.
 */
export function withRowsGone(
  draft: Draft | null,
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  returned: LostRows = {},
): Draft | null {
  if (draft === null) return null
  const lost = { ...returned, ...rowsGone(fields, before, after) }
  // An earlier lost version of a row wins: the edits were made in that version.
  return Object.keys(lost).length === 0 ? draft : { ...draft, lost: { ...lost, ...draft.lost } }
}

function rowsGone(fields: Field[], before: JsonObject, after: JsonObject): LostRows {
  const gone = changesBetween(fields, before, after).flatMap((change) => {
    if (change.kind === 'set') return []
    const { locale, path, from, removed } = change
    return Object.entries(removed).map(
      ([id, row]) => [joinPath(path, id), lostRow(locale, row, from, id)] as const,
    )
  })
  return Object.fromEntries(gone)
}

/**
 * Merges a queue with conflicts again: another version, or another schema, may have parked them (SY7). Returns the
 * same record if nothing changes, or if any entry does not fit the schema (SY13).
 */
export function mergeAgain(record: DocumentRecord, site: RecordSite): ReturnType<typeof putOnBase> {
  const { base, entries } = record
  const still = { record, ended: [] }
  if (site.entity === null || base.isGone || !entries.some(isInConflict)) return still
  if (entries.some((entry) => fitOf(entry, base.data, site).stays.length > 0)) return still
  const again = putOnBase(record, { before: base.data, foreign: false }, site)
  const now = new Map(again.record.entries.map((entry) => [entry.key, entry]))
  const asksTheSame = (entry: OutboxEntry): boolean =>
    sameJson(entry.problem?.conflicts ?? [], now.get(entry.key)?.problem?.conflicts ?? [])
  return entries.filter(isInConflict).every(asksTheSame) ? still : again
}

const isInConflict = ({ state, problem }: OutboxEntry): boolean =>
  state === 'parked' && problem?.code === 'conflict'
