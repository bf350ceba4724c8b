import type { Change } from '../../document/change.ts'
import type { CallInput } from '../../ipc.ts'
import { sameJson } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'
import { isFailing } from '../queue.ts'
import { allows } from '../ways-out.ts'
import { choose } from './choose.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { release } from './release.ts'

export type Retried = {
  record: DocumentRecord
  result: 'released' | 'changed' | 'refused' | 'incomplete-choices'
  /** What made rows stand twice. */
  twice: Change[]
}

/**
 * Lets an entry go again that waits for a person (SY7, SY10), or that keeps failing. A conflict needs a side for each of
 * its fields: 'mine' overwrites what is there, 'theirs' drops the change, 'both' keeps both where both can stand, an
 * answer for each of its parts merges the value. `refused` where that is no way out of where it is; nothing happens where
 * it goes anyway, or where what was decided is no conflict any more, or not the one that was shown.
 */
export function retry(
  record: DocumentRecord,
  { key, choices, shown }: CallInput<'outbox.retry'>,
  site: RecordSite,
): Retried {
  const still = (result: Retried['result']): Retried => ({ record, result, twice: [] })
  const entry = record.entries.find((one) => one.key === key)
  if (entry === undefined) return still('released')
  const code = entry.problem?.code
  if (code !== 'conflict' && Object.keys(choices).length > 0) return still('changed')
  if (entry.state !== 'parked' && !isFailing(entry)) return still('released')
  if (!allows(entry, code === 'conflict' ? 'decide' : 'retry')) return still('refused')
  if (!isAsShown(entry, shown)) return still('changed')
  if (code === 'conflict') {
    const chosen = choose(record, entry, choices, site)
    return chosen === null ? still('incomplete-choices') : { ...chosen, result: 'released' }
  }
  // They parked together; one that stayed behind would hold up the others.
  const together = code === 'gone' ? record.entries.filter(({ problem }) => problem?.code === code) : [entry]
  return { ...still('released'), record: together.reduce((left, one) => release(left, one.key), record) }
}

/** A choice is made between two values; it says nothing of a third one that came since. */
function isAsShown({ problem }: OutboxEntry, shown: CallInput<'outbox.retry'>['shown']): boolean {
  if (shown === undefined) return true
  return (problem?.conflicts ?? []).every(({ path, locale, base, mine, theirs }) =>
    shown.some(
      (one) =>
        one.path === path &&
        one.locale === locale &&
        sameJson(one.base, base) &&
        sameJson(one.mine, mine) &&
        sameJson(one.theirs, theirs),
    ),
  )
}
