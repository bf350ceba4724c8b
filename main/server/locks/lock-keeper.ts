import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { TakeOverResult } from '../../../shared/ipc.ts'
import { MAX_TIMER_MS } from '../../../shared/sync/delays.ts'
import type { DocumentLock } from '../../../shared/sync/document-lock.ts'
import { atMost } from '../http/time-limit.ts'
import {
  lockDuration,
  readJudged,
  sendAct,
  type LockOwner,
  type LockSite,
  type RequestAct,
} from './lock-requests.ts'
import {
  holderSeen,
  isSameToTell,
  isStale,
  nextOfLock,
  reduceLock,
  toldOf,
  unwatched,
  type LockEvent,
  type LockState,
} from './lock-state.ts'

/** Interval of beats, which read and renew a held lock; shorter for short locks, down to a minimum. */
const BEAT_MS = 10_000
const SHORTEST_BEAT_MS = 2000
/** Tries of a write if somebody else changed the lock between the read and the write. */
const TRIES = 3
/** Longest wait for released locks when signing out or closing; the rest lapse on the server. */
const RELEASE_MS = 1500

/** Monotonic milliseconds, and timers: `after` returns a function that stops one. */
export type LockClock = { now: () => number; after: (ms: number, run: () => void) => () => void }

/**
 * Locks documents like the web admin: an open, edited document is locked for others until it is closed. One request
 * per document at a time; a failed one changes nothing but the known state.
 */
export type LockKeeper = {
  /** A window shows the document for editing; ended by `close`. */
  open: (ref: DocRef) => void
  close: (ref: DocRef) => void
  /** Returns the lock of a document; asks the server if the known one is old. */
  look: (ref: DocRef) => Promise<DocumentLock>
  /** The document was edited. */
  edited: (ref: DocRef) => void
  /** Takes the lock over from whoever has it. */
  takeOver: (ref: DocRef) => Promise<TakeOverResult>
  /** The server accepted a write, and released its lock with it. */
  saved: (ref: DocRef) => void
  /** The server refused a write, since another user has the lock (423). */
  refused: (ref: DocRef) => void
  /** Returns the other user who has the lock, so that nothing is sent now; null: nobody, as far as is known. */
  holder: (ref: DocRef) => Promise<{ by: string | null } | null>
  /** The server can be reached again. */
  online: () => void
  /** Closes all documents. Resolves when their locks are released, or after a moment. */
  releaseAll: () => Promise<void>
}

type Watched = {
  ref: DocRef
  state: LockState
  /** True if another read was requested that has not started. */
  due: boolean
  running: Promise<void> | null
  stopTimer: () => void
}

const realClock: LockClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, MAX_TIMER_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

export type LockKeeperOptions = {
  site: LockSite
  /** The signed-in user; null: not known. */
  me: () => LockOwner | null
  connection: () => 'checking' | 'online' | 'offline' | 'signed-out'
  /** True if the document has unsent edits: its lock is kept until they have arrived. */
  hasUnsent: (ref: DocRef) => Promise<boolean>
  onChange: (ref: DocRef, lock: DocumentLock) => void
  clock?: LockClock
}

export function createLockKeeper(options: LockKeeperOptions): LockKeeper {
  const { site, me, connection, clock = realClock } = options
  const locks = createWatchedLocks(options)
  const { watch, happens, run } = locks

  /** Passes an event to a document that is watched. */
  function tell(ref: DocRef, event: LockEvent): void {
    const one = locks.find(ref)
    if (one) happens(one, event)
  }

  return {
    open: (ref) => void happens(watch(ref), { kind: 'opened' }),
    close: (ref) => tell(ref, { kind: 'closed' }),
    async look(ref) {
      const one = watch(ref)
      if (one.running) await one.running
      else if (isStale(one.state, beatOf(site, ref), clock.now())) await run(one)
      return toldOf(one.state.known, clock.now())
    },
    edited: (ref) => tell(ref, { kind: 'edited' }),
    async takeOver(ref) {
      const status = connection()
      if (status !== 'online') return { outcome: status === 'signed-out' ? 'signed-out' : 'offline' }
      const one = watch(ref)
      happens(one, { kind: 'taking' })
      await one.running
      happens(one, { kind: 'tookOver' })
      const { known, refusal } = one.state
      locks.schedule(one)
      return known.kind === 'mine' ? { outcome: 'done' } : { outcome: 'refused', message: refusal }
    },
    saved: (ref) => tell(ref, { kind: 'saved' }),
    refused: (ref) => tell(ref, { kind: 'refused' }),
    async holder(ref) {
      if (lockDuration(site, ref) === null) return null
      const one = locks.find(ref)
      const known = one === undefined ? null : holderSeen(one.state, beatOf(site, ref), clock.now())
      if (known !== null) return known
      // The server refuses a write of a locked document itself; for a global it accepts the write and releases the
      // lock, even that of a user who has just taken it over.
      if (ref.kind !== 'global') return null
      const judged = await readJudged(site, ref, me())
      return judged?.kind === 'other' ? { by: judged.stored.by } : null
    },
    online() {
      for (const one of locks.all()) happens(one, { kind: 'online' })
    },
    async releaseAll() {
      const all = locks.all()
      for (const one of all) happens(one, { kind: 'left' })
      await atMost(RELEASE_MS, Promise.all(all.map(run)))
    },
  }
}

