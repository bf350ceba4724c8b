import { cellKey, type Change } from '../../document/change.ts'
import { effectiveDocument } from '../../document/effective.ts'
import { shownConflicts, type ShownConflict } from '../../document/shown-conflict.ts'
import type { CallInput } from '../../ipc.ts'
import { sameJson } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'
import { isFailing } from '../queue.ts'
import { allows } from '../ways-out.ts'
import { choose } from './choose.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { release } from './attempt.ts'

export type Retried = {
  record: DocumentRecord
  result: 'released' | 'changed' | 'refused' | 'incomplete-choices'
  /** The changes that keep both versions of rows. */
  twice: Change[]
}

/**
 * Releases a parked or failing entry (SY7, SY10); each conflict needs a side, as in the contract's `outbox.retry`.
 * `refused`: not possible in its state. No effect if it is sent anyway, or the conflicts are not the shown ones.
 */
export function retry(record: DocumentRecord, input: CallInput<'outbox.retry'>, site: RecordSite): Retried {
  const { key, choices, shown = null } = input
  const still = (result: Retried['result']): Retried => ({ record, result, twice: [] })
  const entry = record.entries.find((one) => one.key === key)
  if (entry === undefined) return still('released')
  const code = entry.problem?.code
  if (code !== 'conflict' && Object.keys(choices).length > 0) return still('changed')
  if (entry.state !== 'parked' && !isFailing(entry)) return still('released')
  if (!allows(entry, code === 'conflict' ? 'decide' : 'retry')) return still('refused')
  const conflicts = conflictsNow(record, entry, site)
  if (shown !== null && !conflicts.every((one) => isAsShown(one, shown))) return still('changed')
  if (code === 'conflict') {
    // A later value is left undecided if the person did not see it.
    const asked = conflicts.map((one) => (isNowSeen(one, shown ?? []) ? one : withoutNow(one)))
    const chosen = choose(record, entry, asked, input, site)
    return chosen === null ? still('incomplete-choices') : { ...chosen, result: 'released' }
  }
  // These entries were parked together; one that stayed parked would hold up the others.
  const together = code === 'gone' ? record.entries.filter(({ problem }) => problem?.code === code) : [entry]
  return { ...still('released'), record: together.reduce((left, one) => release(left, one.key), record) }
}

/** The conflicts of an entry, each with the present value by entries behind it and the draft. */
function conflictsNow(
  { base, entries, draft }: DocumentRecord,
  { problem }: OutboxEntry,
  { schema }: RecordSite,
): ShownConflict[] {
  const conflicts = problem?.conflicts ?? []
  if (conflicts.length === 0) return []
  const layers = { base: base.data, entries, draft, adjusted: base.adjusted }
  return shownConflicts(schema.fields, effectiveDocument(schema, layers).data, conflicts)
}

/** True if the conflict is as it was shown. A choice says nothing of a value that came later. */
function isAsShown(conflict: ShownConflict, shown: readonly ShownConflict[]): boolean {
  const seen = shown.find((one) => cellKey(one) === cellKey(conflict))
  return (
    seen !== undefined &&
    sameJson(seen.base, conflict.base) &&
    sameJson(seen.mine, conflict.mine) &&
    sameJson(seen.theirs, conflict.theirs) &&
    (seen.now === undefined || sameJson(seen.now, conflict.now ?? conflict.mine))
  )
}

function isNowSeen(conflict: ShownConflict, shown: readonly ShownConflict[]): boolean {
  return shown.some((one) => cellKey(one) === cellKey(conflict) && one.now !== undefined)
}

function withoutNow({ now: _now, ...conflict }: ShownConflict): ShownConflict {
  return conflict
}
