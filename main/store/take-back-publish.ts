import { allows } from '../../shared/sync/ways-out.ts'
import { discard } from './discard.ts'
import { readEntry, updateEntry } from './outbox-rows.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Makes a queued publish the draft of its changes; one without changes ends. False where that is no way out of where it
 * is: it may be at the server already, what it waits for concerns a draft as well, or it is no more. A request that was
 * built for it meanwhile does not leave (see markSending).
 */
export function takeBackPublish(context: StoreContext, key: string): boolean {
  const { db, events, now } = context
  const entry = readEntry(db, key)
  if (!entry || !allows(entry, 'take-back-publish')) return false
  if (entry.changes.length === 0 && !entry.create) {
    discard(context, key)
    return true
  }
  // What it was parked for may not concern a draft; the server is asked anew.
  const kept = entry.problem?.code === 'conflict' ? { state: entry.state, problem: entry.problem } : null
  updateEntry(db, {
    ...entry,
    mode: 'draft',
    ...(kept ?? { state: 'waiting', problem: null }),
    updatedAt: now(),
  })
  events.changed(entry.ref)
  events.outbox()
  return true
}
