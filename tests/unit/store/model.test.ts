import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OpenedDatabase } from '../../../main/store/durability/database.ts'
import { openDatabase } from '../../../main/store/durability/database.ts'
import { createStore } from '../../../main/store/store.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import { silentLog } from '../../../main/log.ts'
import { createApiClient } from '../../../main/server/http/api-client.ts'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import { createNewPasswords } from '../../../main/server/session/new-passwords.ts'
import { createTransfers } from '../../../main/server/send/transfers.ts'
import { createCompanion } from '../../../main/server/http/companion.ts'
import { LONGEST_RUN_MS } from '../../../main/server/send/look-up-write.ts'
import { refreshDocument } from '../../../main/server/read/read-documents.ts'
import { createEntrySender } from '../../../main/server/send/send-entry.ts'
import type { AsyncStore, SiteContext } from '../../../main/server/site-context.ts'
import type { Change } from '../../../shared/document/change.ts'
import { getValue } from '../../../shared/document/path.ts'
import { shown } from './support/bench.ts'
import type { Fate, FieldName } from './support/fake-site.ts'
import { FIELDS, FakeSite } from './support/fake-site.ts'
import { post, set, site } from './support/site.ts'
import { outboxOf } from '../../support/whole-outbox.ts'
import { tries } from '../../support/tries.ts'

const IDS = ['1', '2']
const fields = site.collections[0]?.fields ?? []

type Step =
  | { do: 'edit'; id: string; field: FieldName; mode: 'draft' | 'autosave' | 'publish' }
  | { do: 'foreign'; id: string; field: FieldName }
  | { do: 'send'; at: number; fate: Fate }
  | { do: 'refresh'; id: string }
  | { do: 'site'; hasSlug: boolean }
  | { do: 'kill' }

const id = fc.constantFrom(...IDS)
const field = fc.constantFrom(...FIELDS)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      id,
      field,
      mode: fc.constantFrom('draft', 'autosave', 'publish'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('foreign' as const), id, field }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      at: fc.nat(3),
      fate: fc.constantFrom('answered', 'lost-before', 'lost-after', 'killed-before', 'killed-after'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('site' as const), hasSlug: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
)

/** The store as in main: each call is answered later. */
function asyncStore(store: StoreApi): AsyncStore {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      return async (...input: unknown[]): Promise<unknown> =>
        typeof method === 'function' ? Reflect.apply(method, target, input) : method
    },
  }) as unknown as AsyncStore
}

/** A computer with one store and the real sender, its site, and the expected value of each field. */
class World {
  server = new FakeSite()
  store!: StoreApi
  /** My last value of each field that the server has not taken yet. */
  mine = new Map<string, string>()
  #folder = mkdtempSync(join(tmpdir(), 'galley-model-'))
  #run = 0
  #database: OpenedDatabase | null = null
  #count = 0
  #site!: SiteContext
  #sender!: ReturnType<typeof createEntrySender>

  constructor() {
    this.#open()
    for (const item of IDS) this.server.add(item)
  }

  async take(action: Step): Promise<void> {
    switch (action.do) {
      case 'edit':
        return this.#edit(action.id, action.field, action.mode)
      case 'foreign':
        return this.server.edit(action.id, action.field, `theirs-${this.#next()}`)
      case 'send':
        return this.#send(action.at, action.fate)
      case 'refresh':
        return this.refresh(action.id)
      case 'site':
        return this.#become(action.hasSlug)
      case 'kill':
        return this.#kill()
    }
  }

  async refresh(item: string): Promise<void> {
    await refreshDocument(this.#site, post(item))
  }

  /** Ends all faults and decides conflicts for mine, until nothing is left. */
  async settleEverything(): Promise<void> {
    this.#become(true)
    for (let round = 0; round < 100; round++) {
      for (const item of outboxOf(this.store).flatMap((document) => document.entries)) {
        const conflicts = item.problem?.conflicts ?? []
        if (item.state === 'parked') {
          this.store.retry({
            key: item.key,
            choices: Object.fromEntries(conflicts.map(({ path }) => [path, 'mine'])),
          })
        }
      }
      if (this.store.outboxHeads({ after: 0, limit: 100 }).length === 0 && outboxOf(this.store).length === 0)
        return
      await this.#send(0, 'answered')
    }
    throw new Error('The outbox does not become empty')
  }

  shown(item: string, name: FieldName): unknown {
    return getValue(fields, shown(this.store, post(item)).data, name, 'en')
  }

  end(): void {
    this.#database?.close()
    rmSync(this.#folder, { recursive: true })
  }

  #edit(item: string, name: FieldName, mode: 'draft' | 'autosave' | 'publish'): void {
    // A field that left the schema is not shown.
    if (!this.server.has(name)) return
    const to = `mine-${this.#next()}`
    const from = this.shown(item, name)
    const locale = name === 'title' ? 'en' : null
    const changes: Change[] = [set(name, typeof from === 'string' ? from : null, to, locale)]
    this.store.putDraft({ ref: post(item), changes })
    this.store.commitDraft({ ref: post(item), locale: 'en', changes, mode })
    this.mine.set(`${item}.${name}`, to)
  }

  /** Removes or restores a field of the site, with its values; the app knows at once. */
  #become(hasSlug: boolean): void {
    this.server.hasSlug = hasSlug
    this.store.setSchema(this.#schema())
  }

  #schema(): SiteSchema {
    const collections = site.collections.map((one) => ({
      ...one,
      fields: one.fields.filter((item) => !('name' in item) || item.name !== 'slug' || this.server.hasSlug),
    }))
    return { ...site, collections }
  }

