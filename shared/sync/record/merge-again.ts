import { sameJson } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { fitOf } from './keep-unfit.ts'
import { putOnBase } from './put-on-base.ts'

/**
 * Merges a queue with conflicts again: another version, or another schema, may have parked them (SY7). Returns the
 * same record if nothing changes. Entries that do not fit the schema stay (SY13).
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