function beatOf(site: LockSite, ref: DocRef): number {
  return Math.max(SHORTEST_BEAT_MS, Math.min(BEAT_MS, (lockDuration(site, ref) ?? BEAT_MS) / 3))
}

/** Holds the documents whose locks are watched, and runs one request at a time for each of them. */
function createWatchedLocks(options: LockKeeperOptions) {
  const { site, me, connection, hasUnsent, onChange, clock = realClock } = options
  const watched = new Map<string, Watched>()

  function watch(ref: DocRef): Watched {
    const found = watched.get(refKey(ref))
    if (found) return found
    const made: Watched = { ref, state: unwatched, due: false, running: null, stopTimer: () => undefined }
    watched.set(refKey(ref), made)
    return made
  }

  /** Handles an event. Returns the request to send; a read starts by itself. */
  function happens(one: Watched, event: LockEvent): RequestAct | null {
    const now = clock.now()
    const before = one.state.known
    const { state, act } = reduceLock(one.state, event, now)
    one.state = state
    if (!isSameToTell(before, state.known)) onChange(one.ref, toldOf(state.known, now))
    if (act?.kind !== 'look') return act
    void run(one)
    return null
  }

  /** Runs until no new read was requested; one request at a time. */
  function run(one: Watched): Promise<void> {
    one.due = true
    one.running ??= (async () => {
      try {
        let tries = TRIES
        while (one.due) {
          one.due = false
          if ((await step(one)) !== 'changed') tries = TRIES
          else if ((tries -= 1) > 0) one.due = true
        }
      } finally {
        one.running = null
        schedule(one)
      }
    })()
    return one.running
  }

  /**
   * Reads a lock and sends the request that follows. `changed`: somebody else changed the lock, so nothing
   * was done.
   */
  async function step(one: Watched): Promise<'changed' | void> {
    const { ref } = one
    const user = me()
    const durationMs = lockDuration(site, ref)
    if (connection() !== 'online' || user === null || durationMs === null)
      return void happens(one, { kind: 'unanswered' })
    if (one.state.opens === 0 && !one.state.taking)
      return perform(one, happens(one, { kind: 'unused' }), user)
    const judged = await readJudged(site, ref, user)
    if (judged === null) return void happens(one, { kind: 'unanswered' })
    return perform(one, happens(one, { kind: 'seen', judged, durationMs }), user)
  }

  async function perform(one: Watched, act: RequestAct | null, user: LockOwner): Promise<'changed' | void> {
    if (act === null) return
    if (act.kind === 'giveUp') {
      // If the store does not answer, the lock lapses by itself.
      if (act.unlessUnsent && (await hasUnsent(one.ref).catch(() => true))) return
      return perform(one, happens(one, { kind: 'givenUp', own: act.own }), user)
    }
    const event = await sendAct(site, one.ref, { act, user })
    if (event === 'changed') return 'changed'
    if (event !== null) happens(one, event)
  }

  function schedule(one: Watched): void {
    one.stopTimer()
    const next = nextOfLock(one.state, beatOf(site, one.ref), clock.now())
    if (next?.kind === 'forget') watched.delete(refKey(one.ref))
    else if (next !== null)
      one.stopTimer = clock.after(next.afterMs, () =>
        next.kind === 'beat' ? void happens(one, { kind: 'beat' }) : void run(one),
      )
  }

  return {
    watch,
    find: (ref: DocRef) => watched.get(refKey(ref)),
    all: () => [...watched.values()],
    happens,
    run,
    schedule,
  }
}
