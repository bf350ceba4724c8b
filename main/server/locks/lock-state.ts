import type { DocumentLock, JudgedLock, StoredLock } from '../../../shared/sync/document-lock.ts'

/** Age up to which a read is fresh enough for a caller. */
const FRESH_MS = 2000
/** A save releases its user's lock until it is taken again, so a free lock is believed only after this time. */
const SECOND_LOOK_MS = 2000
/** Time without an edit after which a lock is no longer kept alive, so that an absent user keeps nobody out. */
const IDLE_MS = 15 * 60_000
/** Shortest time between two reads, as the server's times are in seconds. */
const SOONEST_MS = 1000

/**
 * The known lock. `seenAt`: time of the last read; `madeAt`: by the server's clock, which tells one lock from
 * another.
 */
export type Known =
  | { kind: 'none' }
  | { kind: 'mine'; madeAt: number; seenAt: number; lapsesAt: number }
  | {
      kind: 'other'
      user: string
      by: string | null
      since: number
      seenAt: number
      lapsesAt: number
      taken: boolean
    }

/** The known state of a document's lock, and the wanted one. */
export type LockState = {
  /** Number of windows that show the document. */
  opens: number
  /** True while a person edits the document, so that its lock is wanted. */
  wanted: boolean
  editedAt: number
  /** True while a person takes the lock over. */
  taking: boolean
  /** The server's reason for refusing the lock. */
  refusal: string
  /** The lock that was created or taken over here, to be released later. */
  own: StoredLock['id'] | null
  known: Known
  /** Time when the lock was first seen to be free; null: it was not. */
  freeAt: number | null
  /** True if the server was out of reach since the lock was last seen to be mine. */
  interrupted: boolean
  /** True once the window or the account has ended: the lock is released even with unsent edits. */
  leaving: boolean
  lookedAt: number
}

export const unwatched: LockState = {
  opens: 0,
  wanted: false,
  editedAt: Number.NEGATIVE_INFINITY,
  taking: false,
  refusal: '',
  own: null,
  known: { kind: 'none' },
  freeAt: null,
  interrupted: false,
  leaving: false,
  lookedAt: Number.NEGATIVE_INFINITY,
}

export type LockEvent =
  /** A window opened or closed the document; or the window or the account ended. */
  | { kind: 'opened' | 'closed' | 'left' }
  | { kind: 'edited' }
  /** The person takes the lock over; or the result of the takeover was reported. */
  | { kind: 'taking' | 'tookOver' }
  /** The server accepted a write and released the lock with it; or refused one since another user has it. */
  | { kind: 'saved' | 'refused' }
  /** The server can be reached again. */
  | { kind: 'online' }
  /** The next beat of a wanted lock is due. */
  | { kind: 'beat' }
  /** The server cannot be asked, or does not answer. */
  | { kind: 'unanswered' }
  /** No window shows the document, and a read is due. */
  | { kind: 'unused' }
  | { kind: 'seen'; judged: JudgedLock; durationMs: number }
  /** The lock was created or taken over; or that failed. */
  | { kind: 'made'; id: StoredLock['id']; madeAt: number; durationMs: number }
  | { kind: 'notMade'; refusal: string }
  /** No unsent edit needs the lock any more; or the server has released it. */
  | { kind: 'givenUp'; own: StoredLock['id'] }
  | { kind: 'givenBack' }

/** The next request about the lock. `giveUp` with `unlessUnsent`: only if the document has no unsent edits. */
export type LockAct =
  | { kind: 'look' }
  | { kind: 'take' }
  | { kind: 'takeFrom' | 'renew'; stored: StoredLock }
  | { kind: 'giveUp'; own: StoredLock['id']; unlessUnsent: boolean }
  | { kind: 'giveBack'; own: StoredLock['id'] }

export type LockStep = { state: LockState; act: LockAct | null }

