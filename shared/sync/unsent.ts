import type { OutboxCounts, DocumentView } from '../ipc.ts'

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

/** Entries and moves in the outbox, whatever their state, and drafts of documents that are gone. */
export function countQueued({ waiting, sending, conflict, failed, failing }: OutboxCounts): number {
  return waiting + sending + conflict + failed + failing
}

/** Entries that are sent by themselves or when asked to, without a person's decision. */
export function countToSend({ waiting, sending, failing }: OutboxCounts): number {
  return waiting + sending + failing
}

/** Lines of the outbox: entries, and documents with edits that are not queued. */
export function countInOutbox(counts: OutboxCounts): number {
  return countQueued(counts) + counts.onThisComputer
}

/** Everything that the server does not have: the lines of the outbox, and forms that belong to no document. */
export function countUnsent(counts: OutboxCounts): number {
  return countInOutbox(counts) + counts.forms
}

/** Entries that a person should look at. */
export function countAttention({ conflict, failed, failing }: OutboxCounts): number {
  return conflict + failed + failing
}

/** Entries that are sent by themselves as soon as somebody is signed in. */
export function countSendable({ waiting, sending, failing }: OutboxCounts): number {
  return waiting + sending + failing
}

/** Number of edits and moves of a document that are not on the server. */
export function unsentOf({
  entries,
  moves,
  draft,
}: Pick<DocumentView, 'entries' | 'moves' | 'draft'>): number {
  return entries.length + moves.length + (draft === null || draft.changes.length === 0 ? 0 : 1)
}
