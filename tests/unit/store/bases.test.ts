import { describe, expect, test } from 'vitest'
import { at, de, en, header, post, set } from './support/site.ts'
import { commit, entriesOf, give, headKeys, shown, leave, send, setUpBench } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()

describe('SY5 a base that moved', () => {
  test('SY5 edits made elsewhere in other fields are taken in under mine', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    expect(give(store, post('1'), { title: { en: 'A', de: 'Ö' }, slug: 'z' }, 2)).toBe('updated')
    expect(entriesOf(store, post('1'))).toMatchObject([
      { key, state: 'waiting', changes: [en('title', 'A', 'B')] },
    ])
    expect(store.prepareSend(key)?.request).toMatchObject({ baseUpdatedAt: at(2), body: { title: 'B' } })
    expect(store.getDocument(post('1'))?.base.data).toMatchObject({ slug: 'z', title: { en: 'A', de: 'Ö' } })
  })

  test('SY5 SY6 a global that the server has made anew asks before an edit goes over it', () => {
    const { store } = bench
    give(store, header, { motto: 'A' })
    commit(store, header, [set('motto', 'A', 'Mine')], 'save')
    give(store, header, { motto: 'Theirs', createdAt: at(5) }, 6)
    expect(entriesOf(store, header)).toMatchObject([
      { state: 'parked', problem: { code: 'conflict', conflicts: [{ path: 'motto', theirs: 'Theirs' }] } },
    ])
  })

  test('SY5 a change that is already applied is not sent again', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    commit(store, post('1'), [en('title', 'A', 'B')])
    give(store, post('1'), { title: { en: 'B' } }, 2)
    expect(outboxOf(store)).toEqual([])
  })

  test('SY6 the same field changed on both sides parks with base, mine and theirs', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    give(store, post('2'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'Mine'), set('slug', 'a', 'b')])
    const other = commit(store, post('2'), [en('title', 'A', 'B')])
    give(store, post('1'), { title: { en: 'Theirs' }, slug: 'a' }, 2)
    expect(entriesOf(store, post('1'))).toMatchObject([
      {
        key,
        state: 'parked',
        problem: {
          code: 'conflict',
          conflicts: [{ path: 'title', base: 'A', mine: 'Mine', theirs: 'Theirs' }],
        },
      },
    ])
    expect(headKeys(store)).toEqual([other])
  })

  test('F88 a form is told when somebody else wrote, and not when the server answered an own write', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const foreignWrites = () => store.openDocument(post('1'))?.foreignWrites
    expect(foreignWrites()).toBe(0)
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    send(store, key, { id: 1, title: 'B', slug: 'made-by-a-hook', updatedAt: at(2) })
    expect(foreignWrites()).toBe(0)
    give(store, post('1'), { title: { en: 'B' }, slug: 'theirs' }, 3)
    expect(foreignWrites()).toBe(1)
    const mine = commit(store, post('1'), [en('title', 'B', 'C')])
    store.discard(mine)
    expect(foreignWrites()).toBe(1)
    // An own write whose answer was lost, as it is found by reading.
    commit(store, post('1'), [en('title', 'B', 'D')])
    give(store, post('1'), { title: { en: 'D' }, slug: 'made-by-a-hook' }, 4)
    expect(entriesOf(store, post('1'))).toEqual([])
    expect(foreignWrites()).toBe(1)
  })

  test('SY5 a base is refused while a write is in flight, and changes nothing', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, key)
    expect(give(store, post('1'), { title: { en: 'Z' } }, 2)).toBe('busy')
    expect(store.getDocument(post('1'))?.base.updatedAt).toBe(at(1))
    bench.reopen()
    expect(give(bench.store, post('1'), { title: { en: 'Z' } }, 2)).toBe('busy')
    bench.store.settleRetry({ key, outcomeUnknown: false })
    expect(give(bench.store, post('1'), { title: { en: 'A' }, slug: 's' }, 2)).toBe('updated')
  })

  test('SY5 an answer that was asked for before an own write is refused', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    send(store, key, { id: 1, title: 'B', updatedAt: at(2) })
    const old = {
      ref: post('1'),
      data: { id: 1, title: { en: 'A' } },
      updatedAt: at(1),
      status: null,
      hasPublished: null,
    }
    expect(store.putBase({ ...old, askedAt: at(1) })).toBe('busy')
    expect(store.getDocument(post('1'))?.base.data['title']).toEqual({ en: 'B' })
  })

  test('SY5 an answer that says what is known already is no news, whenever it was asked for', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const same = { ref: post('1'), updatedAt: at(1), status: 'draft', hasPublished: false } as const
    const data = store.getDocument(post('1'))?.base.data ?? {}
    expect(store.putBase({ ...same, data, askedAt: null })).toBe('unchanged')
  })

  test('SY5 the same base twice is no change and sends no event', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    bench.events.length = 0
    expect(give(store, post('1'), { title: { en: 'A' } })).toBe('unchanged')
    expect(bench.events).toEqual([])
  })

  test('SY5 a form that commits over a base that moved under it is merged, or parks at once', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    give(store, post('1'), { title: { en: 'Theirs' }, slug: 'a' }, 2)
    commit(store, post('1'), [set('slug', 'a', 'b')])
    const parked = commit(store, post('1'), [en('title', 'A', 'Mine')])
    expect(entriesOf(store, post('1'))).toMatchObject([
      { state: 'waiting', changes: [set('slug', 'a', 'b')] },
      { key: parked, state: 'parked', problem: { code: 'conflict' } },
    ])
  })

  test('SY12 a publish of a document that somebody else changed asks before it is sent', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [], 'publish')
    give(store, post('1'), { title: { en: 'Z' } }, 2)
    expect(entriesOf(store, post('1'))).toMatchObject([
      { key, state: 'parked', problem: { code: 'base-moved' } },
    ])
    store.retry({ key, choices: {} })
    expect(store.prepareSend(key)?.request).toMatchObject({
      baseUpdatedAt: at(2),
      body: { _status: 'published' },
    })
  })

  test('SY12 a publish behind own edits is not disturbed by their own answers', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const edit = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, edit)
    const publish = commit(store, post('1'), [], 'publish')
    store.settleSent({ key: edit, answer: { data: { id: 1, title: 'B', updatedAt: at(2) }, locale: 'en' } })
    expect(headKeys(store)).toEqual([publish])
  })
})

