import { describe, expect, test, vi } from 'vitest'
import { createEntrySender } from '../../../main/server/send/send-entry.ts'
import type { ApiAnswer } from '../../../main/server/http/api-client.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { getValue } from '../../../shared/document/path.ts'
import type { Problem } from '../../../shared/sync/entry.ts'
import { commit, entriesOf, give, leave, setUpBench, shown } from '../store/support/bench.ts'
import { at, de, en, note, post, set, site as schema } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()
const failed = problemOf('server-error', { status: 500, message: 'Something went wrong.' })

/** The server's document after the draft: `title` B. */
const done = http(200, { id: 1, title: { en: 'B' }, createdAt: at(0), updatedAt: at(2), _status: 'draft' })
const fields = schema.collections[0]?.fields ?? []
const isDocument = (path: string): boolean => path.startsWith('/posts/1?') && !path.includes('select')

describe('SY4 an entry that is mended while it is looked up what came of it', () => {
  test('SY4 a publish that joined it meanwhile is not taken for done', async () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: true, problem: failed })
    let pressed = false
    const site = sendingSite(store, ({ path }) => {
      if (!isDocument(path)) return null
      if (!pressed) commit(store, post('1'), [], 'publish')
      pressed = true
      return done
    })
    await createEntrySender(site).send(key)
    expect(store.getDocument(post('1'))).toMatchObject({
      state: { kind: 'waiting', count: 1 },
      base: { updatedAt: at(2), status: 'draft', data: { title: { en: 'B' } } },
    })
    expect(entriesOf(store, post('1'))).toMatchObject([{ mode: 'publish', state: 'waiting', changes: [] }])
    expect(store.sentEntries()).toMatchObject([{ mode: 'draft' }])
  })

  test('SY4 an edit that took its place meanwhile is sent over what the server has by then', async () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    commit(store, post('1'), [en('title', 'A', 'B'), de('title', null, 'Ö')])
    const [first] = entriesOf(store, post('1'))
    leave(store, first?.key ?? '')
    store.settleRetry({ key: first?.key ?? '', outcomeUnknown: true, problem: failed })
    let edited = false
    const site = sendingSite(store, ({ path }) => {
      if (!isDocument(path)) return null
      if (!edited) commit(store, post('1'), [en('title', 'B', 'C')])
      edited = true
      return done
    })
    await createEntrySender(site).send(first?.key ?? '')
    const left = entriesOf(store, post('1')).flatMap(({ changes }) => changes)
    expect(left).toHaveLength(2)
    expect(left).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ locale: 'en', from: 'B', to: 'C' }),
        expect.objectContaining({ locale: 'de', to: 'Ö' }),
      ]),
    )
  })

  test('SY4 a publish that was queued while it was sent stays behind it until that is known', async () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    for (let tries = 0; tries < 4; tries += 1) {
      leave(store, key)
      store.settleRetry({ key, outcomeUnknown: false, refused: true })
    }
    let isSent = false
    const site = sendingSite(store, ({ method, path }) => {
      if (method === 'PATCH') {
        commit(store, post('1'), [], 'publish')
        isSent = true
        return http(500, { errors: [{ message: 'Something went wrong.' }] })
      }
      if (path.includes('select')) return http(200, { updatedAt: at(1) })
      return isDocument(path) && isSent ? done : null
    })
    await createEntrySender(site).send(key)
    expect(entriesOf(store, post('1'))).toMatchObject([{ mode: 'publish', state: 'waiting' }])
    expect(store.getDocument(post('1'))?.base).toMatchObject({ updatedAt: at(2), status: 'draft' })
    expect(store.sentEntries()).toMatchObject([{ key, mode: 'draft' }])
  })
})

