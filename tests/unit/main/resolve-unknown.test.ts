import { describe, expect, test } from 'vitest'
import { createEntrySender } from '../../../main/server/send/send-entry.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { commit, entriesOf, give, leave, setUpBench } from '../store/support/bench.ts'
import { at, de, post, set, site as schema } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()
const row = (id: string): JsonObject => ({ id, blockType: 'hero', size: 'wide' })
const asFound = (layout: Json, status: string, seconds: number) =>
  http(200, { id: 1, layout, createdAt: at(0), updatedAt: at(seconds), _status: status })

/** Sends an edit of unknown outcome to a server without the companion, which has `layout` by now. */
async function lookUp(changes: Change[], before: Json, layout: Json) {
  const { store } = bench
  give(store, post('1'), { layout: before })
  const key = commit(store, post('1'), changes, 'publish')
  leave(store, key)
  store.settleRetry({ key, outcomeUnknown: true })
  const writes: string[] = []
  const site = sendingSite(store, ({ method, path }) => {
    if (method !== 'GET') writes.push(path)
    return path.startsWith('/posts/1?') ? asFound(layout, 'published', 3) : null
  })
  return { outcome: await createEntrySender(site).send(key), writes }
}

const adding = (id: string): Change => ({
  kind: 'rows',
  locale: null,
  path: 'layout',
  from: [],
  to: [id],
  added: { [id]: row(id) },
  removed: {},
})

describe('SY4 SY6 an edit of unknown outcome is done where nothing of it is left to do on what is there', () => {
  test('SY12 also where somebody has added to the list that it wrote', async () => {
    const { outcome, writes } = await lookUp([adding('mine')], [], [row('mine'), row('theirs')])
    expect(outcome).toMatchObject({ type: 'sent' })
    expect(writes).toEqual([])
    expect(entriesOf(bench.store, post('1'))).toEqual([])
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      state: { kind: 'saved' },
      base: { updatedAt: at(3), status: 'published', data: { layout: [row('mine'), row('theirs')] } },
    })
    expect(bench.store.sentEntries()).toMatchObject([{ cells: [{ path: 'layout', result: 'saved' }] }])
  })

  test('SY7 and not where the row that it emptied a field of is gone', async () => {
    const { outcome } = await lookUp([set('layout.h.size', 'wide', null)], [row('h')], [])
    expect(outcome).toMatchObject({ type: 'parked', problem: { code: 'conflict' } })
  })
})

test('F80 SY13 a creation that does not fit the schema any more goes not again to the letter', async () => {
  const { store } = bench
  const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  const made = store.createDocument({ slug: 'posts', id, data: {} })
  const key = commit(store, made, [de('title', null, 'Nord')], 'draft', 'de')
  const prepared = store.prepareSend(key)
  if (!prepared) throw new Error('The entry cannot be sent')
  store.markSending({ key, request: { ...prepared.request, sentAfter: at(1) } })
  store.settleRetry({ key, outcomeUnknown: true })
  const writes: string[] = []
  const date = new Date(at(2)).toUTCString()
  const answers = sendingSite(store, ({ method, path }) => {
    if (method !== 'GET') writes.push(path)
    if (path.startsWith('/desktop/writes/'))
      return http(200, { state: 'absent', keepsForMs: 9e9, wouldKeep: true }, { date })
    return path.startsWith('/posts?')
      ? http(200, { docs: [], totalDocs: 0, hasNextPage: false }, { date })
      : null
  })
  const locales = [{ code: 'en', label: 'English', rtl: false, fallbacks: [] }]
  store.setSchema({ ...schema, localization: { defaultLocale: 'en', locales } })
  expect(await createEntrySender(answers).send(key)).toMatchObject({ type: 'retry' })
  expect(writes).toEqual([])
  expect(entriesOf(store, made)).toMatchObject([{ key, state: 'unknown' }])
})

