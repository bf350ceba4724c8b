import type { DocumentLock } from '../../shared/sync/document-lock.ts'

/** A lock with times for display, by this computer's clock; nothing is decided by them (SY11). */
export type ShownLock =
  | { kind: 'none' | 'mine' }
  | { kind: 'other'; by: string | null; since: string; until: string; taken: boolean }

export function shownLock(lock: DocumentLock): ShownLock {
  if (lock.kind !== 'other') return lock
  const { by, heldMs, lapsesInMs, taken } = lock
  return { kind: 'other', by, since: fromNow(-heldMs), until: fromNow(lapsesInMs), taken }
}

/** Returns the ISO time in `ms` milliseconds, for display. */
export function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}
