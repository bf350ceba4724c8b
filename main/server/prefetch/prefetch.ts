import * as v from 'valibot'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { ConnectionState, RefreshResult, SessionInfo } from '../../../shared/ipc.ts'
import {
  DEFAULT_PREFETCH,
  prefetchSettings,
  type PrefetchSettings,
  type PrefetchState,
} from '../../../shared/prefetch.ts'
import { errorName } from '../../log.ts'
import type { Revision } from '../../store/store-api.ts'
import { refreshDocument } from '../read/read-documents.ts'
import type { SiteContext } from '../site-context.ts'
import { fetchDocuments, fetchVersions } from './fetch-documents.ts'
import { fetchPictures } from './local-pictures.ts'
import { sweepCollection, wantedEntities } from './sweep.ts'
import { pause, type IdleGate } from './idle-gate.ts'

const RESOURCE = 'prefetch'
const MEGABYTE = 1_000_000
/** Time from the end of one sweep to the next, while the server answers. */
const LOOK_AGAIN_MS = 10 * 60_000
/** Interval of checks whether mains power is back. */
const BATTERY_CHECK_MS = 60_000
/** Tries to truncate the database's log while somebody reads it, and the pause between them. */
const LOG_TRIES = 20
const LOG_PAUSE_MS = 100
/** Documents per request: the first number, the largest, and the size of answer that is aimed at. */
const FIRST_CHUNK = 10
const LARGEST_CHUNK = 50
const CHUNK_BYTES = 1_000_000

export type PrefetchOptions = {
  site: SiteContext
  session: () => SessionInfo | null
  connection: () => ConnectionState['status']
  idleGate: IdleGate
  isOnBattery: () => boolean
  /** The policy's decision about which documents to keep on this computer; null: none. */
  policy: 'all' | 'opened' | null
  /** Largest number of megabytes that the policy allows, or null. */
  maxMegabytes?: number | null
  onChange: (state: PrefetchState) => void
}

export type Prefetch = {
  state: () => PrefetchState
  configure: (settings: PrefetchSettings) => Promise<void>
  /** Removes all pictures, and documents that have nothing unsent, except those opened since the program started. */
  forget: () => Promise<void>
  /** Starts a sweep now: the server answers again, or the schema has changed. */
  look: () => void
  idle: () => Promise<void>
}