describe('SY5 an edit of unknown outcome that the server calls stale, since it did it', () => {
  /** Resends A to B; `meanwhile`: local edits while the document is read. */
  async function resend(meanwhile: () => void, read: ApiAnswer = done) {
    const site = sendingSite(bench.store, ({ method, path }) => {
      if (path.startsWith('/desktop/writes/'))
        return http(200, { state: 'absent', wouldKeep: true, keepsForMs: 86_400_000 })
      if (method === 'PATCH') return http(409, { errors: [{ message: 'Stale', data: { code: 'STALE' } }] })
      if (!isDocument(path)) return null
      if (!path.includes('draft=false')) meanwhile()
      return read
    })
    site.companion.described({ base: true, key: true })
    const [first] = entriesOf(bench.store, post('1'))
    return createEntrySender(site).send(first?.key ?? '')
  }
  const title = () => getValue(fields, shown(bench.store, post('1')).data, 'title', 'en')

  function unknownEdit(problem: { problem?: Problem } = {}) {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')], 'autosave')
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: true, ...problem })
  }

  test('SY3 keeps what was typed while the document was read', async () => {
    unknownEdit()
    const typeOn = () => void commit(bench.store, post('1'), [en('title', 'B', 'C')], 'autosave')
    expect(await resend(typeOn)).toMatchObject({ type: 'sent' })
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { state: 'waiting', changes: [{ from: 'B', to: 'C' }] },
    ])
    expect(title()).toBe('C')
  })

  test('SY10 keeps what waits behind it while it fails', async () => {
    unknownEdit({ problem: failed })
    commit(bench.store, post('1'), [en('title', 'B', 'C')], 'autosave')
    expect(await resend(() => undefined)).toMatchObject({ type: 'sent' })
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { state: 'waiting', problem: null, changes: [{ from: 'B', to: 'C' }] },
    ])
    expect(title()).toBe('C')
  })

  test('SY4 stays of unknown outcome where the document cannot be read', async () => {
    unknownEdit()
    expect(await resend(() => undefined, http(500, undefined))).toMatchObject({ type: 'retry' })
    expect(entriesOf(bench.store, post('1'))).toMatchObject([{ state: 'unknown' }])
  })
})

describe('SY4 an edit that failed when it went again, while its first try may still be on its way', () => {
  const SENT = Date.UTC(2031, 0, 2)

  /** A to B got no answer and was undone, B to A; it is sent again so many minutes later and fails. */
  async function failAgain(minutes: number, replayed: 'whole' | null = null) {
    const { store } = bench
    let answer: ApiAnswer = { kind: 'network', code: 'ECONNRESET' }
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const site = sendingSite(store, ({ method, path }) => {
      if (path.startsWith('/desktop/writes/'))
        return http(200, { state: 'absent', wouldKeep: true, keepsForMs: 86_400_000 })
      if (method === 'PATCH') return answer
      const now = { id: 1, title: { en: 'A' }, createdAt: at(0), updatedAt: at(1), _status: 'draft' }
      return isDocument(path) ? http(200, now) : null
    })
    const can = { base: true, key: true }
    site.companion.described(can)
    const sender = createEntrySender({ ...site, client: { ...site.client, serverTime: () => SENT } })
    await sender.send(key)
    commit(store, post('1'), [en('title', 'B', 'A')])
    const date = new Date(SENT + minutes * 60_000).toUTCString()
    answer = http(500, { errors: [{ message: 'Something went wrong.' }] }, { date, replayed })
    for (let tries = 0; tries < 5; tries += 1) {
      site.companion.described(can)
      await sender.send(key)
    }
  }

  test('SY10 keeps what took it back until nothing of it can arrive any more', async () => {
    await failAgain(1)
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { state: 'unknown', changes: [{ to: 'B' }] },
      { state: 'waiting', changes: [{ to: 'A' }] },
    ])
  })

  test('SY10 is mended by what took it back when its time is over', async () => {
    await failAgain(6)
    expect(entriesOf(bench.store, post('1'))).toEqual([])
    expect(bench.store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
  })

  test('is over where the server repeats what it said to its first try', async () => {
    await failAgain(1, 'whole')
    expect(entriesOf(bench.store, post('1'))).toEqual([])
  })
})

describe('SY4 SY8 a creation whose id is taken, since an earlier try of it arrived late', () => {
  const made = note('0f8fad5b-d9cb-469f-a165-70867728950e')

  /** Sends a failed creation with B, edited to C, while B arrives; `read`: the answer for its id. */
  async function sendMended(read: ApiAnswer, to: string) {
    const { store } = bench
    store.createDocument({ slug: 'notes', id: refId(made), data: {} })
    const key = commit(store, made, [set('title', null, 'B')], 'save', null)
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false, problem: failed })
    if (to !== 'B') commit(store, made, [set('title', 'B', to)], 'save', null)
    const site = sendingSite(store, ({ method, path }) => {
      if (method === 'POST') return http(409, { errors: [{ message: 'Taken', data: { code: 'EXISTS' } }] })
      return path.startsWith('/notes/') ? read : null
    })
    return createEntrySender(site).send(entriesOf(store, made)[0]?.key ?? '')
  }
  const found = http(200, { id: refId(made), title: 'B', createdAt: at(1), updatedAt: at(1) })

  test('SY6 is an edit from then on: what was typed since is not taken for sent', async () => {
    await sendMended(found, 'C')
    expect(bench.store.getDocument(made)).toMatchObject({ isNew: false, base: { data: { title: 'B' } } })
    expect(entriesOf(bench.store, made)).toMatchObject([{ create: false, changes: [{ to: 'C' }] }])
    expect(shown(bench.store, made).data).toMatchObject({ title: 'C' })
    expect(bench.store.sentEntries()).toEqual([])
  })

  test('is done where the document has all of it', async () => {
    expect(await sendMended(found, 'B')).toMatchObject({ type: 'sent' })
    expect(bench.store.getDocument(made)).toMatchObject({ isNew: false, state: { kind: 'saved' } })
    expect(bench.store.sentEntries()).toMatchObject([{ cells: [{ path: 'title', result: 'saved' }] }])
  })
})