  async #send(at: number, fate: Fate): Promise<void> {
    const heads = this.store.outboxHeads({ after: 0, limit: 100 })
    const head = heads[at % Math.max(1, heads.length)]
    if (!head) return
    const before = structuredClone(this.server.values)
    this.server.fate = fate
    const killed = new Promise<void>((resolve) => {
      this.server.onKill = resolve
    })
    const hasEnded = await Promise.race([
      this.#sender.send(head.key).then(() => true),
      killed.then(() => false),
    ])
    // There may have been nothing to write.
    this.server.fate = 'answered'
    for (const item of IDS) {
      for (const name of FIELDS) {
        const now = this.server.values.get(item)?.[name]
        if (now !== before.get(item)?.[name] && this.mine.get(`${item}.${name}`) === now)
          this.mine.delete(`${item}.${name}`)
      }
    }
    if (!hasEnded) this.#kill()
  }

  /** Kills the program: the next start has the files of that moment. */
  #kill(): void {
    const from = this.#file()
    this.#run += 1
    for (const suffix of ['', '-wal'])
      if (existsSync(from + suffix)) copyFileSync(from + suffix, this.#file() + suffix)
    this.#database?.close()
    this.#open()
  }

  #open(): void {
    this.#database = openDatabase({ file: this.#file() })
    this.store = createStore({ types: fieldTypes, db: this.#database.db, onEvent: () => undefined })
    this.store.setSchema(this.#schema())
    // A killed program sends nothing more: its requests never end, and its store is another one.
    this.#site = {
      client: createApiClient({
        baseUrl: 'https://site.example',
        transport: this.server.transport,
        token: () => 'token',
        language: () => 'en',
        log: silentLog,
      }),
      store: asyncStore(this.store),
      files: openFileFolder(this.#file()),
      transfers: createTransfers(() => undefined),
      newPasswords: createNewPasswords(),
      schema: () => this.#schema(),
      companion: createCompanion(),
      readsAll: () => true,
      baseFilter: () => null,
      longestRunMs: LONGEST_RUN_MS,
      checkConnection: async () => ({ status: 'online' }),
      refreshSchema: async () => ({ outcome: 'unchanged' }),
      contacted: () => undefined,
      log: silentLog,
      closed: new AbortController().signal,
    }
    this.#sender = createEntrySender(this.#site)
  }

  #file(): string {
    return join(this.#folder, `store-${this.#run}.sqlite`)
  }

  #next(): number {
    this.#count += 1
    return this.#count
  }
}

test('SY1 SY3 SY4 SY5 SY6 SY10 SY12 SY13 (part) whatever happens on the way, no edit is lost and none arrives twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = new World()
      try {
        for (const item of IDS) await world.refresh(item)
        for (const action of steps) {
          await world.take(action)
          for (const [place, value] of world.mine) {
            const [item = '', name = ''] = place.split('.')
            expect([place, world.shown(item, FIELDS.find((known) => known === name) ?? 'title')]).toEqual([
              place,
              value,
            ])
          }
        }
        await world.settleEverything()
        for (const item of IDS) await world.refresh(item)
        expect([...world.mine]).toEqual([])
        expect([...world.server.applied].filter(([, times]) => times > 1)).toEqual([])
        for (const item of IDS) {
          expect(world.store.getDocument(post(item))?.state).toEqual({ kind: 'saved' })
          for (const name of FIELDS)
            expect(world.shown(item, name)).toBe(world.server.values.get(item)?.[name])
        }
      } finally {
        world.end()
      }
    }),
    tries(60),
  )
})
