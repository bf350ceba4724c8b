import type { DocumentLock } from '../../shared/sync/document-lock.ts'

/** A lock as it is shown: its times as this computer's clock would have had them, which nothing is decided by (SY11). */
export type ShownLock =
  | { kind: 'none' | 'mine' }
  | { kind: 'other'; by: string | null; since: string; until: string; taken: boolean }

export function shownLock(lock: DocumentLock): ShownLock {
  if (lock.kind !== 'other') return lock
  const { by, heldMs, lapsesInMs, taken } = lock
  return { kind: 'other', by, since: fromNow(-heldMs), until: fromNow(lapsesInMs), taken }
}

/** The time so many milliseconds from now, for a text. */
export function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}
