import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openExportFile, writeFailure, type Handle } from '../../../main/exports/export-file.ts'
import { exportList, type ExportOptions } from '../../../main/exports/export-list.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import type { CallInput, EventPayload } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { commit, give, leave, setUpBench } from '../store/support/bench.ts'
import { at, author, en, post } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-export-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Input = CallInput<'exports.write'>
const SHOWN: Input['columns'] = [
  { path: 'title', label: 'Title' },
  { path: 'kind', label: 'Kind' },
  { path: 'author', label: 'Author' },
  { path: 'views', label: 'Views' },
]
const input = (more: Partial<Input> = {}): Input => ({
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  from: 'list',
  query: { slug: 'posts', sort: 'id', search: '', where: null, locale: 'en' },
  ids: null,
  format: 'csv',
  columns: SHOWN,
  name: 'Posts',
  ...more,
})

const doc = (id: number, more: JsonObject = {}): JsonObject => ({
  id,
  title: { en: `Post ${id}`, de: `Beitrag ${id}` },
  updatedAt: at(id),
  _status: 'draft',
  ...more,
})

/** Returns a server with these documents, and records the requests. */
function server(docs: JsonObject[], asked: string[] = []) {
  return sendingSite(bench.store, ({ path }) => {
    asked.push(decodeURIComponent(path))
    if (path.startsWith('/authors?')) return http(200, { docs: [{ id: 7, name: 'Ada' }], totalDocs: 1 })
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1)
    const limit = Number(/[?&]limit=(\d+)/.exec(path)?.[1] ?? 10) || docs.length
    const ids = [...decodeURIComponent(path).matchAll(/where\[id\]\[in\](?:\[0\])?=([\w,-]+)/g)].flatMap(
      ([, some = '']) => some.split(','),
    )
    const found = ids.length > 0 ? docs.filter(({ id }) => ids.includes(JSON.stringify(id))) : docs
    return http(200, {
      docs: ids.length > 0 ? found : found.slice((page - 1) * limit, page * limit),
      totalDocs: found.length,
    })
  })
}

async function run(
  site: ReturnType<typeof sendingSite>,
  what: Input,
  more: Partial<ExportOptions> = {},
): Promise<{ result: Awaited<ReturnType<typeof exportList>>; progress: EventPayload<'exports.progress'>[] }> {
  const progress: EventPayload<'exports.progress'>[] = []
  const result = await exportList(site, what, {
    types: fieldTypes,
    language: 'en',
    isOnline: true,
    askWhere: async (name, format) => Promise.resolve(join(folder, `${name}.${format}`)),
    onProgress: (told) => progress.push(told),
    signal: new AbortController().signal,
    ...more,
  })
  return { result, progress }
}
const written = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('all that match comes from the server, in its order, with the edits of this computer, as the list says it', async () => {
  give(bench.store, post('2'), { title: { en: 'Post 2' } })
  commit(bench.store, post('2'), [en('title', 'Post 2', '=Edited, "here"')])
  bench.store.createDocument({ slug: 'posts', id: TEMP, data: {} })
  commit(bench.store, post(TEMP), [en('title', null, 'New here')])
  const asked: string[] = []
  const site = server([doc(1, { kind: 'news', author: 7, views: -3 }), doc(2), doc(3)], asked)
  const { result, progress } = await run(site, input())
  expect(written('Posts.csv')).toBe(
    '\uFEFFTitle,Kind,Author,Views\r\nNew here,,,\r\nPost 1,news,Ada,-3\r\n"\'=Edited, ""here""",,,\r\nPost 3,,,\r\n',
  )
  expect(result).toEqual({
    outcome: 'saved',
    path: join(folder, 'Posts.csv'),
    documents: 4,
    leftOut: 0,
    source: 'server',
  })
  expect(progress.at(-1)).toMatchObject({ done: 4, total: 4 })
  expect(readdirSync(folder)).toEqual(['Posts.csv'])
  expect(asked[0]).toContain('sort=id')
})

test('several pages are written piece by piece, each document once', async () => {
  const docs = Array.from({ length: 1203 }, (_, index) => doc(index + 1))
  const { result, progress } = await run(server(docs), input({ format: 'json', columns: null }))
  expect(result).toMatchObject({ outcome: 'saved', documents: 1203 })
  const read: unknown = JSON.parse(written('Posts.json'))
  expect(read).toEqual(docs.map((one, index) => ({ ...one, title: `Post ${index + 1}` })))
  expect(progress.map(({ done }) => done)).toEqual([
    ...Array.from({ length: 12 }, (_, i) => (i + 1) * 100),
    1203,
  ])
})

