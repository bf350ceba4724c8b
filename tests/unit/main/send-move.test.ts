import { expect, test } from 'vitest'
import type { ApiAnswer } from '../../../main/server/http/api-client.ts'
import { createEntrySender, type EntrySender, type SendLocks } from '../../../main/server/send/send-entry.ts'
import { makeRef } from '../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { collection, text } from '../shared/build-fields.ts'
import { headKeys, setUpBench } from '../store/support/bench.ts'
import { at, site as plain } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()

const schema: SiteSchema = {
  ...plain,
  collections: [
    ...plain.collections,
    collection([text('_order'), text('title')], { slug: 'links', orderable: true, versions: null }),
  ],
}
const link = (id: string) => makeRef('collection', 'links', id)

function give(id: string, data: JsonObject, seconds: number): void {
  const base = { updatedAt: at(seconds), status: null, hasPublished: null }
  bench.store.putBase({ ref: link(id), data: { id, ...data, updatedAt: at(seconds) }, ...base })
}

/** Puts a link behind another one. */
function move(id: string, behind: string): string {
  const near = [{ id: behind, side: 'greater' as const }]
  const { key } = bench.store.moveDocument({ ref: link(id), move: { field: '_order', scope: null, near } })
  if (key === null) throw new Error('was not queued')
  return key
}

const moved = http(200, { success: true, orderValues: ['a9'] })
const places = http(200, {
  docs: ['1', '2', '3'].map((id) => ({ id, _order: `a${id}` })),
  totalDocs: 3,
  hasNextPage: false,
})

type Asked = Parameters<Parameters<typeof sendingSite>[1]>[0]

/** Sends moves of three links; `answers`: what is not said of where they are. */
function senderOf(answers: (request: Asked) => ApiAnswer | null, locks?: SendLocks): EntrySender {
  const { store } = bench
  store.setSchema(schema)
  for (const id of ['1', '2', '3']) give(id, { _order: `a${id}`, title: 'A' }, 1)
  const answer = (request: Asked): ApiAnswer | null =>
    answers(request) ?? (request.path.startsWith('/links?') ? places : null)
  const site = { ...sendingSite(store, answer), schema: () => schema }
  return createEntrySender(site, locks)
}

test.each([
  ['of the server', { errors: [{ message: 'Not Found' }] }],
  ['of somebody in between', { message: 'Route not found' }],
])(
  'a 404 %s to a move is no reason to give up: it is tried on, and counts as failing in the end',
  async (_, body) => {
    let isThere = false
    const sender = senderOf(({ method }) => {
      if (method !== 'POST') return null
      return isThere ? moved : http(404, body)
    })
    const key = move('1', '2')
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(bench.store.getMove(key)).toMatchObject({ state: 'waiting', problem: null })
      expect(await sender.send(key)).toMatchObject({ type: 'retry', retryAfterMs: tries === 1 ? 0 : null })
    }
    expect(bench.store.getMove(key)).toMatchObject({
      state: 'waiting',
      problem: { code: 'rejected', status: 404 },
    })
    isThere = true
    expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  },
)

test('a 404 to the question where the neighbours are does not say that the document is gone', async () => {
  const sender = senderOf(({ path }) =>
    path.startsWith('/links?') ? http(404, { message: 'No route' }) : null,
  )
  const key = move('1', '2')
  expect(await sender.send(key)).toMatchObject({ type: 'retry' })
  expect(bench.store.getMove(key)).toMatchObject({ state: 'waiting', problem: null, attempts: 1 })
})

test('SY11 (part) what was asked for after a move does not go over what came meanwhile', async () => {
  const sender = senderOf(({ method, path }) => {
    if (method === 'POST') return moved
    if (!path.startsWith('/links/1')) return null
    // Somebody else wrote it after that was read, and this was heard of first.
    give('1', { _order: 'a9', title: 'Theirs' }, 9)
    return http(200, { id: '1', _order: 'a9', title: 'A', updatedAt: at(5) })
  })
  expect(await sender.send(move('1', '2'))).toMatchObject({ type: 'sent' })
  expect(bench.store.getDocument(link('1'))).toMatchObject({
    moves: [],
    base: { updatedAt: at(9), data: { title: 'Theirs' } },
  })
})

test('what is asked for after a move becomes the base where nothing came meanwhile', async () => {
  const sender = senderOf(({ method, path }) => {
    if (method === 'POST') return moved
    if (!path.startsWith('/links/1')) return null
    return http(200, { id: '1', _order: 'a9', title: 'A', updatedAt: at(5) })
  })
  expect(await sender.send(move('1', '2'))).toMatchObject({ type: 'sent' })
  expect(bench.store.getDocument(link('1'))?.base).toMatchObject({ updatedAt: at(5), data: { _order: 'a9' } })
})

test('SY9 (part) a move waits while somebody has the lock, keeps its turn, and is a problem once that lasts', async () => {
  const nothing = (): void => undefined
  const locks = { holder: async () => Promise.resolve({ by: 'Ada' }), saved: nothing, refused: nothing }
  const sender = senderOf(() => null, locks)
  const key = move('1', '2')
  const behind = move('3', '1')
  for (let looks = 1; looks <= 3; looks += 1) {
    expect(bench.store.getMove(key)?.problem).toBeNull()
    expect(headKeys(bench.store)).toEqual([key])
    expect(await sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
  }
  expect(bench.store.getMove(key)).toMatchObject({ state: 'waiting', problem: { code: 'locked', by: 'Ada' } })
  expect(headKeys(bench.store)).toEqual([key, behind])
})
