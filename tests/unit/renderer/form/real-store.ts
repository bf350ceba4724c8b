import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { vi } from 'vitest'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { openDatabase } from '../../../../main/store/durability/database.ts'
import { createStore } from '../../../../main/store/store.ts'
import type { StoreApi } from '../../../../main/store/store-api.ts'
import { refId, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { calls, type CallInput } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { at, site as storeSite } from '../../store/support/site.ts'
import { openSite, bridgeOf } from './form-fixtures.ts'

/** The site of the store's tests, without autosave. */
export const site: SiteSchema = {
  ...storeSite,
  collections: storeSite.collections.map((one) => ({
    ...one,
    versions: one.versions && {
      drafts: true,
      localeStatus: false,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    },
  })),
}

/** An empty database, created once, since that takes longer than many a test. */
let empty: Buffer | null = null

function emptyDatabase(): Buffer {
  if (empty !== null) return empty
  const folder = mkdtempSync(join(tmpdir(), 'galley-form-'))
  const file = join(folder, 'store.sqlite')
  openDatabase({ file }).close()
  empty = readFileSync(file)
  rmSync(folder, { recursive: true })
  return empty
}

/** Opens forms over the real store with its own database. */
export function openRealStore(of: SiteSchema = site) {
  const folder = mkdtempSync(join(tmpdir(), 'galley-form-'))
  const file = join(folder, 'store.sqlite')
  writeFileSync(file, emptyDatabase())
  let isFull = false
  /** Events that the windows do not have yet. */
  let held: (() => void)[] | null = null
  let opened = open()

  function open() {
    const database = openDatabase({ file })
    // Power loss is covered by the tests of the database.
    database.db.pragma('synchronous = OFF')
    const fake = bridgeOf({
      'documents.get': ({ ref }: { ref: DocRef }) => store.getDocument(ref),
      'documents.refresh': () => ({ outcome: 'unchanged' }),
      'documents.resolveId': ({ ref }: { ref: DocRef }) => ({ ref: store.resolveId(ref) }),
      // Parsed by the contract, as in main, which orders the keys.
      'drafts.put': (input: unknown) => store.putDraft(v.parse(calls['drafts.put'].input, input)),
      'drafts.commit': (input: unknown) => {
        if (isFull) throw new Error('disk-full')
        return store.commitDraft(v.parse(calls['drafts.commit'].input, input))
      },
      'documents.discard': ({ ref }: { ref: DocRef }) => store.discardDocument(ref),
      'documents.createAgain': ({ ref, locale }: CallInput<'documents.createAgain'>) => ({
        ref: store.createAgain({ ref, id: 'tmp_made_again', locale }),
      }),
      'drafts.discard': (input: CallInput<'drafts.discard'>) => store.discardDraft(input),
    })
    let ticks = 0
    const store: StoreApi = createStore({
      db: database.db,
      types: fieldTypes,
      onEvent: (event) => {
        const tell = (): void => fake.emit(event.name, event.payload)
        if (held) held.push(tell)
        else tell()
      },
      now: () => new Date(Date.UTC(2026, 5, 1) + (ticks += 1)).toISOString(),
    })
    store.setSchema(of)
    return { database, store, documents: createOpenDocuments({ bridge: fake.bridge, types: fieldTypes }) }
  }

  /** Ends the program with its timers: a form that cannot write would retry for ever. */
  function end(): void {
    opened.documents.end()
    vi.clearAllTimers()
    opened.database.close()
  }

  return {
    get store() {
      return opened.store
    },
    /** Opens a document, as a screen does. */
    async open(ref: DocRef) {
      const session = opened.documents.open(ref, entityOf(of, ref), openSite)
      const release = opened.documents.retain(session)
      await settle()
      const document = session.getSnapshot().form
      if (document === null || release === null) throw new Error('not open')
      return { session, document, release, form: document.inLocale('en'), german: document.inLocale('de') }
    },
    /** Delays events until it is called again, so that answers come first. */
    holdEvents() {
      if (held === null) {
        held = []
        return
      }
      const late = held
      held = null
      for (const tell of late) tell()
    },
    /** Drafts still fit into existing pages; entries need new ones. */
    setFull(next: boolean) {
      isFull = next
    },
    /** Restarts the program, without the forms' memory. */
    restart() {
      end()
      opened = open()
      if (!isFull) opened.store.commitLeftDrafts()
    },
    close() {
      end()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Waits until all store calls have answered and listeners have read again. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

function entityOf(of: SiteSchema, ref: DocRef): Collection {
  const found = of.collections.find(({ slug }) => slug === ref.slug)
  if (found === undefined) throw new Error(`no collection ${ref.slug}`)
  return found
}

/** Delivers the server's whole document, as another user left it. */
export function give(store: StoreApi, ref: DocRef, data: JsonObject, seconds = 1): void {
  store.putBase({
    ref,
    data: { id: Number(refId(ref)), createdAt: at(0), ...data, updatedAt: at(seconds) },
    updatedAt: at(seconds),
    status: 'draft',
    hasPublished: false,
  })
}

/** Sends the first entry of the outbox; the server stores the given answer. */
export function send(store: StoreApi, answer: JsonObject, locale: string | null = 'en'): DocRef {
  const [head] = store.outboxHeads({ after: 0, limit: 100 })
  const prepared = head && store.prepareSend(head.key)
  if (!prepared) throw new Error('nothing can be sent')
  store.markSending({ key: prepared.entry.key, request: prepared.request })
  return store.settleSent({ key: prepared.entry.key, answer: { data: answer, locale } }).ref
}