/** The reason why a pass ended early; `early`: it is not known yet what to read. */
type Stop = 'offline' | 'battery' | 'full' | 'closed' | 'changed' | 'early'
class Stopped extends Error {
  readonly reason: Stop
  constructor(reason: Stop) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Fetches readable documents, newest first, up to the limits of the settings: one request at a time while the
 * person pauses. Changes are found by comparing revisions, so an interrupted pass simply starts again.
 */
export async function createPrefetch(options: PrefetchOptions): Promise<Prefetch> {
  const { site, idleGate, onChange, policy } = options
  const most = options.maxMegabytes ?? Number.POSITIVE_INFINITY
  /** The settings, limited by the policy. */
  const within = (settings: PrefetchSettings): PrefetchSettings => ({
    ...settings,
    keep: policy ?? settings.keep,
    megabytes: Math.min(settings.megabytes, most),
  })
  const kept = v.safeParse(prefetchSettings, (await site.store.getResource(RESOURCE))?.value)
  const own = kept.success ? kept.output : DEFAULT_PREFETCH
  let state: PrefetchState = {
    settings: within(own),
    managed: policy !== null,
    phase: 'off',
    left: 0,
    found: null,
  }
  let running: Promise<void> | null = null
  /** Ends the pause between passes. */
  let awake = new AbortController()
  let settingsVersion = 0

  const set = (parts: Partial<PrefetchState>): void => {
    state = { ...state, ...parts }
    if (!site.closed.aborted) onChange(state)
  }

  /** Called before each request: waits until the person pauses, and throws Stopped if the pass must end. */
  const mayAsk = async (version: number): Promise<void> => {
    await idleGate.pass(site.closed)
    if (site.closed.aborted) throw new Stopped('closed')
    if (version !== settingsVersion) throw new Stopped('changed')
    if (options.connection() !== 'online') throw new Stopped('offline')
    if (state.settings.pauseOnBattery && options.isOnBattery()) throw new Stopped('battery')
  }

  const run = async (): Promise<void> => {
    while (!site.closed.aborted && state.settings.keep === 'all') {
      awake = new AbortController()
      let wait = LOOK_AGAIN_MS
      try {
        const version = settingsVersion
        await readAhead(options, { settings: state.settings, next: () => mayAsk(version), set })
      } catch (error) {
        const reason = error instanceof Stopped ? error.reason : 'failed'
        if (reason === 'failed') site.log.warn('prefetch-failed', { error: errorName(error) })
        if (reason === 'changed') continue
        if (reason !== 'closed' && reason !== 'early') set({ phase: reason })
        if (reason === 'battery') wait = BATTERY_CHECK_MS
      }
      await pause(wait, AbortSignal.any([awake.signal, site.closed]))
    }
    if (!site.closed.aborted) set({ phase: 'off', left: 0 })
  }

  const start = (): void => {
    awake.abort()
    if (state.settings.keep !== 'all') return
    running ??= run()
      .catch((error: unknown) => site.log.warn('prefetch-failed', { error: errorName(error) }))
      .finally(() => {
        running = null
      })
  }

  return {
    state: () => state,
    configure: async (settings) => {
      const wanted = within(settings)
      await site.store.putResource({ key: RESOURCE, value: wanted, etag: null })
      settingsVersion += 1
      set({ settings: wanted })
      start()
    },
    forget: async () => {
      while ((await site.store.forgetCopies()) > 0);
      await site.files.pictures.clear()
      for (let tries = 1; tries <= LOG_TRIES && !(await site.store.emptyLog()); tries += 1)
        await pause(LOG_PAUSE_MS, site.closed)
    },
    look: start,
    idle: async () => {
      for (let now = running; now !== null; now = running) await now
    },
  }
}

/** A pass over the site. `next`: waits before each request, and throws where the pass must end. */
type Pass = {
  settings: PrefetchSettings
  next: () => Promise<void>
  set: (parts: Partial<PrefetchState>) => void
}

/** Runs one pass: sweeps collections, then reads globals, missing or outdated documents, pictures and versions. */
async function readAhead({ site, session }: PrefetchOptions, pass: Pass): Promise<void> {
  const { settings, next, set } = pass
  const schema = site.schema()
  const person = session()
  if (schema === null || person === null) throw new Stopped('early')
  const { collections, globals } = wantedEntities(schema, person)
  set({ phase: 'looking' })
  const missing: Missing[] = []
  let found = 0
  for (const collection of collections) {
    const look = await lookAt(site, collection, settings.documentsPerCollection, next)
    if (look === null) continue
    found += look.found
    for (const one of look.missing) missing.push(one)
  }
  for (const { slug } of globals) {
    await next()
    stopIfAway(await refreshDocument(site, { kind: 'global', slug }))
  }
  set({ found, left: missing.length, phase: missing.length > 0 ? 'fetching' : 'done' })
  const limit = settings.megabytes * MEGABYTE
  // Pending files count as well, but are never removed to make room.
  const waiting = (await site.files.list()).reduce((sum, file) => sum + file.bytes, 0)
  let bytes = (await site.store.documentBytes()) + waiting
  // The limit may have become smaller.
  for (let freed = 1; bytes > limit && freed > 0; bytes -= freed) {
    freed = await site.store.makeRoom({ bytes: bytes - limit, olderThan: null })
  }
  bytes = await fetchMissing(site, pass, { queue: missing.toSorted(newestFirst), bytes, limit })
  await fetchPictures(site, collections, { room: limit - bytes, next })
  stopIfAway(await fetchVersions(site, { limit: limit - waiting, next }))
  set({ phase: 'done', left: 0 })
}

/** Fetches documents in chunks of one collection. `bytes`: used so far; returns those used afterwards. */
async function fetchMissing(
  site: SiteContext,
  { next, set }: Pass,
  { queue, bytes, limit }: { queue: Missing[]; bytes: number; limit: number },
): Promise<number> {
  let used = bytes
  let chunk = FIRST_CHUNK
  while (queue.length > 0) {
    await next()
    const asked = takeChunk(queue, chunk)
    const [first] = asked
    if (first === undefined) break
    if (used >= limit) {
      // Older documents make room for newer ones, never the other way round.
      const room = { bytes: CHUNK_BYTES, olderThan: first.updatedAt }
      const freed = first.updatedAt === null ? 0 : await site.store.makeRoom(room)
      if (freed === 0) throw new Stopped('full')
      used -= freed
    }
    const read = await fetchDocuments(
      site,
      first.collection,
      asked.map(({ here }) => here),
    )
    if (!read.ok) {
      stopIfAway(read.result)
      // One document that the server cannot send must not hold up the others.
      if (asked.length > 1) {
        chunk = 1
        queue.unshift(...asked)
      } else set({ left: queue.length })
      continue
    }
    await site.store.putBases(read.value.bases)
    used += read.value.bytes
    chunk = nextChunk(asked.length, read.value.bytes)
    set({ left: queue.length })
  }
  return used
}

/** A document to fetch. `here`: the local revision. */
type Missing = { collection: Collection; here: Revision; updatedAt: string | null }

/**
 * Looks for the documents of a collection that are missing or outdated here, and stores the total.
 * `found`: number of documents that the sweep listed. Null: the collection cannot be read.
 */
async function lookAt(
  site: SiteContext,
  collection: Collection,
  limit: number,
  next: () => Promise<void>,
): Promise<{ missing: Missing[]; found: number } | null> {
  const { slug } = collection
  const sweep = await sweepCollection(site, collection, limit, next)
  if (!sweep.ok) {
    stopIfAway(sweep.result)
    return null
  }
  const { revisions, total } = sweep.value
  await site.store.putCollectionTotal({ slug, total })
  const listed = new Map(revisions.map(({ id, updatedAt }) => [id, updatedAt]))
  if (total <= limit) {
    // Local copies that the sweep did not list are requested by id: only the server's word that one is gone counts.
    for (const { id } of await site.store.localCopies(slug)) {
      if (listed.has(id)) continue
      await next()
      stopIfAway(await refreshDocument(site, { kind: 'collection', slug, id }))
    }
  }
  const stale = await site.store.staleBases({ slug, rows: revisions })
  const missing = stale.map((here) => ({ collection, here, updatedAt: listed.get(here.id) ?? null }))
  return { missing, found: revisions.length }
}

function stopIfAway({ outcome }: RefreshResult): void {
  if (outcome === 'offline' || outcome === 'signed-out') throw new Stopped('offline')
}

function newestFirst(a: Missing, b: Missing): number {
  const [one, other] = [a.updatedAt ?? '', b.updatedAt ?? '']
  return one < other ? 1 : one > other ? -1 : 0
}

/** Removes the newest document from the queue, with the next ones of its collection. */
function takeChunk(queue: Missing[], size: number): Missing[] {
  const slug = queue[0]?.collection.slug
  const chunk: Missing[] = []
  for (let index = 0; index < queue.length && chunk.length < size;) {
    const item = queue[index]
    if (item?.collection.slug === slug && item) {
      chunk.push(item)
      queue.splice(index, 1)
    } else index += 1
  }
  return chunk
}

function nextChunk(documents: number, bytes: number): number {
  const perDocument = Math.max(1, bytes / documents)
  return Math.max(1, Math.min(LARGEST_CHUNK, Math.floor(CHUNK_BYTES / perDocument)))
}
