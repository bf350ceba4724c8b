import * as v from 'valibot'

/**
 * The known lock of an open document. `none`: nobody has it, or nobody knows. Times are durations at the time of the
 * answer, so that clocks need not agree (SY11).
 */
export const documentLock = v.variant('kind', [
  v.object({ kind: v.picklist(['none', 'mine']) }),
  v.object({
    kind: v.literal('other'),
    /** Display name of the user; null: the server does not tell. */
    by: v.nullable(v.string()),
    /** Milliseconds since they took it. */
    heldMs: v.number(),
    /** Milliseconds until the lock lapses unless they keep it alive. */
    lapsesInMs: v.number(),
    /** The lock was this user's until they took it over. */
    taken: v.boolean(),
  }),
])
export type DocumentLock = v.InferOutput<typeof documentLock>

/** A user of a site; ids are compared as texts. */
export type LockUser = { collection: string; id: string }

/** A lock as the server stores it. Its times are those of the server, in milliseconds since 1970. */
export type StoredLock = {
  id: string | number
  user: LockUser
  by: string | null
  createdAt: number
  updatedAt: number
}

/**
 * A lock as this user sees it. `lapsed`: an expired lock that is still stored. `ageMs`: time since its last sign of
 * life.
 */
export type JudgedLock =
  | { kind: 'none'; lapsed: StoredLock | null }
  | { kind: 'mine'; stored: StoredLock; ageMs: number }
  | { kind: 'other'; stored: StoredLock; heldMs: number; lapsesInMs: number }

/**
 * Judges whose lock a document has, by the server's times alone. `serverNow`: the server's clock when it sent
 * the lock. A lock of this user is `mine`, whatever program took it.
 */
export function judgeLock(
  stored: StoredLock | null,
  { me, serverNow, durationMs }: { me: LockUser; serverNow: number; durationMs: number },
): JudgedLock {
  if (stored === null) return { kind: 'none', lapsed: null }
  const ageMs = Math.max(0, serverNow - stored.updatedAt)
  if (ageMs > durationMs) return { kind: 'none', lapsed: stored }
  if (sameUser(stored.user, me)) return { kind: 'mine', stored, ageMs }
  const heldMs = Math.max(0, serverNow - stored.createdAt)
  return { kind: 'other', stored, heldMs, lapsesInMs: durationMs - ageMs }
}

export function sameUser(a: LockUser, b: LockUser): boolean {
  return a.collection === b.collection && a.id === b.id
}