describe('F58 a creation whose id, which a person typed, is taken', () => {
  async function sendTaken({ wasUnknown }: { wasUnknown: boolean }) {
    const { store } = bench
    const ref = store.createDocument({ slug: 'notes', id: 'tmp_1', data: {} })
    const key = commit(store, ref, [set('title', null, 'B')], 'save', null)
    if (wasUnknown) {
      leave(store, key)
      store.settleRetry({ key, outcomeUnknown: true })
    }
    const errors = [{ path: 'id', message: 'Value must be unique' }]
    const taken = { errors: [{ message: 'Taken', data: { code: 'EXISTS', errors } }] }
    const site = sendingSite(store, ({ method }) => (method === 'POST' ? http(409, taken) : null))
    await createEntrySender(site).send(key)
    return entriesOf(store, ref)[0]
  }

  test('F58 is refused at that field, and nothing is read of the document that has it', async () => {
    expect(await sendTaken({ wasUnknown: false })).toMatchObject({
      create: true,
      state: 'parked',
      problem: { code: 'validation', fields: [{ path: 'id', message: 'Value must be unique' }] },
    })
  })

  test('F58 SY4 may be its own, where an earlier try may have arrived', async () => {
    expect((await sendTaken({ wasUnknown: true }))?.problem?.code ?? 'unknown').toMatch(/unknown/)
  })
})

/** True for the large part of a settled write, which is cloned and compared with each call to the store. */
const isAnswer = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && ('answer' in input || 'found' in input)

test('SY16 an answer that has all that was sent goes to the store once', async () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  const given: unknown[] = []
  const counted = new Proxy(store, {
    get: (target, name) => (input: never) => {
      given.push(input)
      return (Reflect.get(target, name) as (one: never) => unknown)(input)
    },
  })
  const answered = { id: 1, title: 'B', createdAt: at(0), updatedAt: at(2), _status: 'draft' }
  const site = sendingSite(counted, ({ method, path }) => {
    if (method === 'PATCH') return http(200, { doc: answered })
    return path.includes('select') ? http(200, { updatedAt: at(1) }) : null
  })
  expect(await createEntrySender(site).send(key)).toMatchObject({ type: 'sent' })
  expect(store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
  expect(given.filter(isAnswer)).toHaveLength(1)
})

test('SY4 what cannot be settled while another one is freed is freed the next time', async () => {
  const site = sendingSite(bench.store, () => null)
  const freed = Promise.withResolvers<undefined>()
  const freeSending = vi.fn<() => Promise<undefined>>(async () => freed.promise)
  const prepareMove = async () => Promise.reject(new Error('The disk is full'))
  const sender = createEntrySender({ ...site, store: { ...site.store, prepareMove, freeSending } })
  await expect(sender.send('one')).rejects.toThrow('full')
  const freeing = sender.freeUnsettled()
  await expect(sender.send('two')).rejects.toThrow('full')
  freed.resolve(undefined)
  await freeing
  await sender.freeUnsettled()
  expect(freeSending).toHaveBeenCalledTimes(2)
  await sender.freeUnsettled()
  expect(freeSending).toHaveBeenCalledTimes(2)
})

test('SY4 where what was sent cannot be freed, it is tried again', async () => {
  const site = sendingSite(bench.store, () => null)
  const fail = async () => Promise.reject(new Error('The disk is full'))
  const freeSending = vi.fn<() => Promise<undefined>>(fail)
  const sender = createEntrySender({ ...site, store: { ...site.store, prepareMove: fail, freeSending } })
  await expect(sender.send('one')).rejects.toThrow('full')
  await expect(sender.freeUnsettled()).rejects.toThrow('full')
  await expect(sender.freeUnsettled()).rejects.toThrow('full')
  expect(freeSending).toHaveBeenCalledTimes(2)
})

