import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { read, readList } from '../../../shared/cms/read-value.ts'
import type { TakeOverResult } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { MAX_TIMER_MS } from '../../../shared/sync/delays.ts'
import {
  judgeLock,
  type DocumentLock,
  type JudgedLock,
  type StoredLock,
} from '../../../shared/sync/document-lock.ts'
import { siteId } from '../../../shared/cms/site-id.ts'
import { atMost } from '../http/time-limit.ts'
import { queryString } from '../http/document-query.ts'
import { serverWords } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import {
  holderSeen,
  isSameToTell,
  isStale,
  nextOfLock,
  reduceLock,
  toldOf,
  unwatched,
  type LockAct,
  type LockEvent,
  type LockState,
} from './lock-state.ts'
import { LOCKS_PATH, lockOf, namedInLock, readLock } from './read-lock.ts'

/** Interval of beats for a held lock; shorter for short locks, down to a minimum. */
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

/** The requests to the server that follow from a read. */
type RequestAct = Exclude<LockAct, { kind: 'look' }>

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

export function createLockKeeper(options: {
  site: Pick<SiteContext, 'client' | 'schema'>
  /** The signed-in user with the id as the site has it; null: not known. */
  me: () => { collection: string; id: string | number } | null
  connection: () => 'checking' | 'online' | 'offline' | 'signed-out'
  /** True if the document has unsent edits: its lock is kept until they have arrived. */
  hasUnsent: (ref: DocRef) => Promise<boolean>
  onChange: (ref: DocRef, lock: DocumentLock) => void
  clock?: LockClock
}): LockKeeper {
  const { site, me, connection, hasUnsent, onChange, clock = realClock } = options
  const watched = new Map<string, Watched>()

  const durationOf = (ref: DocRef): number | null => entityOf(site.schema(), ref)?.lockMs ?? null
  const beatOf = (ref: DocRef): number =>
    Math.max(SHORTEST_BEAT_MS, Math.min(BEAT_MS, (durationOf(ref) ?? BEAT_MS) / 3))

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

  /** Runs one request. `changed`: somebody else changed the lock, so nothing was done. */
  async function step(one: Watched): Promise<'changed' | void> {
    const { ref } = one
    const user = me()
    const durationMs = durationOf(ref)
    if (connection() !== 'online' || user === null || durationMs === null)
      return void happens(one, { kind: 'unanswered' })
    if (one.state.opens === 0 && !one.state.taking)
      return perform(one, happens(one, { kind: 'unused' }), user)
    const judged = await readJudged(ref)
    if (judged === null) return void happens(one, { kind: 'unanswered' })
    return perform(one, happens(one, { kind: 'seen', judged, durationMs }), user)
  }

  async function perform(one: Watched, act: RequestAct | null, user: User): Promise<'changed' | void> {
    switch (act?.kind) {
      case 'take':
        return take(one, user)
      case 'takeFrom': {
        const answer = await patch(one.ref, act.stored, { user: named(user) })
        return hasMatchedNothing(answer) ? 'changed' : settle(one, answer)
      }
      case 'renew':
        return hasMatchedNothing(await patch(one.ref, act.stored, {})) ? 'changed' : undefined
      case 'giveUp':
        // If the store does not answer, the lock lapses by itself.
        if (act.unlessUnsent && (await hasUnsent(one.ref).catch(() => true))) return
        return perform(one, happens(one, { kind: 'givenUp', own: act.own }), user)
      case 'giveBack':
        // Deleted only with this user's id: the lock may have been taken over, and lock ids are reused.
        await site.client.request({ method: 'DELETE', path: pathOf(one.ref, act.own, user.id) })
        return void happens(one, { kind: 'givenBack' })
      case undefined:
        return
      default:
        return act satisfies never
    }
  }

  async function readJudged(ref: DocRef): Promise<JudgedLock | null> {
    const user = me()
    const durationMs = durationOf(ref)
    const stored = user === null || durationMs === null ? 'no-answer' : await readLock(site, ref)
    if (stored === 'no-answer' || user === null || durationMs === null) return null
    const self = { collection: user.collection, id: String(user.id) }
    return judgeLock(stored, { me: self, serverNow: site.client.serverTime() ?? 0, durationMs })
  }

  /** Creates a new lock. An expired one is stored until the next save, but may be somebody else's. */
  async function take(one: Watched, user: User): Promise<void> {
    const answer = await site.client.request({
      method: 'POST',
      path: `${LOCKS_PATH}?depth=0`,
      body: { ...namedInLock(site, one.ref), user: named(user) },
      neverRepeat: true,
    })
    settle(one, answer)
  }

  /** Changes a lock only if it still has the same user and document, since lock ids are reused. */
  function patch(ref: DocRef, { id, user }: StoredLock, body: JsonObject): Promise<ApiAnswer> {
    const of = { slug: user.collection, id: user.id }
    return site.client.request({
      method: 'PATCH',
      path: pathOf(ref, id, siteId(site.schema()?.collections ?? [], of)),
      body,
    })
  }

  function pathOf(ref: DocRef, id: StoredLock['id'], user: string | number): string {
    const where: JsonObject = {
      and: [{ id: { equals: id } }, { 'user.value': { equals: user } }, lockOf(site, ref)],
    }
    return LOCKS_PATH + queryString({ depth: 0, where })
  }

  function settle(one: Watched, answer: ApiAnswer): void {
    const made = madeLock(answer)
    if (made !== null) happens(one, { kind: 'made', ...made, durationMs: durationOf(one.ref) ?? 0 })
    else
      happens(one, {
        kind: 'notMade',
        refusal: answer.kind === 'http' ? serverWords(answer.json).message : '',
      })
  }

  function schedule(one: Watched): void {
    one.stopTimer()
    const next = nextOfLock(one.state, beatOf(one.ref), clock.now())
    if (next?.kind === 'forget') watched.delete(refKey(one.ref))
    else if (next !== null)
      one.stopTimer = clock.after(next.afterMs, () =>
        next.kind === 'beat' ? void happens(one, { kind: 'beat' }) : void run(one),
      )
  }

  /** Passes an event to a document that is watched. */
  function tell(ref: DocRef, event: LockEvent): void {
    const one = watched.get(refKey(ref))
    if (one) happens(one, event)
  }

  return {
    open: (ref) => void happens(watch(ref), { kind: 'opened' }),
    close: (ref) => tell(ref, { kind: 'closed' }),
    async look(ref) {
      const one = watch(ref)
      if (one.running) await one.running
      else if (isStale(one.state, beatOf(ref), clock.now())) await run(one)
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
      schedule(one)
      return known.kind === 'mine' ? { outcome: 'done' } : { outcome: 'refused', message: refusal }
    },
    saved: (ref) => tell(ref, { kind: 'saved' }),
    refused: (ref) => tell(ref, { kind: 'refused' }),
    async holder(ref) {
      if (durationOf(ref) === null) return null
      const one = watched.get(refKey(ref))
      const known = one === undefined ? null : holderSeen(one.state, beatOf(ref), clock.now())
      if (known !== null) return known
      // The server refuses a write of a locked document itself; for a global it accepts the write and releases the
      // lock, even that of a user who has just taken it over.
      if (ref.kind !== 'global') return null
      const judged = await readJudged(ref)
      return judged?.kind === 'other' ? { by: judged.stored.by } : null
    },
    online() {
      for (const one of watched.values()) happens(one, { kind: 'online' })
    },
    async releaseAll() {
      const all = [...watched.values()]
      for (const one of all) happens(one, { kind: 'left' })
      await atMost(RELEASE_MS, Promise.all(all.map(run)))
    },
  }
}

type User = { collection: string; id: string | number }

function named({ collection, id }: User): JsonObject {
  return { relationTo: collection, value: id }
}

/** The lock in an answer; null: there is none. */
function madeLock(answer: ApiAnswer): { id: StoredLock['id']; madeAt: number } | null {
  if (answer.kind !== 'http' || answer.status >= 300) return null
  const [changed] = readList(read(answer.json, 'docs'))
  const doc = changed ?? read(answer.json, 'doc')
  const id = read(doc, 'id')
  const madeAt = Date.parse(String(read(doc, 'createdAt')))
  return typeof id === 'string' || typeof id === 'number' ? { id, madeAt } : null
}

/** True if the lock to change no longer exists, or no longer matches. */
function hasMatchedNothing(answer: ApiAnswer): boolean {
  if (answer.kind !== 'http') return false
  const docs = read(answer.json, 'docs')
  return answer.status === 404 || (answer.status === 200 && Array.isArray(docs) && docs.length === 0)
}