describe('SY10 a document that is gone', () => {
  test('SY10 unsent work on a document deleted on the server waits for a person and comes back on retry', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const second = commit(store, post('1'), [de('title', null, 'Ö')], 'draft', 'de')
    store.removeBase(post('1'))
    expect(entriesOf(store, post('1')).map((entry) => entry.problem?.code)).toEqual(['gone', 'gone'])
    store.retry({ key, choices: {} })
    expect(headKeys(store)).toEqual([key])
    store.discard(key)
    expect(headKeys(store)).toEqual([second])
    store.discard(second)
    expect(store.getDocument(post('1'))).toBeNull()
  })

  test('SY10 edits never end up in a new document that got the id of the one that was deleted', () => {
    const { store } = bench
    const born = (minute: number): string => at(minute)
    give(store, post('1'), { title: { en: 'A' }, createdAt: born(1) }, 2)
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    give(store, post('1'), { title: { en: 'Somebody else’s' }, createdAt: born(5) }, 6)
    expect(store.getDocument(post('1'))).toMatchObject({
      isGone: false,
      base: { data: { title: { en: 'Somebody else’s' } } },
      entries: [],
    })
    const [old] = outboxOf(store)
    expect(old).toMatchObject({
      isGone: true,
      entries: [{ key, state: 'parked', problem: { code: 'gone' } }],
    })
    if (!old) throw new Error('The edit is nowhere')
    expect(shown(store, old.ref).data['title']).toEqual({ en: 'B' })
    expect(() => store.retry({ key, choices: {} })).toThrow(expect.objectContaining({ code: 'refused' }))
    expect(headKeys(store)).toEqual([])
    store.discard(key)
    expect(store.getDocument(old.ref)).toBeNull()
    expect(store.getDocument(post('1'))).not.toBeNull()
  })

  test('SY5 a creation date that was only corrected is not another document', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, createdAt: at(1) }, 3)
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    give(store, post('1'), { title: { en: 'A' }, createdAt: at(2) }, 4)
    expect(entriesOf(store, post('1'))).toMatchObject([{ key, state: 'waiting' }])
  })

  test('without unsent work it is forgotten, and a deletion that waits is already applied', () => {
    const { store } = bench
    for (const id of ['1', '2']) give(store, post(id), { title: { en: 'A' } })
    commit(store, post('2'), [], 'delete')
    for (const id of ['1', '2']) store.removeBase(post(id))
    expect(store.getDocument(post('1'))).toBeNull()
    expect(store.getDocument(post('2'))).toBeNull()
    expect(store.outboxCounts().waiting).toBe(0)
  })
})

test('staleBases names what is missing or older', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } }, 5)
  give(store, post('2'), { title: { en: 'A' } }, 5)
  const rows = [
    { id: '1', updatedAt: at(5) },
    { id: '2', updatedAt: at(6) },
    { id: '3', updatedAt: at(1) },
  ]
  expect(store.staleBases({ slug: 'posts', rows })).toEqual([
    { id: '2', updatedAt: at(5) },
    { id: '3', updatedAt: null },
  ])
})

test('SY13 data that the schema does not know is kept, also before any schema is known', () => {
  const { store } = bench
  const plugin = { kind: 'collection', slug: 'plugin-things', id: '1' } as const
  give(store, plugin, { strange: [{ a: 1 }], text: { en: 'x' } })
  give(store, post('1'), { title: { en: 'A' }, unknownField: { deep: [1, 2] } })
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  send(store, key, { id: 1, title: 'B', unknownField: { deep: [1, 2] }, updatedAt: at(2) })
  expect(store.getDocument(plugin)?.base.data).toMatchObject({ strange: [{ a: 1 }], text: { en: 'x' } })
  expect(store.getDocument(post('1'))?.base.data['unknownField']).toEqual({ deep: [1, 2] })
})

describe('a document that the server does not have', () => {
  test('F87 keeps what is unsent, also where nothing else is known of the document', () => {
    const { store, database } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    database.db.exec('DELETE FROM documents')
    store.removeBase(post('1'))
    expect(entriesOf(store, post('1'))).toMatchObject([{ key, state: 'parked', problem: { code: 'gone' } }])
  })

  test('is told to the outbox under its new name, where the server gave its id to another one', () => {
    const { store, events } = bench
    give(store, post('1'), { title: { en: 'A' } })
    commit(store, post('1'), [en('title', 'A', 'B')])
    store.removeBase(post('1'))
    events.length = 0
    give(store, post('1'), { title: { en: 'Other' }, createdAt: at(50) }, 50)
    expect(events.map(({ name }) => name)).toContain('outbox.changed')
  })
})
