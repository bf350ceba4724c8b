import {
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../../../main/store/durability/migrations/all-migrations.ts'
import type { StoreClient } from '../../../main/store/worker/store-client.ts'
import { isUnsentChange } from '../../../main/store/durability/keeper.ts'
import { openStore } from '../../../main/store/worker/store-client.ts'
import type { BaseInput, StoreEvent } from '../../../main/store/store-api.ts'
import type { StoreError } from '../../../main/store/store-error.ts'
import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { at, en, post, site } from './support/site.ts'
import { storeWorker } from '../../support/store-worker.ts'
import { wholeOutbox } from '../../support/whole-outbox.ts'
import { waitFor } from '../../support/wait.ts'

let folder = ''
let events: StoreEvent[] = []
let fatal: StoreError[] = []
let damaged: () => void = () => undefined
const clients: StoreClient[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-worker-'))
  events = []
  fatal = []
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  rmSync(folder, { recursive: true })
})

async function open(workerUrl: URL = storeWorker): Promise<StoreClient> {
  const client = await openStore({
    file: join(folder, 'store.sqlite'),
    onEvent: (event) => events.push(event),
    onFatal: (error) => fatal.push(error),
    onDamaged: () => damaged(),
    workerUrl,
  })
  clients.push(client)
  return client
}

test('calls go through the worker and back, in order, with the events of each', async () => {
  const store = await open()
  await store.setSchema(site)
  const base = {
    ref: post('1'),
    data: { id: 1, title: { en: 'A' } },
    updatedAt: at(1),
    status: null,
    hasPublished: null,
  }
  expect(await store.putBase(base)).toBe('updated')
  const [commit, counts] = await Promise.all([
    store.commitDraft({ ref: post('1'), locale: 'en', changes: [en('title', 'A', 'B')], mode: 'draft' }),
    store.outboxCounts(),
  ])
  expect(commit.key).toBeTypeOf('string')
  expect(counts.waiting).toBe(1)
  expect(events.map((event) => event.name)).toEqual([
    'documents.changed',
    'documents.listChanged',
    'documents.changed',
    'documents.listChanged',
    'outbox.changed',
  ])
  expect(await store.getDocument(post('2'))).toBeNull()
})

test('errors arrive typed, and the next call is answered', async () => {
  const store = await open()
  await store.setSchema(site)
  await expect(
    store.settleSent({ key: 'nothing', answer: { data: null, locale: null } }),
  ).rejects.toMatchObject({
    name: 'StoreError',
    code: 'no-entry',
  })
  expect(await store.outboxHeads({ after: 0, limit: 100 })).toEqual([])
})

test('SY1 what a call has answered is there after the next opening', async () => {
  const store = await open()
  await store.putResource({ key: 'config', value: [1], etag: null })
  await store.close()
  await store.close()
  await expect(store.getResource('config')).rejects.toMatchObject({ code: 'closed' })
  expect(fatal).toEqual([])
  expect(await (await open()).getResource('config')).toMatchObject({ value: [1] })
})

test('a damaged file is reported as a notice and the store works', async () => {
  writeFileSync(join(folder, 'store.sqlite'), 'no database')
  const store = await open()
  expect(events).toMatchObject([{ name: 'app.notice', payload: { code: 'database-set-aside' } }])
  expect(await wholeOutbox(store.outboxPage)).toEqual([])
})

test('SY15 a newer file refuses to open with its own code', async () => {
  await (await open()).close()
  const file = new Database(join(folder, 'store.sqlite'))
  file.pragma(`user_version = ${migrations.length + 1}`)
  file.close()
  await expect(open()).rejects.toMatchObject({ code: 'newer' })
  expect(fatal).toEqual([])
})

test('a worker that dies rejects what is pending, says so once, and nothing hangs afterwards', async () => {
  const file = join(folder, 'dying-worker.ts')
  const serve = JSON.stringify(new URL('../../../main/store/worker/serve-store.ts', import.meta.url).href)
  writeFileSync(
    file,
    `import { parentPort, workerData } from 'node:worker_threads'
     import { openAt, serveStore } from ${serve}
     parentPort.on('message', ({ method }) => { if (method === 'outboxHeads') process.exit(1) })
     serveStore(parentPort, openAt(workerData.file))`,
  )
  const store = await open(pathToFileURL(file))
  const pending = Promise.allSettled([store.outboxHeads({ after: 0, limit: 100 }), store.outboxCounts()])
  expect(await pending).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await expect(store.getEntry('e')).rejects.toMatchObject({ name: 'StoreError' })
  expect(fatal).toHaveLength(1)
  expect(fatal[0]?.code).toBe('closed')
})

