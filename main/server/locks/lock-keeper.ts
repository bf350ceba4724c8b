import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { read, readList } from '../../../shared/cms/read-value.ts'
import type { TakeOverResult } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { MAX_TIMER_MS } from '../../../shared/max-timer.ts'
import {
  judgeLock,
  type DocumentLock,
  type JudgedLock,
  type StoredLock,
} from '../../../shared/sync/document-lock.ts'
import { siteId } from '../../../shared/cms/site-id.ts'
import { atMost } from '../http/at-most.ts'
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

/** How often a lock is looked at while it is held; for short locks more often, but not as often as may be. */
const BEAT_MS = 10_000
const SHORTEST_BEAT_MS = 2000
/** How often the same is tried where somebody else has changed the lock between the look and the write. */
const TRIES = 3
/** How long signing out and closing wait until locks are given back; what is left lapses on the server. */
const RELEASE_MS = 1500

/** Monotonic milliseconds, and timers: `after` answers what stops one. */
export type LockClock = { now: () => number; after: (ms: number, run: () => void) => () => void }

/**
 * Locks of documents, as the web admin takes them: while a document is open and was edited it is locked for everybody
 * else, until it is closed. At most one request of a document is on its way; nothing waits for one but who asks for it,
 * and one that fails changes nothing but what is known.
 */
export type LockKeeper = {
  /** A window shows the document for editing; to be ended by `close`. */
  open: (ref: DocRef) => void
  close: (ref: DocRef) => void
  /** What is known of its lock, asked for where that is not new. */
  look: (ref: DocRef) => Promise<DocumentLock>
  /** Something was typed in it. */
  edited: (ref: DocRef) => void
  /** Makes it this user's, whoever has it. */
  takeOver: (ref: DocRef) => Promise<TakeOverResult>
  /** The server took a write of it, and has given up its lock with that. */
  saved: (ref: DocRef) => void
  /** The server refused a write of it, as somebody else has its lock (423). */
  refused: (ref: DocRef) => void
  /** Who else has it, so that nothing of it is to be sent now; null: nobody, as far as is known. */
  holder: (ref: DocRef) => Promise<{ by: string | null } | null>
  /** The server can be reached again. */
  online: () => void
  /** No window shows any document any more. Resolves when their locks are given back, or after a moment. */
  releaseAll: () => Promise<void>
}

/** What a look leads to. */
type RequestAct = Exclude<LockAct, { kind: 'look' }>

type Watched = {
  ref: DocRef
  state: LockState
  /** A look was asked for that has not begun. */
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
  /** Whether something of a document waits to be sent: until that has arrived its lock is kept. */
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

  /** Something happened. Answers what is to be done about it; a look begins by itself. */
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

  /** Runs until nothing new was asked for; one request at a time. */
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

  /** `changed`: somebody else has changed the lock meanwhile, so that nothing was done. */
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
        // Where the store does not say, the lock lapses by itself.
        if (act.unlessUnsent && (await hasUnsent(one.ref).catch(() => true))) return
        return perform(one, happens(one, { kind: 'givenUp', own: act.own }), user)
      case 'giveBack':
        // Only while it is this user's still: whoever took it over has the same one, and ids are given again.
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

  /** One that is over lies there still, until the next save: it may be anybody's by now. */
  async function take(one: Watched, user: User): Promise<void> {
    const answer = await site.client.request({
      method: 'POST',
      path: `${LOCKS_PATH}?depth=0`,
      body: { ...namedInLock(site, one.ref), user: named(user) },
      neverRepeat: true,
    })
    settle(one, answer)
  }

  /** Changes a lock only while it is the one that was seen: ids of locks are given again. */
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

  /** For a document that is watched. */
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
      // The server itself refuses a write of a document of a collection; of a global it takes it and gives up the lock,
      // be it mine or of whoever took it over a moment ago.
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

/** The lock that an answer tells of; null: there is none. */
function madeLock(answer: ApiAnswer): { id: StoredLock['id']; madeAt: number } | null {
  if (answer.kind !== 'http' || answer.status >= 300) return null
  const [changed] = readList(read(answer.json, 'docs'))
  const doc = changed ?? read(answer.json, 'doc')
  const id = read(doc, 'id')
  const madeAt = Date.parse(String(read(doc, 'createdAt')))
  return typeof id === 'string' || typeof id === 'number' ? { id, madeAt } : null
}

/** What was to be changed is not there, or not any more as it was seen. */
function hasMatchedNothing(answer: ApiAnswer): boolean {
  if (answer.kind !== 'http') return false
  const docs = read(answer.json, 'docs')
  return answer.status === 404 || (answer.status === 200 && Array.isArray(docs) && docs.length === 0)
}
