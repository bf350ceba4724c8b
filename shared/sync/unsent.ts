import type { OutboxCounts } from '../ipc.ts'

export const NOTHING_UNSENT: OutboxCounts = {
  waiting: 0,
  sending: 0,
  conflict: 0,
  failed: 0,
  failing: 0,
  onThisComputer: 0,
  forms: 0,
  differs: 0,
  bySlug: {},
}

/** Entries in the outbox, whatever their state. */
export function countQueued({ waiting, sending, conflict, failed, failing }: OutboxCounts): number {
  return waiting + sending + conflict + failed + failing
}

/** What goes out by itself, or when it is asked for: nobody has to decide before. */
export function countToSend({ waiting, sending, failing }: OutboxCounts): number {
  return waiting + sending + failing
}

/** What the outbox shows: entries, and documents with edits that no entry has. */
export function countInOutbox(counts: OutboxCounts): number {
  return countQueued(counts) + counts.onThisComputer
}

/** Everything on this computer that the server does not have: what the outbox shows, and forms that are of no document. */
export function countUnsent(counts: OutboxCounts): number {
  return countInOutbox(counts) + counts.forms
}

/** What somebody should look at. */
export function countAttention({ conflict, failed, failing }: OutboxCounts): number {
  return conflict + failed + failing
}

/** What goes by itself as soon as somebody is signed in; the rest needs a person, or is not saved yet. */
export function countSendable({ waiting, sending, failing }: OutboxCounts): number {
  return waiting + sending + failing
}
