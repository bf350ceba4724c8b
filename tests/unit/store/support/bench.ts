import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { OpenedDatabase } from '../../../../main/store/durability/database.ts'
import { openDatabase } from '../../../../main/store/durability/database.ts'
import { createStore } from '../../../../main/store/store.ts'
import type { StoreApi, StoreEvent } from '../../../../main/store/store-api.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { effectiveDocument } from '../../../../shared/document/effective.ts'
import type { EffectiveDocument } from '../../../../shared/document/effective.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { OutboxEntry, CommitMode } from '../../../../shared/sync/entry.ts'
import type { MoveRequest, QueuedMove } from '../../../../shared/sync/queued-move.ts'
import type { WriteRequest } from '../../../../shared/sync/request.ts'
import { at, site } from './site.ts'

export type Bench = {
  folder: string
  file: string
  database: OpenedDatabase
  store: StoreApi
  events: StoreEvent[]
  /** Closes and opens again, as a new start of the program does. */
  reopen: () => void
}

/** A store on a real file in a folder of its own, for each test anew. */
export function setUpBench(): Bench {
  const bench = {} as Bench
  let ticks = 0
  const open = (): void => {
    bench.database = openDatabase({ file: bench.file })
    bench.store = createStore({
      types: fieldTypes,
      db: bench.database.db,
      onEvent: (event) => bench.events.push(event),
      // Nothing happens at the same moment as something else.
      now: () => new Date(Date.UTC(2026, 5, 1) + (ticks += 1)).toISOString(),
    })
    bench.store.setSchema(site)
  }
  beforeEach(() => {
    bench.folder = mkdtempSync(join(tmpdir(), 'galley-store-'))
    bench.file = join(bench.folder, 'store.sqlite')
    bench.events = []
    open()
  })
  afterEach(() => {
    bench.database.close()
    rmSync(bench.folder, { recursive: true })
  })
  bench.reopen = () => {
    bench.database.close()
    open()
  }
  return bench
}

/** The server's whole document arrives. */
export function give(
  store: StoreApi,
  ref: DocRef,
  data: JsonObject,
  seconds = 1,
): 'updated' | 'unchanged' | 'busy' {
  const status = ref.slug === 'posts' ? ('draft' as const) : null
  return store.putBase({
    ref,
    data: withId(ref, data, seconds),
    updatedAt: at(seconds),
    status,
    hasPublished: false,
  })
}

function withId(ref: DocRef, data: JsonObject, seconds: number): JsonObject {
  const id = refId(ref)
  return { id: /^\d+$/.test(id) ? Number(id) : id, createdAt: at(0), ...data, updatedAt: at(seconds) }
}

export function commit(
  store: StoreApi,
  ref: DocRef,
  changes: Change[],
  mode: CommitMode = 'draft',
  locale: string | null = 'en',
): string {
  const { key } = store.commitDraft({ ref, locale, changes, mode })
  if (key === null) throw new Error('Nothing was queued')
  return key
}

/** Takes an entry up to where its request leaves. */
export function leave(store: StoreApi, key: string): WriteRequest {
  const prepared = store.prepareSend(key)
  if (!prepared) throw new Error('The entry cannot be sent')
  store.markSending({ key, request: prepared.request })
  return prepared.request
}

/** The same for a move. */
export function leaveMove(store: StoreApi, key: string): MoveRequest {
  const prepared = store.prepareMove(key)
  if (!prepared) throw new Error('The move cannot be sent')
  store.markMoving({ key, request: prepared.request })
  return prepared.request
}

/** Sends an entry; the server stores what the answer says. */
export function send(store: StoreApi, key: string, answer: JsonObject, locale: string | null = 'en'): DocRef {
  leave(store, key)
  return store.settleSent({ key, answer: { data: answer, locale } }).ref
}

export function movesOf(store: StoreApi, ref: DocRef): QueuedMove[] {
  return store.getDocument(ref)?.moves ?? []
}

export function entriesOf(store: StoreApi, ref: DocRef): OutboxEntry[] {
  return store.getDocument(ref)?.entries ?? []
}

/** The document as a form shows it, out of what reading it answers: its draft is put on top of what is there now. */
export function shown(store: StoreApi, ref: DocRef, schema: SiteSchema = site): EffectiveDocument {
  const view = store.getDocument(ref)
  if (!view) throw new Error('The document is not here')
  const all = ref.kind === 'collection' ? schema.collections : schema.globals
  const fields = all.find(({ slug }) => slug === ref.slug)?.fields ?? []
  return effectiveDocument({ fields, types: fieldTypes }, { ...view, base: view.base.data })
}

export function headKeys(store: StoreApi): string[] {
  return store.outboxHeads({ after: 0, limit: 100 }).map((entry) => entry.key)
}