/** The next state of a lock after an event, and the request to send. `now`: of a monotonic clock. */
export function reduceLock(state: LockState, event: LockEvent, now: number): LockStep {
  switch (event.kind) {
    case 'opened':
      return { state: { ...state, opens: state.opens + 1, leaving: false }, act: null }
    case 'closed': {
      if (state.opens === 0) return { state, act: null }
      const opens = state.opens - 1
      return { state: { ...state, opens }, act: opens === 0 ? LOOK : null }
    }
    case 'left':
      return { state: { ...state, opens: 0, leaving: true }, act: null }
    case 'edited': {
      if (state.opens === 0) return { state, act: null }
      const edited = { ...state, editedAt: now }
      if (state.wanted || state.known.kind === 'other') return { state: edited, act: null }
      return { state: { ...edited, wanted: true }, act: LOOK }
    }
    case 'taking':
      return { state: { ...state, taking: true, refusal: '' }, act: LOOK }
    case 'tookOver':
      return { state: { ...state, taking: false }, act: null }
    case 'saved':
      return {
        state: { ...state, own: null },
        act: state.wanted || state.known.kind === 'mine' ? LOOK : null,
      }
    case 'refused':
      return { state, act: state.opens > 0 ? LOOK : null }
    case 'online':
      return {
        state: { ...state, interrupted: true },
        act: state.opens > 0 || state.own !== null ? LOOK : null,
      }
    case 'beat':
      return { state: now - state.editedAt > IDLE_MS ? { ...state, wanted: false } : state, act: LOOK }
    case 'unanswered':
      return { state: withoutLapsed(state, now), act: null }
    case 'unused': {
      const left = { ...withoutLapsed(state, now), wanted: false }
      const { own, leaving } = left
      return { state: left, act: own === null ? null : { kind: 'giveUp', own, unlessUnsent: !leaving } }
    }
    case 'seen':
      return seen({ ...state, lookedAt: now }, event, now)
    case 'made': {
      const isTaken = state.taking && state.opens > 0
      const made = { ...state, own: event.id, ...(isTaken && { wanted: true, editedAt: now }) }
      return { state: mine(made, event.madeAt, event.durationMs, now), act: null }
    }
    case 'notMade':
      return { state: { ...state, refusal: event.refusal }, act: null }
    case 'givenUp':
      // Since then somebody opened the document, or another lock was created.
      if (state.opens > 0 || state.own !== event.own) return { state, act: null }
      return { state: { ...state, own: null }, act: { kind: 'giveBack', own: event.own } }
    case 'givenBack':
      return { state: state.known.kind === 'mine' ? { ...state, known: NONE } : state, act: null }
    default:
      return event satisfies never
  }
}

const LOOK: LockAct = { kind: 'look' }
const NONE: Known = { kind: 'none' }

function seen(
  state: LockState,
  { judged, durationMs }: Extract<LockEvent, { kind: 'seen' }>,
  now: number,
): LockStep {
  switch (judged.kind) {
    case 'mine': {
      const { stored, ageMs } = judged
      const own = state.own === stored.id ? state.own : null
      const isOld = state.wanted && ageMs > durationMs / 4
      return {
        state: mine({ ...state, own }, stored.createdAt, durationMs - ageMs, now),
        act: isOld ? { kind: 'renew', stored } : null,
      }
    }
    case 'other':
      if (state.taking)
        return { state: { ...state, freeAt: null }, act: { kind: 'takeFrom', stored: judged.stored } }
      return { state: lost(state, judged, now), act: null }
    case 'none':
      if (state.wanted || state.taking) return { state, act: { kind: 'take' } }
      return { state: free(state, judged.lapsed !== null, now), act: null }
    default:
      return judged satisfies never
  }
}

function mine(state: LockState, madeAt: number, lastsMs: number, now: number): LockState {
  const known: Known = { kind: 'mine', madeAt, seenAt: now, lapsesAt: now + lastsMs }
  return { ...state, freeAt: null, interrupted: false, known }
}