test.each([
  ['somebody on the way refuses', http(403, undefined), { code: 'rejected' as const, status: 403 }],
  [
    'takes too long each time',
    { kind: 'network' as const, code: 'timeout' },
    { code: 'server-error' as const },
  ],
  ['is led elsewhere', { kind: 'network' as const, code: 'redirected' }, { code: 'rejected' as const }],
])(
  'SY9 a write that %s, while the server is there, counts as failing after five tries',
  async (_, answer, why) => {
    const { store } = bench
    const server = { id: 1, title: { en: 'A' }, createdAt: at(0), updatedAt: at(1), _status: 'draft' }
    give(store, post('1'), server)
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const site = sendingSite(store, ({ method, path }) =>
      method === 'PATCH' ? answer : path.startsWith('/posts/1?') ? http(200, server) : null,
    )
    const sender = createEntrySender(site)
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await sender.send(key)).toMatchObject({ type: 'retry' })
      expect(store.outboxCounts()).toMatchObject({ failing: 0 })
    }
    await sender.send(key)
    expect(store.getDocument(post('1'))?.state).toMatchObject({ kind: 'failing', problem: why })
  },
)

test('SY9 tries while the server cannot be reached do not count', async () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  const online = sendingSite(store, ({ method, path }) =>
    method === 'PATCH'
      ? { kind: 'network', code: 'ECONNREFUSED' }
      : path.includes('select')
        ? http(200, { updatedAt: at(1) })
        : null,
  )
  const sender = createEntrySender({
    ...online,
    checkConnection: async () => Promise.resolve({ status: 'offline' }),
  })
  for (let tries = 0; tries < 6; tries += 1) expect(await sender.send(key)).toEqual({ type: 'offline' })
  expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'waiting', problem: null, attempts: 0 }])
})

test('T1 SY4 what may have arrived is looked for at once, also while somebody else has the lock', async () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  leave(store, key)
  store.settleRetry({ key, outcomeUnknown: true })
  const site = sendingSite(store, ({ path }) => (isDocument(path) ? done : null))
  const holder = { by: 'Somebody else' } as never
  const ignore = () => undefined
  const locks = { holder: async () => Promise.resolve(holder), saved: ignore, refused: ignore }
  expect(await createEntrySender(site, locks).send(key)).toMatchObject({ type: 'sent' })
  expect(entriesOf(store, post('1'))).toEqual([])
})

test('T1 SY4 a creation leaves so that nothing on the way may send it again by itself, whoever keeps its key', async () => {
  const { store } = bench
  const ref = store.createDocument({ slug: 'posts', id: 'tmp_1', data: {} })
  const key = commit(store, ref, [en('title', null, 'Mine')])
  give(store, post('2'), { title: { en: 'A' } })
  const edit = commit(store, post('2'), [en('title', 'A', 'B')])
  const asked: [string, boolean | undefined][] = []
  const site = sendingSite(store, ({ method, neverRepeat }) => {
    if (method !== 'GET') asked.push([method, neverRepeat])
    return null
  })
  site.companion.described({ base: true, key: true })
  for (const one of [key, edit]) await createEntrySender(site).send(one)
  expect(asked).toEqual([
    ['POST', true],
    ['PATCH', false],
  ])
})

test('F80 SY13 where the schema moved it is asked for before a write leaves, which is made by the new one', async () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const key = commit(store, post('1'), [en('title', 'A', 'B'), set('slug', 'a', 'b')])
  const asked: unknown[] = []
  const site = sendingSite(store, ({ method, body, headers }) => {
    if (method !== 'PATCH') return null
    asked.push({ body, schema: headers?.['X-Galley-Schema'] })
    const doc = { id: 1, title: 'B', createdAt: at(0), updatedAt: at(2), _status: 'draft' }
    return http(200, { doc })
  })
  site.companion.described({ base: true, key: true })
  site.companion.adopted('old')
  site.companion.named('new')
  const sender = createEntrySender({
    ...site,
    refreshSchema: async () => {
      asked.push('schema')
      const posts = schema.collections.map((one) => ({
        ...one,
        fields: one.fields.filter((field) => !('name' in field && field.name === 'slug')),
      }))
      store.setSchema({ ...schema, collections: posts })
      site.companion.adopted('new')
      return Promise.resolve({ outcome: 'unchanged' })
    },
  })
  expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  expect(asked).toEqual(['schema', { body: { _status: 'draft', title: 'B' }, schema: 'new' }])
})

test('SY11 (part) a document that is read anew before a write does not go over what came meanwhile', async () => {
  const { store } = bench
  // From before the site localized its titles.
  give(store, post('1'), { title: 'A' })
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  const site = sendingSite(store, ({ path }) => {
    if (!isDocument(path)) return null
    give(store, post('1'), { title: { en: 'A', de: 'Ihrer' } }, 9)
    return http(200, { id: 1, title: { en: 'A' }, createdAt: at(0), updatedAt: at(2), _status: 'draft' })
  })
  expect(await createEntrySender(site).send(key)).toMatchObject({ type: 'retry', reason: 'busy' })
  expect(store.getDocument(post('1'))?.base).toMatchObject({
    updatedAt: at(9),
    data: { title: { en: 'A', de: 'Ihrer' } },
  })
})