test('a document that is saved while it is asked which there are is exported all the same', async () => {
  const docs = Array.from({ length: 603 }, (_, index) => doc(index + 1))
  const site = server(docs)
  const { request } = site.client
  site.client.request = async (asked) => {
    const answer = await request(asked)
    // A save moves the last one to the front.
    docs.unshift(...docs.splice(-1))
    return answer
  }
  const { result } = await run(site, input({ format: 'json', columns: null }))
  expect(result).toMatchObject({ outcome: 'saved', documents: 603 })
  const titles = Array.from({ length: 603 }, (_, index) => `Post ${index + 1}`)
  const read: unknown = JSON.parse(written('Posts.json'))
  expect(read).toEqual(titles.map((title): unknown => expect.objectContaining({ title })))
})

test('what was made here and is sent meanwhile is exported once, by its real id', async () => {
  bench.store.createDocument({ slug: 'posts', id: TEMP, data: {} })
  const created = commit(bench.store, post(TEMP), [en('title', null, 'New here')])
  const asked: string[] = []
  const sent = doc(9, { title: { en: 'New here' }, createdAt: at(1) })
  const site = server([sent, doc(1)], asked)
  const { request } = site.client
  site.client.request = async (what) => {
    // It is sent before the server answers with the documents.
    if (asked.length === 0) {
      leave(bench.store, created)
      bench.store.settleSent({ key: created, answer: { data: { ...sent, title: 'New here' }, locale: 'en' } })
    }
    return request(what)
  }
  const all = await run(site, input({ format: 'json', columns: null }))
  expect(all.result).toMatchObject({ outcome: 'saved', documents: 2, leftOut: 0 })
  expect(JSON.parse(written('Posts.json'))).toMatchObject([
    { id: 9, title: 'New here' },
    { id: 1, title: 'Post 1' },
  ])
  const selected = input({ ids: [TEMP, '9'], format: 'json', columns: null })
  for (const isOnline of [true, false]) {
    expect((await run(site, selected, { isOnline })).result).toMatchObject({ documents: 1, leftOut: 0 })
    expect(JSON.parse(written('Posts.json'))).toMatchObject([{ id: 9, title: 'New here' }])
  }
  expect(asked.filter((path) => path.includes('tmp_'))).toEqual([])
})

test('what is too much for one answer is asked for in smaller pieces', async () => {
  const docs = Array.from({ length: 130 }, (_, index) => doc(index + 1))
  const site = server(docs)
  const { request } = site.client
  site.client.request = async (what) => {
    const answer = await request(what)
    const isWhole = !what.path.includes('limit=0&')
    const { length } = decodeURIComponent(what.path).split(',')
    return isWhole && length > 30 ? { kind: 'network', code: 'too-large' } : answer
  }
  const { result } = await run(site, input({ format: 'json', columns: null }))
  expect(result).toMatchObject({ outcome: 'saved', documents: 130 })
  const read: unknown = JSON.parse(written('Posts.json'))
  expect(read).toEqual(docs.map((one, index) => ({ ...one, title: `Post ${index + 1}` })))
})

test('only what is selected is exported, and what is to be deleted is not', async () => {
  for (const id of ['1', '2', '3']) give(bench.store, post(id), { title: { en: `Post ${id}` } })
  bench.store.commitDraft({ ref: post('3'), locale: 'en', changes: [], mode: 'delete' })
  const { result } = await run(server([doc(1), doc(2), doc(3)]), input({ ids: ['2', '3'], format: 'json' }))
  expect(result).toMatchObject({ outcome: 'saved', documents: 1, leftOut: 0 })
  expect(JSON.parse(written('Posts.json'))).toEqual([
    { title: 'Post 2', kind: null, author: null, views: null },
  ])
})

test('without the server it is what is on this computer, and it is said how many are not', async () => {
  give(bench.store, author('7'), { name: 'Ada' })
  give(bench.store, post('1'), { title: { en: 'Whole' }, author: 7, meta: { title: { en: 'M' } } })
  const rows = [
    {
      id: '2',
      data: { id: 2, title: { en: 'Row' } },
      updatedAt: at(2),
      status: 'draft' as const,
      hasPublished: false,
    },
  ]
  bench.store.putListPage({
    query: { slug: 'posts', sort: 'id', search: '', where: null, locale: 'en', page: 1, limit: 10 },
    rows,
    totalDocs: 5,
    collectionTotal: 5,
  })
  const offline = { isOnline: false }
  const shown = await run(server([]), input(), offline)
  expect(shown.result).toMatchObject({ documents: 2, leftOut: 0, source: 'computer' })
  expect(written('Posts.csv')).toBe('\uFEFFTitle,Kind,Author,Views\r\nWhole,,Ada,\r\nRow,,,\r\n')
  const all = await run(server([]), input({ columns: null }), offline)
  // The second document has only its list columns here.
  expect(all.result).toMatchObject({ documents: 1, leftOut: 1, source: 'computer' })
  const [head = '', line = ''] = written('Posts.csv').split('\r\n')
  expect(head).toBe(
    '\uFEFFid,title,slug,tags,views,kind,author,related,body,meta.title,words,layout,_status,createdAt,updatedAt',
  )
  expect(line).toMatch(/^1,Whole,,,,,7,,,M,,,draft,/)
})