/**
 * Handles a free lock. If another user was known to have it, that is believed at a read SECOND_LOOK_MS later, or at
 * once if the lock had expired.
 */
function free(state: LockState, isLapsed: boolean, now: number): LockState {
  if (state.known.kind === 'other' && !isLapsed) {
    const freeAt = state.freeAt ?? now
    if (now - freeAt < SECOND_LOOK_MS) return { ...state, freeAt }
  }
  return { ...state, freeAt: null, known: NONE }
}

function lost(state: LockState, lock: Extract<JudgedLock, { kind: 'other' }>, now: number): LockState {
  const { known, wanted, interrupted } = state
  const { stored } = lock
  const user = `${stored.user.collection} ${stored.user.id}`
  const before = known.kind === 'other' && known.user === user ? known : null
  // A lock that is taken over keeps its creation time, or is new if a save released it. After an interruption
  // mine may have lapsed instead.
  const isTaken =
    known.kind === 'mine' &&
    now < known.lapsesAt &&
    (known.madeAt === stored.createdAt || (wanted && !interrupted))
  // A lock that was taken over keeps its creation time, so the new holder cannot have had it before the last read.
  const since = Math.max(now - lock.heldMs, known.kind === 'none' ? Number.NEGATIVE_INFINITY : known.seenAt)
  return {
    ...state,
    freeAt: null,
    wanted: false,
    own: null,
    known: {
      kind: 'other',
      user,
      by: stored.by,
      since: before?.since ?? since,
      seenAt: now,
      lapsesAt: now + lock.lapsesInMs,
      taken: before?.taken ?? isTaken,
    },
  }
}

/** Drops a lock that has expired: the server has reported no renewal for its whole duration. */
function withoutLapsed(state: LockState, now: number): LockState {
  const seenAnew = { ...state, freeAt: null }
  if (state.known.kind === 'none' || state.known.lapsesAt > now) return seenAnew
  return { ...seenAnew, own: null, known: NONE }
}

/**
 * The next step: a beat while the lock is wanted or to be released, otherwise a read at the end of the known time.
 * `forget`: nobody needs the lock any more.
 */
export function nextOfLock(
  { known, own, opens, leaving, wanted, freeAt }: LockState,
  beatMs: number,
  now: number,
): { kind: 'forget' } | { kind: 'beat' | 'look'; afterMs: number } | null {
  if (known.kind !== 'other' && opens === 0 && (own === null || leaving)) return { kind: 'forget' }
  if (known.kind !== 'other' && (wanted || opens === 0)) return { kind: 'beat', afterMs: beatMs }
  if (known.kind === 'none') return null
  const at = freeAt === null ? known.lapsesAt : freeAt + SECOND_LOOK_MS
  return { kind: 'look', afterMs: Math.max(SOONEST_MS, at - now) }
}

/** True if a caller needs a new read. A lock that is read with each beat counts as fresh in between. */
export function isStale({ lookedAt, wanted }: LockState, beatMs: number, now: number): boolean {
  return now - lookedAt >= (wanted ? 2 * beatMs : FRESH_MS)
}

/** The other user who was seen to have the lock a moment ago; null: nobody, or not known. */
export function holderSeen(
  { known, lookedAt }: LockState,
  beatMs: number,
  now: number,
): Extract<Known, { kind: 'other' }> | null {
  return known.kind === 'other' && now - lookedAt < 2 * beatMs ? known : null
}

/** The lock as it is shown to a person. */
export function toldOf(known: Known, now: number): DocumentLock {
  if (known.kind !== 'other') return { kind: known.kind }
  const { by, since, lapsesAt, taken } = known
  return { kind: 'other', by, heldMs: now - since, lapsesInMs: Math.max(0, lapsesAt - now), taken }
}

/** True if two locks look the same to a person, apart from times. */
export function isSameToTell(a: Known, b: Known): boolean {
  if (a.kind !== 'other' || b.kind !== 'other') return a.kind === b.kind
  return a.user === b.user && a.by === b.by && a.taken === b.taken
}