test('F16 a file that is too large to be checked at opening is checked while it is used', async () => {
  const file = join(folder, 'store.sqlite')
  const store = await open()
  await store.setSchema(site)
  for (let index = 0; index < 70; index++) {
    const data = { id: index, slug: 'x'.repeat(1024 * 1024) }
    await store.putBase({
      ref: post(String(index)),
      data,
      updatedAt: at(1),
      status: null,
      hasPublished: null,
    })
  }
  await store.commitDraft({ ref: post('1'), locale: 'en', changes: [en('title', null, 'B')], mode: 'draft' })
  await store.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096 * 8, 0xa5), 0, 4096 * 8, Math.floor(statSync(file).size / 8192) * 4096)
  closeSync(handle)

  const found = new Promise<void>((resolve) => (damaged = resolve))
  const again = await open()
  await found
  await again.close()
  const mended = await open()
  expect(events).toContainEqual({
    name: 'app.notice',
    payload: expect.objectContaining({ code: 'database-set-aside', edits: 1 }) as unknown,
  })
  expect((await mended.outboxCounts()).waiting).toBe(1)
})

const typeInto = (store: StoreClient, id: string) =>
  store.putDraft({ ref: post(id), changes: [en('title', 'A', 'Typed')] }).catch(() => undefined)

const listOf = (store: StoreClient) =>
  store
    .list({ slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where: null } as ListQuery)
    .catch(() => undefined)

/** Pages of a table of the open file are overwritten, as a broken disk does it. */
function damagePagesOf(table: string): void {
  const file = join(folder, 'store.sqlite')
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const rows = db.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(table)
  const pages = rows.map((row) => Number(Reflect.get(Object(row), 'pageno')))
  db.close()
  const handle = openSync(file, 'r+')
  for (const page of pages.slice(1)) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096)
  closeSync(handle)
}

test.each([
  ['the copy of what is unsent', 'outbox', (store: StoreClient) => typeInto(store, '1')],
  ['a list', 'list_rows', (store: StoreClient) => listOf(store)],
])('F87 damage that %s meets is said at once', async (_what, table, meet) => {
  const store = await open()
  await store.setSchema(site)
  for (let index = 0; index < 40; index++) {
    const ref = post(String(index))
    const data = { id: index, slug: 'x'.repeat(1000), title: { en: 'A' } }
    await store.putBase({ ref, data, updatedAt: at(1), status: null, hasPublished: null })
    const changes = [en('title', 'A', 'y'.repeat(1000))]
    await store.commitDraft({ ref, locale: 'en', changes, mode: 'draft' })
  }
  await store.close()
  const found = new Promise<void>((resolve) => (damaged = resolve))
  const again = await open()
  await again.setSchema(site)
  damagePagesOf(table)
  await meet(again)
  await expect(found).resolves.toBeUndefined()
})

test('F16 the copy of what is unsent follows what is written, in quiet moments', async () => {
  const store = await open()
  await store.setSchema(site)
  const ref = await store.createDocument({ slug: 'posts', id: 'tmp_1', data: {} })
  for (const text of ['Typed', 'Typed on']) {
    await store.putDraft({ ref, changes: [en('title', null, text)] })
    await waitFor(() =>
      expect(readFileSync(join(folder, 'store.unsent.json'), 'utf8')).toContain(`"${text}\\"`),
    )
  }
})

test('F16 (part) what arrives from the server is no reason for another copy', () => {
  expect(isUnsentChange({ name: 'outbox.changed' })).toBe(true)
  for (const name of ['documents.changed', 'documents.listChanged', 'putBases', 'putListPage'] as const)
    expect(isUnsentChange({ name })).toBe(false)
})

test('further input in a form is a reason for another copy, with a document or without one', () => {
  for (const name of ['putDraft', 'holdForm'] as const) expect(isUnsentChange({ name })).toBe(true)
})