test('the trash is exported out of the server, and not without it', async () => {
  const asked: string[] = []
  const site = server([doc(4, { deletedAt: at(9) })], asked)
  expect((await run(site, input({ from: 'trash' }))).result).toMatchObject({ documents: 1 })
  expect(asked.every((path) => path.includes('trash=true'))).toBe(true)
  expect(asked[0]).toContain('[deletedAt][exists]=true')
  rmSync(join(folder, 'Posts.csv'))
  expect((await run(site, input({ from: 'trash' }), { isOnline: false })).result).toEqual({
    outcome: 'offline',
  })
  expect(readdirSync(folder)).toEqual([])
})

test('what lets somebody in is in no file', async () => {
  const users = sendingSite(bench.store, () =>
    http(200, {
      docs: [{ id: 1, email: 'a@b.c', apiKey: 'secret', sessions: [{ id: 's' }], hash: 'h' }],
      totalDocs: 1,
    }),
  )
  const query = { ...input().query, slug: 'users' }
  await run(users, input({ query, format: 'json', columns: null }))
  expect(JSON.parse(written('Posts.json'))).toEqual([{ id: 1, email: 'a@b.c' }])
})

test('stopped in the middle it leaves what was there before, and nothing half', async () => {
  writeFileSync(join(folder, 'Posts.csv'), 'before')
  const stop = new AbortController()
  const docs = Array.from({ length: 300 }, (_, index) => doc(index + 1))
  const { result } = await run(server(docs), input(), { signal: stop.signal, onProgress: () => stop.abort() })
  expect(result).toEqual({ outcome: 'cancelled' })
  expect(readdirSync(folder)).toEqual(['Posts.csv'])
  expect(written('Posts.csv')).toBe('before')
})

test('a server that goes away in the middle leaves nothing half', async () => {
  let questions = 0
  const docs = Array.from({ length: 300 }, (_, index) => doc(index + 1))
  const whole = server(docs)
  const { client } = whole
  const site = {
    ...whole,
    client: {
      ...client,
      request: async (request: Parameters<typeof client.request>[0]) => {
        questions += 1
        return questions > 2 ? http(500, { errors: [{ message: 'Broken.' }] }) : client.request(request)
      },
    },
  }
  expect((await run(site, input())).result).toEqual({ outcome: 'refused', message: 'Broken.' })
  expect(readdirSync(folder)).toEqual([])
})

test('a document that the server gives twice in an order of many values is exported once', async () => {
  const site = server([doc(1), doc(2)])
  const { request } = site.client
  const twice = http(200, { docs: [{ id: 1 }, { id: 2 }, { id: 1 }], totalDocs: 3 })
  site.client.request = async (what) => (what.path.includes('limit=0&') ? twice : request(what))
  const { result } = await run(site, input())
  expect(result).toMatchObject({ outcome: 'saved', documents: 2 })
})

test('where the server gives fewer than it says there are, nothing is kept', async () => {
  for (const isAll of [true, false]) {
    const site = sendingSite(bench.store, ({ path }) =>
      isAll || !path.includes('pagination')
        ? http(200, { docs: [doc(1), doc(2)], totalDocs: isAll ? 9 : 2 })
        : http(200, { docs: [doc(1)], totalDocs: 2 }),
    )
    expect((await run(site, input())).result).toEqual({ outcome: 'refused', message: '' })
    expect(readdirSync(folder)).toEqual([])
  }
})

test('a full disk is said, and leaves what was there', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  writeFileSync(join(folder, 'Posts.csv'), 'before')
  const appendFile = vi.fn<Handle['appendFile']>().mockResolvedValueOnce().mockRejectedValue(full)
  const close = vi.fn<Handle['close']>().mockResolvedValue()
  const file = await openExportFile(join(folder, 'Posts.csv'), async () =>
    Promise.resolve({ appendFile, close, sync: async () => Promise.resolve() }),
  )
  await file.append('a')
  await expect(file.append('b')).rejects.toThrow(full)
  await file.abandon()
  expect(close).toHaveBeenCalled()
  expect(written('Posts.csv')).toBe('before')
  expect(writeFailure(full)).toMatchObject({ outcome: 'failed', reason: 'disk-full' })
})

test('where it may not be written, and where a file is that nobody was asked about, is said', async () => {
  const site = server([doc(1)])
  const nowhere = await run(site, input(), {
    askWhere: async () => Promise.resolve(join(folder, 'no', 'x.csv')),
  })
  expect(nowhere.result).toMatchObject({ outcome: 'failed', reason: 'other' })
  writeFileSync(join(folder, 'x.csv'), 'before')
  const taken = await run(site, input(), { askWhere: async () => Promise.resolve(join(folder, 'x')) })
  expect(taken.result).toMatchObject({ outcome: 'failed', reason: 'there-already' })
  expect(written('x.csv')).toBe('before')
  expect((await run(site, input(), { askWhere: async () => Promise.resolve(null) })).result).toEqual({
    outcome: 'cancelled',
  })
})
