import { refKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { read } from '../../../shared/cms/read-value.ts'
import type { TakeOverResult } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import {
  judgeLock,
  type DocumentLock,
  type JudgedLock,
  type StoredLock,
} from '../../../shared/sync/document-lock.ts'
import { atMost } from '../at-most.ts'
import { queryString } from '../document-query.ts'
import { serverWords } from '../answer-shapes.ts'
import type { ApiAnswer } from '../api-client.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { LOCKS_PATH, lockOf, namedInLock, readLock } from './read-lock.ts'

/** How often a lock is looked at while it is held; for short locks more often. */
const BEAT_MS = 10_000
/** For how long an answer is good enough for who asks. */
const FRESH_MS = 2000
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

type Known =
  | { kind: 'none' | 'mine' }
  | { kind: 'other'; user: string; by: string | null; since: number; lapsesAt: number; taken: boolean }

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
  lookedAt: number
  due: boolean
  running: Promise<void> | null
  stopTimer: () => void
}

const realClock: LockClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

export function createLockKeeper(options: {
  site: Pick<SiteContext, 'client' | 'schema'>
  /** The signed-in user with the id as the site has it; null: not known. */
  me: () => { collection: string; id: string | number } | null
  connection: () => 'checking' | 'online' | 'offline' | 'signed-out'
  onChange: (ref: DocRef, lock: DocumentLock) => void
  clock?: LockClock
}): LockKeeper {
  const { site, me, connection, onChange, clock = realClock } = options
  const watched = new Map<string, Watched>()

  const durationOf = (ref: DocRef): number | null => entityOf(site.schema(), ref)?.lockMs ?? null
  const beatOf = (ref: DocRef): number => Math.min(BEAT_MS, (durationOf(ref) ?? BEAT_MS) / 3)
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
        while (one.due) {
          one.due = false
          await step(one)
        }
      } finally {
        one.running = null
        schedule(one)
      }
    })()
    return one.running
  }

  async function step(one: Watched): Promise<void> {
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
    switch (judged.kind) {
      case 'mine':
        if (one.own !== judged.stored.id) one.own = null
        become(one, { kind: 'mine' })
        if (one.wanted && judged.ageMs > durationMs / 4) await renew(judged.stored)
        return
      case 'other':
        if (one.taking) return takeFrom(one, judged.stored, user)
        return lose(one, judged)
      case 'none':
        if (one.wanted || one.taking) return take(one, judged.lapsed, user)
        return become(one, { kind: 'none' })
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

  async function take(one: Watched, lapsed: StoredLock | null, user: User): Promise<void> {
    if (lapsed !== null) await site.client.request({ method: 'DELETE', path: pathOf(lapsed.id) })
    const answer = await site.client.request({
      method: 'POST',
      path: `${LOCKS_PATH}?depth=0`,
      body: { ...namedInLock(site, one.ref), user: named(user) },
      neverRepeat: true,
    })
    settle(one, answer)
  }

  async function takeFrom(one: Watched, { id }: StoredLock, user: User): Promise<void> {
    const body = { user: named(user) }
    settle(one, await site.client.request({ method: 'PATCH', path: pathOf(id), body }))
  }

  function settle(one: Watched, answer: ApiAnswer): void {
    const id = madeLock(answer)
    if (id === null) {
      one.refusal = answer.kind === 'http' ? serverWords(answer.json).message : ''
      return
    }
    one.own = id
    if (one.taking && one.opens > 0) {
      one.wanted = true
      one.editedAt = clock.now()
    }
    become(one, { kind: 'mine' })
  }

  async function renew({ id }: StoredLock): Promise<void> {
    await site.client.request({ method: 'PATCH', path: pathOf(id), body: {} })
  }

  function lose(one: Watched, lock: { stored: StoredLock; heldMs: number; lapsesInMs: number }): void {
    const now = clock.now()
    const { known } = one
    const user = `${lock.stored.user.collection} ${lock.stored.user.id}`
    const before = known.kind === 'other' && known.user === user ? known : null
    const taken = before?.taken ?? (known.kind === 'mine' && one.wanted)
    // Who takes a lock over keeps the time at which it was first made.
    const isNewHolder = before === null && (taken || known.kind === 'other')
    one.wanted = false
    one.own = null
    become(one, {
      kind: 'other',
      user,
      by: lock.stored.by,
      since: before?.since ?? (isNewHolder ? now : now - lock.heldMs),
      lapsesAt: now + lock.lapsesInMs,
      taken,
    })
  }

  /** Only while it is this user's still: whoever took it over has the same one, and ids are given again. */
  async function release(one: Watched, user: User): Promise<void> {
    const { own } = one
    one.own = null
    one.wanted = false
    if (own === null) return
    const of = lockOf(site, one.ref)
    const where: JsonObject = { and: [{ id: { equals: own } }, { 'user.value': { equals: user.id } }, of] }
    await site.client.request({ method: 'DELETE', path: LOCKS_PATH + queryString({ depth: 0, where }) })
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

  /** What is due next: a beat while the lock is wanted, or its end while it is somebody else's. */
  function schedule(one: Watched): void {
    one.stopTimer()
    const { known, ref } = one
    if (known.kind === 'other') {
      // The server dates to the second: asked at once it would say the same.
      one.stopTimer = clock.after(Math.max(1000, known.lapsesAt - clock.now()), () => void run(one))
    } else if (one.opens === 0) {
      watched.delete(refKey(ref))
    } else if (one.wanted) {
      one.stopTimer = clock.after(beatOf(ref), () => beat(one))
    }
  }

  function beat(one: Watched): void {
    if (clock.now() - one.editedAt > IDLE_MS) one.wanted = false
    void run(one)
  }

  /** The server does not say anything new of somebody's lock, and nobody has for as long as it lasts: it is over. */
  function forgetLapsed(one: Watched): void {
    if (one.known.kind === 'other' && one.known.lapsesAt <= clock.now()) become(one, { kind: 'none' })
  }

  return {
    open(ref) {
      watch(ref).opens += 1
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
      else if (age(one) >= FRESH_MS) await run(one)
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
      if (!one || one.opens === 0) return
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
      if (one?.known.kind === 'mine') return null
      if (one?.known.kind === 'other' && age(one) < 2 * beatOf(ref)) return one.known
      // The server itself refuses a write of a document of a collection; of a global it takes it and gives up the lock.
      if (ref.kind !== 'global') return null
      const judged = await readJudged(ref)
      return judged?.kind === 'other' ? { by: judged.stored.by } : null
    },
    online() {
      for (const one of watched.values()) if (one.opens > 0) void run(one)
    },
    async releaseAll() {
      const all = [...watched.values()]
      for (const one of all) one.opens = 0
      await atMost(RELEASE_MS, Promise.all(all.map(run)))
    },
  }
}

type User = { collection: string; id: string | number }

function named({ collection, id }: User): JsonObject {
  return { relationTo: collection, value: id }
}

function pathOf(id: StoredLock['id']): string {
  return `${LOCKS_PATH}/${encodeURIComponent(String(id))}?depth=0`
}

/** The id of the lock that an answer tells of; null: there is none. */
function madeLock(answer: ApiAnswer): StoredLock['id'] | null {
  if (answer.kind !== 'http' || answer.status >= 300) return null
  const id = read(read(answer.json, 'doc'), 'id')
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function isSame(a: Known, b: Known): boolean {
  if (a.kind !== 'other' || b.kind !== 'other') return a.kind === b.kind
  return a.user === b.user && a.by === b.by && a.taken === b.taken
}
