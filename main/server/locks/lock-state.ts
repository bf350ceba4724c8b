import type { DocumentLock, JudgedLock, StoredLock } from '../../../shared/sync/document-lock.ts'

/** For how long an answer is good enough for who asks. */
const FRESH_MS = 2000
/** A save ends the lock of who made it, until it is taken again: only after so long nobody has it. */
const SECOND_LOOK_MS = 2000
/** After so long without an edit a lock is not kept alive any more: whoever went away keeps nobody out. */
const IDLE_MS = 15 * 60_000
/** The server dates to the second: asked at once it would say the same. */
const SOONEST_MS = 1000

/** `seenAt`: when the server said so last; `madeAt`: by the server's clock, which tells one lock from another. */
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

/** The lock of one document, as far as it is known here, and what is wanted of it. */
export type LockState = {
  /** How many windows show the document. */
  opens: number
  /** It was edited since it was opened: its lock is wanted. */
  wanted: boolean
  editedAt: number
  /** A person wants it from whoever has it. */
  taking: boolean
  /** Why the server did not give it. */
  refusal: string
  /** The lock that was made or taken here, which is given back. */
  own: StoredLock['id'] | null
  known: Known
  /** When it was seen first that nobody has it any more; null: it was not. */
  freeAt: number | null
  /** The server was away since the lock was last seen to be mine. */
  interrupted: boolean
  /** The window or the account has ended: its lock is given back whatever is unsent. */
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
  /** A window shows the document, or does not any more; the account ends. */
  | { kind: 'opened' | 'closed' | 'left' }
  | { kind: 'edited' }
  /** The person takes it over; what came of that was told. */
  | { kind: 'taking' | 'tookOver' }
  /** The server took a write and has given up the lock with that; it refused one as somebody else has it. */
  | { kind: 'saved' | 'refused' }
  /** The server can be reached again. */
  | { kind: 'online' }
  /** Time to look, while it is wanted. */
  | { kind: 'beat' }
  /** Nothing can be asked of the server, or it does not answer. */
  | { kind: 'unanswered' }
  /** Nobody shows the document, and a look is due. */
  | { kind: 'unused' }
  | { kind: 'seen'; judged: JudgedLock; durationMs: number }
  /** What came of making or taking it. */
  | { kind: 'made'; id: StoredLock['id']; madeAt: number; durationMs: number }
  | { kind: 'notMade'; refusal: string }
  /** Nothing that is unsent needs it; the server has been told. */
  | { kind: 'givenUp'; own: StoredLock['id'] }
  | { kind: 'givenBack' }

/** What is to be done next about the lock. `giveUp`: where `unlessUnsent`, only if nothing waits to be sent. */
export type LockAct =
  | { kind: 'look' }
  | { kind: 'take' }
  | { kind: 'takeFrom' | 'renew'; stored: StoredLock }
  | { kind: 'giveUp'; own: StoredLock['id']; unlessUnsent: boolean }
  | { kind: 'giveBack'; own: StoredLock['id'] }

export type LockStep = { state: LockState; act: LockAct | null }

/** What becomes of a lock by something that happens, and what is to be done about it. `now`: of a clock that never jumps. */
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
      // Somebody opened the document, or another lock was made, since that was to be done.
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

/** Nobody has it: believed at the second look, or where its time was over. */
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
  // Whoever takes a lock over takes that very one, or another one since, as their saves end it. Where the server was
  // away meanwhile, mine may have ended by itself.
  const isTaken =
    known.kind === 'mine' &&
    now < known.lapsesAt &&
    (known.madeAt === stored.createdAt || (wanted && !interrupted))
  // One that was taken over keeps the time at which it was first made: until it was seen last, it was not theirs.
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

/** The server does not say anything new of a lock, and has not for as long as it lasts: it is over. */
function withoutLapsed(state: LockState, now: number): LockState {
  const seenAnew = { ...state, freeAt: null }
  if (state.known.kind === 'none' || state.known.lapsesAt > now) return seenAnew
  return { ...seenAnew, own: null, known: NONE }
}

/**
 * What is due next: a beat while the lock is wanted or to be given back, otherwise a look at the end of what is known.
 * `forget`: nobody needs to know of the lock any more.
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

/** Whether who asks has to be told by the server. What is looked at with each beat is not asked for in between. */
export function isStale({ lookedAt, wanted }: LockState, beatMs: number, now: number): boolean {
  return now - lookedAt >= (wanted ? 2 * beatMs : FRESH_MS)
}

/** Who else has it, as it was seen a moment ago; null: nobody, or nobody knows. */
export function holderSeen(
  { known, lookedAt }: LockState,
  beatMs: number,
  now: number,
): Extract<Known, { kind: 'other' }> | null {
  return known.kind === 'other' && now - lookedAt < 2 * beatMs ? known : null
}

/** What a person is told of it. */
export function toldOf(known: Known, now: number): DocumentLock {
  if (known.kind !== 'other') return { kind: known.kind }
  const { by, since, lapsesAt, taken } = known
  return { kind: 'other', by, heldMs: now - since, lapsesInMs: Math.max(0, lapsesAt - now), taken }
}

/** Whether a person would be told the same, but for the times. */
export function isSameToTell(a: Known, b: Known): boolean {
  if (a.kind !== 'other' || b.kind !== 'other') return a.kind === b.kind
  return a.user === b.user && a.by === b.by && a.taken === b.taken
}