describe('what is typed does not wait', () => {
  const list = (more: Partial<ListQuery>): ListQuery => ({
    slug: 'posts',
    page: 1,
    limit: 10,
    sort: 'id',
    search: '',
    where: null,
    locale: 'en',
    ...more,
  })
  const base = (index: number, length = 0): BaseInput => ({
    ref: post(String(index)),
    data: { id: index, title: { en: `Title ${index}` }, slug: `s-${index}`, meta: 'x'.repeat(length) },
    updatedAt: at(index),
    status: null,
    hasPublished: null,
  })
  const bases = (count: number, length = 0) =>
    Array.from({ length: count }, (_, index) => base(index, length))
  const order: string[] = []
  const noted = <T>(name: string, promise: Promise<T>): Promise<T> =>
    promise.finally(() => {
      order.push(name)
    })
  beforeEach(() => {
    order.length = 0
  })

  test('F40 for a list that goes through everything that is here', async () => {
    const store = await open()
    await store.setSchema(site)
    await store.putBases(bases(5000))
    // Every one of them measures all rows anew.
    const lists = ['title', 'slug', 'kind', 'views', '-title'].map((sort) =>
      store.list(list({ sort, search: '9' })),
    )
    const all = noted('lists', Promise.all(lists))
    const draft = noted('draft', store.putDraft({ ref: post('1'), changes: [en('title', 'Title 1', 'B')] }))
    await Promise.all([all, draft])
    expect(order).toEqual(['draft', 'lists'])
    expect((await all)[0]?.totalDocs).toBeGreaterThan(1000)
  })

  test('F42 for documents that arrive by the hundred, which are told of together', async () => {
    const store = await open()
    await store.setSchema(site)
    await store.putBase(base(1))
    events.length = 0
    const fetched = noted('documents', store.putBases(bases(200, 5000)))
    const draft = noted('draft', store.putDraft({ ref: post('1'), changes: [en('title', 'Title 1', 'B')] }))
    expect(await fetched).toEqual(Array.from({ length: 200 }, () => 'updated'))
    await draft
    expect(order).toEqual(['draft', 'documents'])
    const told = events.filter(({ name }) => name === 'documents.changed')
    expect(told.length).toBeLessThan(50)
    const refs = told.flatMap((event) => (event.name === 'documents.changed' ? event.payload.refs : []))
    expect(new Set(refs.map(refKey)).size).toBe(200)
  })

  test('F40 for the rows of a long page, which is there only when all of them are', async () => {
    const store = await open()
    await store.setSchema(site)
    await store.putBase(base(1))
    const rows = bases(400, 1500).map(({ data, updatedAt }, index) => ({
      id: String(index),
      data,
      updatedAt,
      status: null,
      hasPublished: null,
    }))
    const query = list({ limit: 500, sort: '-id' })
    const page = { query, rows: rows.toReversed(), totalDocs: 400, collectionTotal: 400 }
    const put = noted('page', store.putListPage(page))
    const draft = noted('draft', store.putDraft({ ref: post('1'), changes: [en('title', 'Title 1', 'B')] }))
    await Promise.all([put, draft])
    expect(order).toEqual(['draft', 'page'])
    const shown = await store.list(query)
    expect(shown).toMatchObject({ source: 'server', totalDocs: 400 })
    expect(shown.rows.map(({ ref }) => refId(ref))).toEqual(page.rows.map(({ id }) => id))
  })

  test('a list has every write that was answered before it was asked for', async () => {
    const store = await open()
    await store.setSchema(site)
    await store.putBases(bases(50))
    expect((await store.list(list({ search: 'title' }))).totalDocs).toBe(50)
    for (let round = 0; round < 20; round++) {
      await store.putDraft({ ref: post('7'), changes: [en('title', 'Title 7', `Changed ${round}`)] })
      const page = await store.list(list({ search: `changed ${round}` }))
      expect(page.rows.map(({ data }) => data['title'])).toEqual([{ en: `Changed ${round}` }])
    }
  })

  test('where the worker that reads has died, writing goes on, and the next list is answered', async () => {
    const file = join(folder, 'dying-reader.ts')
    const serve = JSON.stringify(new URL('../../../main/store/worker/serve-store.ts', import.meta.url).href)
    const types = JSON.stringify(new URL('../../../shared/fields/registry.ts', import.meta.url).href)
    writeFileSync(
      file,
      `import { parentPort, workerData } from 'node:worker_threads'
       import { openAt, serveReader, serveStore } from ${serve}
       import { fieldTypes } from ${types}
       const { file, role } = workerData
       if (role === 'reader') {
         parentPort.on('message', ({ input }) => { if (input?.search === 'die') process.exit(1) })
         serveReader(parentPort, file, fieldTypes)
       } else if (role === 'writer') serveStore(parentPort, openAt(file), fieldTypes)`,
    )
    const store = await open(pathToFileURL(file))
    await store.setSchema(site)
    await store.putBases(bases(3))
    await expect(store.list(list({ search: 'die' }))).rejects.toMatchObject({ code: 'closed' })
    await store.putDraft({ ref: post('1'), changes: [en('title', 'Title 1', 'B')] })
    expect((await store.list(list({ search: 'b' }))).totalDocs).toBe(1)
    expect(fatal).toEqual([])
  })
})
