import { setTimeout as sleep } from 'node:timers/promises'
import type { Payload, PayloadHandler, PayloadRequest } from 'payload'
import { leasesOf } from '../leases/leases.ts'
import { isGalleys } from '../schema/schema-mark.ts'
import { takesBack } from './document-turns.ts'
import { busy, documentTurn, globalTurn } from './turn.ts'

/*
 * Without transactions a write is many statements: the document's row with the new revision, then its list rows,
 * which are deleted and inserted again. A read in between misses rows under the final revision and would take them
 * for removed. Galley's edits are based on its reads, so it gets no document that is being written.
 */

/** Age in milliseconds from which a revision counts as completely written, however slow the server is. */
const YOUNG_MS = 60_000
/** Longest wait for the end of a write before the document is read again, in milliseconds. */
const WAIT_MS = 1000
/** Pause until the next read in milliseconds; it grows each time. */
const PAUSE_MS = 10
const LONGEST_PAUSE_MS = 160
/** Longest total wait if somebody keeps writing; shorter than Galley's timeout. */
const PATIENCE_MS = 8000

/** The documents of a read: those of a collection, their versions, or a global with its versions. */
export type Readable =
  { readonly collection: string } | { readonly versionsOf: string } | { readonly global: string }

type Read = {
  readonly key: string
  readonly turn: string
  readonly revision: string
  readonly isNew: boolean
}

/** True if a reader may see a half-done write. MongoDB stores a document in one piece. */
const showsHalves = async (payload: Payload): Promise<boolean> =>
  payload.db.name !== 'mongoose' && !(await takesBack(payload))

/** Answers Galley with documents that nobody is writing; with 503 BUSY if that does not succeed in time. */
export const wholeRead =
  (what: Readable) =>
  (handler: PayloadHandler): PayloadHandler =>
  async (req) => {
    // Nobody edits without a session.
    if (!isGalleys(req) || !req.user || !(await showsHalves(req.payload))) return handler(req)
    /** The revision of each document at a time when nobody was writing it. */
    let ended = new Map<string, string>()
    let before: string | null = null
    const until = performance.now() + PATIENCE_MS
    while (performance.now() < until && req.signal?.aborted !== true) {
      const response = await handler(req)
      if (!response.ok) return response
      const text = await response.clone().text()
      const young = readsOf(what, text).filter(({ revision }) => isYoung(revision))
      if (young.every(({ key, revision }) => ended.get(key) === revision)) return response
      const free = await whenFree(req, what, young)
      // A document that stays the same for so long waits for a hook, not for its rows.
      if (free.length < young.length && text === before) return response
      before = free.length < young.length ? text : null
      ended = new Map(free.map(({ key, revision }) => [key, revision]))
    }
    throw busy()
  }

/** True if a time is recent, or cannot be read. */
const isYoung = (time: string): boolean => !(Date.now() - Date.parse(time) > YOUNG_MS)

/** The documents in an answer: a page of them, or one. */
export function readsOf(what: Readable, text: string): Read[] {
  const answer = objectIn(JSON.parse(text))
  const docs: unknown = answer?.['docs']
  return (Array.isArray(docs) ? docs : [answer]).flatMap((one): Read[] => {
    const doc = objectIn(one)
    if (!doc || hasNoContent(doc)) return []
    const time = doc['updatedAt']
    // On a site without times, the content tells one revision from another.
    const revision = typeof time === 'string' ? time : JSON.stringify(doc)
    const created = doc['createdAt']
    const isNew = typeof created === 'string' && isYoung(created)
    const id = idIn(doc['id'])
    if ('global' in what) return [{ key: id ?? '', turn: globalTurn(what.global), revision, isNew }]
    const own = 'versionsOf' in what ? idIn(doc['parent']) : id
    if (id === null || own === null) return []
    const slug = 'versionsOf' in what ? what.versionsOf : what.collection
    return [{ key: id, turn: documentTurn(slug, own), revision, isNew }]
  })
}

/** True if only revisions were requested, for which missing rows do not matter. */
const hasNoContent = (doc: Record<string, unknown>): boolean =>
  Object.keys(doc).every((name) => ['id', 'createdAt', 'updatedAt'].includes(name))

const objectIn = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

const idIn = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** Waits until documents are written; returns those that nobody writes by then. */
async function whenFree(req: PayloadRequest, what: Readable, reads: readonly Read[]): Promise<Read[]> {
  const leases = leasesOf(req.payload)
  const until = performance.now() + WAIT_MS
  const free = await Promise.all(
    reads.map(async (read) => {
      for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const isHeld =
          ('collection' in what && read.isNew && isCreating(req.payload, what.collection)) ||
          (await leases.look(read.turn)) === 'held'
        if (!isHeld) return [read]
        if (performance.now() > until) return []
        await sleep(pause)
      }
    }),
  )
  return free.flat()
}

/** Number of documents that this process is creating, by site and collection: they have no name for a turn yet. */
const creations = new WeakMap<Payload, Map<string, number>>()

const isCreating = (payload: Payload, collection: string): boolean =>
  (creations.get(payload)?.get(collection) ?? 0) > 0

/** Starts counting running creations. */
export function countCreations(payload: Payload): void {
  if (creations.has(payload)) return
  const counts = new Map<string, number>()
  creations.set(payload, counts)
  const create = payload.db.create.bind(payload.db)
  payload.db.create = async (args) => {
    const count = (by: number): void =>
      void counts.set(args.collection, (counts.get(args.collection) ?? 0) + by)
    count(1)
    try {
      return await create(args)
    } finally {
      count(-1)
    }
  }
}
