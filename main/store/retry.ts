import type { Change } from '../../shared/document/change.ts'
import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import { sameJson } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { isFailing } from '../../shared/sync/queue.ts'
import { choose } from '../../shared/sync/record/choose.ts'
import type { StoredDocument } from './documents.ts'
import { readDocument } from './documents.ts'
import { readEntries, readEntry, updateEntry } from './outbox-rows.ts'
import { changeRecord } from './record.ts'
import { missingReferences } from './references.ts'
import { refuseUnless } from './refuse-unless.ts'
import { released } from './schema-gone.ts'
import type { StoreContext } from './store-context.ts'
import { StoreError } from './store-error.ts'

/**
 * Lets a parked entry go again (SY7, SY10), or a failing one at once. A conflict needs a side for each of its fields:
 * 'mine' overwrites what is there, 'theirs' drops the change, 'both' keeps both where both can stand, an answer for each
 * of its parts merges the value. Throws
 * `incomplete-choices`, and `refused` where that is no way out of where it is; nothing happens where it goes anyway, or
 * where what was decided is no conflict any more, or not the one that was shown.
 */
export function retry(
  context: StoreContext,
  { key, choices, shown }: CallInput<'outbox.retry'>,
): CallOutput<'outbox.retry'> {
  const { db, events, now } = context
  const entry = readEntry(db, key)
  const document = entry && readDocument(db, entry.ref)
  if (!entry || !document) return { outcome: 'released' }
  const isConflict = entry.problem?.code === 'conflict'
  if (!isConflict && Object.keys(choices).length > 0) return { outcome: 'changed' }
  if (entry.state !== 'parked' && !isFailing(entry)) return { outcome: 'released' }
  refuseUnless(entry, isConflict ? 'decide' : 'retry')
  if (!isAsShown(entry, shown)) return { outcome: 'changed' }
  events.changed(entry.ref)
  events.outbox()
  if (entry.state !== 'parked')
    updateEntry(db, {
      ...entry,
      ...released(entry, document),
      state: entry.state,
      attempts: 0,
      updatedAt: now(),
    })
  else if (isConflict) {
    const twice = resolve(context, document, entry, choices)
    if (twice.length > 0) return { outcome: 'released', twice }
  } else if (entry.problem?.code === 'gone') retryAllGone(context, document)
  else release(context, document, entry)
  return { outcome: 'released' }
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

/** Answers what made rows stand twice. Throws `incomplete-choices`. */
function resolve(
  context: StoreContext,
  document: StoredDocument,
  entry: OutboxEntry,
  choices: CallInput<'outbox.retry'>['choices'],
): Change[] {
  let twice: Change[] = []
  changeRecord(context, document, (record, site) => {
    const chosen = choose(record, entry, choices, site)
    if (chosen === null)
      throw new StoreError('incomplete-choices', 'Each part in conflict needs a choice that can be')
    twice = chosen.twice
    return chosen.record
  })
  return twice
}

/** They parked together; one that stayed behind would hold up the others. */
function retryAllGone(context: StoreContext, document: StoredDocument): void {
  const parked = readEntries(context.db, document.ref).filter((item) => item.problem?.code === 'gone')
  for (const item of parked) release(context, document, item)
}

function release({ db, now }: StoreContext, document: StoredDocument, entry: OutboxEntry): void {
  const missing = missingReferences(db, entry)
  const next = missing ? { problem: missing } : released(entry, document)
  updateEntry(db, { ...entry, ...next, updatedAt: now() })
}
