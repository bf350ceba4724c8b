import { describe, expect, test } from 'vitest'
import type { ApiAnswer } from '../../../main/server/http/api-client.ts'
import { settleKnown } from '../../../main/server/send/settle-known.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { commit, entriesOf, give, leave, setUpBench } from '../store/support/bench.ts'
import { at, author, en, post, set } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()
const NEW = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

test('SY8 edits of a document that a list brought before its creation was known stay its edits where somebody has written since', async () => {
  const { store } = bench
  const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
  const key = commit(store, made, [set('name', null, 'Ada')], 'save', null)
  leave(store, key)
  const read = { name: 'Ada', bio: 'Theirs', createdAt: at(5) }
  give(store, author('7'), read, 8)
  commit(store, author('7'), [set('name', 'Ada', 'Ada L.')], 'save', null)
  const [entry] = entriesOf(store, made)
  if (!entry) throw new Error('Nothing is queued')
  const site = sendingSite(store, ({ path }) =>
    path.startsWith('/authors/7?') ? http(200, { id: 7, ...read, updatedAt: at(8) }) : null,
  )
  await settleKnown(site, entry, { id: 7, updatedAt: at(5) })
  expect(outboxOf(store)).toMatchObject([
    { ref: author('7'), isGone: false, entries: [{ state: 'waiting', problem: null }] },
  ])
})

describe('SY16 a write that the server did, and that somebody has written over since', () => {
  /**
   * Settles the queued write, which made revision 5; by now the post is at revision 9. `versions`: the server's answer
   * to the question for the version of revision 5. Returns what becomes of the entry.
   */
  async function settle(versions: ApiAnswer) {
    const { store } = bench
    const [entry] = entriesOf(store, post('1'))
    if (!entry) throw new Error('Nothing is queued')
    const site = sendingSite(store, ({ path }) => {
      if (path.startsWith('/posts/versions?')) return versions
      const own = { id: 1, createdAt: at(0), updatedAt: at(9), _status: 'draft' }
      return path.startsWith('/posts/1?') ? http(200, { ...own, title: { en: 'Theirs' }, slug: 'b' }) : null
    })
    return settleKnown(site, entry, { id: 1, updatedAt: at(5) })
  }
  const page = (docs: JsonObject[]) => http(200, { docs, totalDocs: docs.length })
  /** The server dropped the title. */
  const left = {
    parent: 1,
    version: { title: { en: 'A' }, slug: 'b', createdAt: at(0), updatedAt: at(5), _status: 'draft' },
  }

  function sendUnknown() {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    leave(store, commit(store, post('1'), [en('title', 'A', 'B'), set('slug', 'a', 'b')]))
  }
  const results = () =>
    bench.store.sentEntries().flatMap(({ cells }) => cells.map(({ path, result }) => [path, result]))

  test.each<[string, ApiAnswer]>([
    ['gets no answer', { kind: 'network', code: 'ECONNRESET' }],
    ['fails', http(500, { errors: [{ message: 'Something went wrong.' }] })],
    ['is to come later', http(429, undefined)],
  ])('SY4 stays of unknown outcome where the question for its version %s', async (_, answer) => {
    sendUnknown()
    expect(await settle(answer)).toMatchObject({ type: 'retry' })
    expect(entriesOf(bench.store, post('1'))).toMatchObject([{ state: 'unknown' }])
    await settle(page([left]))
    expect(results()).toEqual([
      ['title', 'not-saved'],
      ['slug', 'saved'],
    ])
  })

  test.each<[string, ApiAnswer]>([
    ['are not for this user', http(403, { errors: [{ message: 'No.' }] })],
    ['are not there', http(404, { errors: [{ message: 'No.' }] })],
    ['cannot be asked for', http(400, { errors: [{ message: 'No.' }] })],
    ['have it no more', page([])],
  ])('is told by what the document holds where the versions %s', async (_, answer) => {
    sendUnknown()
    expect(await settle(answer)).toMatchObject({ type: 'sent' })
    expect(results()).toEqual([
      ['title', 'sent'],
      ['slug', 'saved'],
    ])
  })
})