test('SY4 SY11 a page of somebody on the way says nothing of what became of a creation, and nobody is asked', async () => {
  const { store } = bench
  const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  const made = store.createDocument({ slug: 'posts', id, data: {} })
  const key = commit(store, made, [set('slug', null, 'nord')], 'draft')
  const prepared = store.prepareSend(key)
  if (!prepared) throw new Error('The entry cannot be sent')
  store.markSending({ key, request: { ...prepared.request, sentAfter: at(1) } })
  store.settleRetry({ key, outcomeUnknown: true })
  const other = { id: 7, slug: 'south', createdAt: at(2), updatedAt: at(2), _status: 'draft' }
  const site = sendingSite(store, ({ path }) => {
    if (path.startsWith('/desktop/writes/')) return http(200, undefined)
    return path.startsWith('/posts?') ? http(200, { docs: [other], totalDocs: 1, hasNextPage: false }) : null
  })
  expect(await createEntrySender(site).send(key)).toMatchObject({ type: 'retry' })
  expect(store.getEntry(key)).toMatchObject({ state: 'unknown' })
})

/** Found by `npm run soak -- --seed=821`. */
test('SY5 an edit goes again only as long as somebody there compares its base', async () => {
  const { store } = bench
  give(store, post('1'), { slug: 'north' })
  const key = commit(store, post('1'), [set('slug', 'north', 'mine')], 'draft')
  leave(store, key)
  store.settleRetry({ key, outcomeUnknown: true })
  const writes: string[] = []
  const theirs = { id: 1, slug: 'theirs', createdAt: at(0), updatedAt: at(3), _status: 'draft' }
  const site = sendingSite(store, ({ method, path }) => {
    if (method !== 'GET') writes.push(path)
    if (path.startsWith('/desktop/writes/'))
      return http(200, { state: 'absent', keepsForMs: 9e9, wouldKeep: true })
    return path.startsWith('/posts/1?') ? http(200, theirs) : null
  })
  site.companion.described({ base: true, key: true })
  const markSending: typeof site.store.markSending = async (input) => {
    await site.store.markSending(input)
    // The answer of another write that was sent at the same time.
    site.companion.described({ base: false, key: false })
  }
  const sender = createEntrySender({
    ...site,
    store: new Proxy(site.store, {
      get: (real, name) => (name === 'markSending' ? markSending : Reflect.get(real, name)),
    }),
  })
  expect(await sender.send(key)).toMatchObject({ type: 'retry', retryAfterMs: 0 })
  expect(writes).toEqual([])
  expect(store.getEntry(key)).toMatchObject({ state: 'unknown' })
  expect(await sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'conflict' } })
  expect(writes).toEqual([])
})

/**
 * Found by `npm run soak -- --seed=823`: a proxy sent the request twice and returned the second answer. With 833
 * another request had failed meanwhile, after which the server's features are unknown.
 */
test.each([
  { when: 'where the companion is known to be there', isForgotten: false },
  { when: 'where nothing is known of the server since it was out of reach', isForgotten: true },
])(
  'SY4 SY9 a creation that is answered as nobody’s is asked for by its key before it goes again, $when',
  async ({ isForgotten }) => {
    const { store } = bench
    const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
    const made = store.createDocument({ slug: 'posts', id, data: {} })
    const key = commit(store, made, [set('slug', null, 'nord')], 'draft')
    let isSignedIn = true
    const keys: (string | null)[] = []
    const answers = sendingSite(store, ({ method, path, headers }) => {
      if (path.startsWith('/desktop/writes/'))
        return http(200, { state: 'done', status: 201, id: 7, updatedAt: at(2), keepsForMs: 9e9 })
      if (path.startsWith('/posts/7')) {
        const doc = { id: 7, slug: 'nord', createdAt: at(2), updatedAt: at(2), _status: 'draft' }
        return http(200, doc)
      }
      if (method !== 'POST') return null
      keys.push(headers?.['Idempotency-Key'] ?? null)
      isSignedIn = false
      if (isForgotten) answers.companion.forget()
      return http(403, { errors: [{ message: 'You are not allowed to perform this action.' }] })
    })
    answers.companion.described({ base: true, key: true })
    const site: typeof answers = {
      ...answers,
      checkConnection: async () => Promise.resolve({ status: isSignedIn ? 'online' : 'signed-out' }),
    }
    expect(await createEntrySender(site).send(key)).toEqual({ type: 'signed-out' })
    isSignedIn = true
    expect(await createEntrySender(site).send(key)).toMatchObject({ type: 'sent' })
    expect(keys).toHaveLength(1)
  },
)
