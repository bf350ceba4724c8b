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
import { atMost } from '../at-most.ts'
import { queryString } from '../document-query.ts'
import { serverWords } from '../answer-shapes.ts'
import type { ApiAnswer } from '../api-client.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { LOCKS_PATH, lockOf, namedInLock, readLock } from './read-lock.ts'

/** How often a lock is looked at while it is held; for short locks more often, but not as often as may be. */
const BEAT_MS = 10_000
const SHORTEST_BEAT_MS = 2000
/** For how long an answer is good enough for who asks. */
const FRESH_MS = 2000
/** A save ends the lock of who made it, until it is taken again: only after so long nobody has it. */
const SECOND_LOOK_MS = 2000
/** How often the same is tried where somebody else has changed the lock between the look and the write. */
const TRIES = 3
/** After so long without an edit a lock is not kept alive any more: whoever went away keeps nobody out. */
const IDLE_MS = 15 * 60_000
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

/** `seenAt`: when the server said so last; `madeAt`: by the server's clock, which tells one lock from another. */
type Known =
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

type Watched = {
  ref: DocRef
  /** How many windows show it. */
  opens: number
  /** It was edited since it was opened: its lock is wanted. */
  wanted: boolean
  editedAt: number
  /** A person wants it from whoever has it. */
  taking: boolean
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
  /** For how long nobody has looked. */
  const age = ({ lookedAt }: Watched): number => clock.now() - lookedAt

  function watch(ref: DocRef): Watched {
    const found = watched.get(refKey(ref))
    if (found) return found
    const made: Watched = {
      ref,
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
      due: false,
      running: null,
      stopTimer: () => undefined,
    }
    watched.set(refKey(ref), made)
    return made
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
    if (connection() !== 'online' || user === null || durationMs === null) return forgetLapsed(one)
    if (one.opens === 0 && !one.taking) {
      forgetLapsed(one)
      return release(one, user)
    }
    const judged = await readJudged(ref)
    if (judged === null) return forgetLapsed(one)
    one.lookedAt = clock.now()
    if (judged.kind !== 'none') one.freeAt = null
    switch (judged.kind) {
      case 'mine':
        if (one.own !== judged.stored.id) one.own = null
        becomeMine(one, judged.stored.createdAt, durationMs - judged.ageMs)
        if (one.wanted && judged.ageMs > durationMs / 4) return renew(one, judged.stored)
        return
      case 'other':
        if (one.taking) return takeFrom(one, judged.stored, user)
        return lose(one, judged)
      case 'none':
        if (one.wanted || one.taking) return take(one, user)
        return seenFree(one, judged.lapsed !== null)
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

  async function takeFrom(one: Watched, stored: StoredLock, user: User): Promise<'changed' | void> {
    const answer = await patch(one.ref, stored, { user: named(user) })
    if (hasMatchedNothing(answer)) return 'changed'
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
    if (made === null) {
      one.refusal = answer.kind === 'http' ? serverWords(answer.json).message : ''
      return
    }
    one.own = made.id
    if (one.taking && one.opens > 0) {
      one.wanted = true
      one.editedAt = clock.now()
    }
    becomeMine(one, made.madeAt, durationOf(one.ref) ?? 0)
  }

  async function renew(one: Watched, stored: StoredLock): Promise<'changed' | void> {
    if (hasMatchedNothing(await patch(one.ref, stored, {}))) return 'changed'
  }

  function becomeMine(one: Watched, madeAt: number, lastsMs: number): void {
    const now = clock.now()
    one.freeAt = null
    one.interrupted = false
    become(one, { kind: 'mine', madeAt, seenAt: now, lapsesAt: now + lastsMs })
  }

  /** Nobody has it: believed at the second look, or where its time was over. */
  function seenFree(one: Watched, isLapsed: boolean): void {
    const now = clock.now()
    if (one.known.kind === 'other' && !isLapsed) {
      one.freeAt ??= now
      if (now - one.freeAt < SECOND_LOOK_MS) return
    }
    one.freeAt = null
    become(one, { kind: 'none' })
  }

  function lose(one: Watched, lock: { stored: StoredLock; heldMs: number; lapsesInMs: number }): void {
    const now = clock.now()
    const { known } = one
    const { stored } = lock
    const user = `${stored.user.collection} ${stored.user.id}`
    const before = known.kind === 'other' && known.user === user ? known : null
    // Whoever takes a lock over takes that very one, or another one since, as their saves end it. Where the server was
    // away meanwhile, mine may have ended by itself.
    const isTaken =
      known.kind === 'mine' &&
      now < known.lapsesAt &&
      (known.madeAt === stored.createdAt || (one.wanted && !one.interrupted))
    // One that was taken over keeps the time at which it was first made: until it was seen last, it was not theirs.
    const since = Math.max(now - lock.heldMs, known.kind === 'none' ? Number.NEGATIVE_INFINITY : known.seenAt)
    one.wanted = false
    one.own = null
    become(one, {
      kind: 'other',
      user,
      by: stored.by,
      since: before?.since ?? since,
      seenAt: now,
      lapsesAt: now + lock.lapsesInMs,
      taken: before?.taken ?? isTaken,
    })
  }

  /**
   * Only while it is this user's still: whoever took it over has the same one, and ids are given again. What waits to be
   * sent keeps it until it has arrived, or the lock lapses.
   */
  async function release(one: Watched, user: User): Promise<void> {
    const { own, ref } = one
    one.wanted = false
    // Where the store does not say, the lock lapses by itself.
    if (own === null || (!one.leaving && (await hasUnsent(ref).catch(() => true)))) return
    if (one.opens > 0 || one.own !== own) return
    one.own = null
    await site.client.request({ method: 'DELETE', path: pathOf(ref, own, user.id) })
    if (one.known.kind === 'mine') become(one, { kind: 'none' })
  }

  function become(one: Watched, next: Known): void {
    const before = one.known
    one.known = next
    if (!isSame(before, next)) onChange(one.ref, told(next))
  }

  function told(known: Known): DocumentLock {
    if (known.kind !== 'other') return { kind: known.kind }
    const { by, since, lapsesAt, taken } = known
    const now = clock.now()
    return { kind: 'other', by, heldMs: now - since, lapsesInMs: Math.max(0, lapsesAt - now), taken }
  }

  /** What is due next: a beat while the lock is wanted or to be given back, otherwise the end of what is known. */
  function schedule(one: Watched): void {
    one.stopTimer()
    const { known, ref, own } = one
    if (known.kind !== 'other' && one.opens === 0 && (own === null || one.leaving)) {
      watched.delete(refKey(ref))
    } else if (known.kind !== 'other' && (one.wanted || one.opens === 0)) {
      one.stopTimer = clock.after(beatOf(ref), () => beat(one))
    } else if (known.kind !== 'none') {
      const at = one.freeAt === null ? known.lapsesAt : one.freeAt + SECOND_LOOK_MS
      // The server dates to the second: asked at once it would say the same.
      one.stopTimer = clock.after(Math.max(1000, at - clock.now()), () => void run(one))
    }
  }

  function beat(one: Watched): void {
    if (clock.now() - one.editedAt > IDLE_MS) one.wanted = false
    void run(one)
  }

  /** The server does not say anything new of a lock, and has not for as long as it lasts: it is over. */
  function forgetLapsed(one: Watched): void {
    one.freeAt = null
    if (one.known.kind === 'none' || one.known.lapsesAt > clock.now()) return
    one.own = null
    become(one, { kind: 'none' })
  }

  return {
    open(ref) {
      const one = watch(ref)
      one.opens += 1
      one.leaving = false
    },
    close(ref) {
      const one = watched.get(refKey(ref))
      if (!one || one.opens === 0) return
      one.opens -= 1
      if (one.opens === 0) void run(one)
    },
    async look(ref) {
      const one = watch(ref)
      if (one.running) await one.running
      // What is looked at with each beat is not asked for in between.
      else if (age(one) >= (one.wanted ? 2 * beatOf(ref) : FRESH_MS)) await run(one)
      return told(one.known)
    },
    edited(ref) {
      const one = watched.get(refKey(ref))
      if (!one || one.opens === 0) return
      one.editedAt = clock.now()
      if (one.wanted || one.known.kind === 'other') return
      one.wanted = true
      void run(one)
    },
    async takeOver(ref) {
      const status = connection()
      if (status !== 'online') return { outcome: status === 'signed-out' ? 'signed-out' : 'offline' }
      const one = watch(ref)
      one.taking = true
      one.refusal = ''
      await run(one)
      one.taking = false
      const isMine = one.known.kind === 'mine'
      schedule(one)
      return isMine ? { outcome: 'done' } : { outcome: 'refused', message: one.refusal }
    },
    saved(ref) {
      const one = watched.get(refKey(ref))
      if (!one) return
      one.own = null
      if (one.wanted || one.known.kind === 'mine') void run(one)
    },
    refused(ref) {
      const one = watched.get(refKey(ref))
      if (one && one.opens > 0) void run(one)
    },
    async holder(ref) {
      if (durationOf(ref) === null) return null
      const one = watched.get(refKey(ref))
      if (one?.known.kind === 'other' && age(one) < 2 * beatOf(ref)) return one.known
      // The server itself refuses a write of a document of a collection; of a global it takes it and gives up the lock,
      // be it mine or of whoever took it over a moment ago.
      if (ref.kind !== 'global') return null
      const judged = await readJudged(ref)
      return judged?.kind === 'other' ? { by: judged.stored.by } : null
    },
    online() {
      for (const one of watched.values()) {
        one.interrupted = true
        if (one.opens > 0 || one.own !== null) void run(one)
      }
    },
    async releaseAll() {
      const all = [...watched.values()]
      for (const one of all) {
        one.opens = 0
        one.leaving = true
      }
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

function isSame(a: Known, b: Known): boolean {
  if (a.kind !== 'other' || b.kind !== 'other') return a.kind === b.kind
  return a.user === b.user && a.by === b.by && a.taken === b.taken
}
