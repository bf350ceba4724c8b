import { beforeEach, expect, test } from 'vitest'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { commit, entriesOf, give, leave, setUpBench } from './support/bench.ts'
import { at, en, post } from './support/site.ts'

const bench = setUpBench()
beforeEach(() => {
  give(bench.store, post('1'), { title: { en: 'A' } })
})

const restores = { versionId: '7', madeAt: at(0), asDraft: false }

function restore(store: StoreApi, shown = at(1)): string {
  const made = store.queueRestore({ ref: post('1'), restores, locale: 'en', shown })
  if (typeof made === 'string') throw new Error(made)
  return made.key
}

test('it stands behind all that is unsent, and what was only typed is sent before it', () => {
  const { store } = bench
  const queued = commit(store, post('1'), [en('title', 'A', 'B')], 'publish')
  store.putDraft({ ref: post('1'), changes: [en('title', 'B', 'C')] })
  const key = restore(store)
  expect(entriesOf(store, post('1')).map((entry) => [entry.mode, entry.changes])).toEqual([
    ['publish', [en('title', 'A', 'B')]],
    ['draft', [en('title', 'B', 'C')]],
    ['restore', []],
  ])
  expect(store.getDocument(post('1'))?.draft).toBeNull()
  expect(entriesOf(store, post('1')).map((entry) => entry.key)).toEqual([queued, expect.any(String), key])
})

test('what is edited after it is an entry of its own', () => {
  const { store } = bench
  restore(store)
  commit(store, post('1'), [en('title', 'A', 'B')])
  expect(entriesOf(store, post('1')).map(({ mode }) => mode)).toEqual(['restore', 'draft'])
})

test('it is kept over the end of the program, with the version that it restores', () => {
  const key = restore(bench.store)
  leave(bench.store, key)
  bench.reopen()
  expect(entriesOf(bench.store, post('1'))).toMatchObject([
    { key, mode: 'restore', state: 'unknown', restores },
  ])
})

test('S7.03 (request) its request goes to the version, with its key and the revision that it was decided for', () => {
  const { path, method, body, baseUpdatedAt } = leave(bench.store, restore(bench.store))
  expect([method, path, body, baseUpdatedAt]).toEqual([
    'POST',
    '/posts/versions/7?depth=0&draft=false',
    null,
    at(1),
  ])
})

test('it is not queued over a revision that was not shown, nor where an edit waits for a person', () => {
  const { store } = bench
  const asked = { ref: post('1'), restores, locale: 'en' }
  give(store, post('1'), { title: { en: 'Theirs' } }, 2)
  expect(store.queueRestore({ ...asked, shown: at(1) })).toBe('moved')
  const key = commit(store, post('1'), [en('title', 'Theirs', 'Mine')])
  give(store, post('1'), { title: { en: 'Again' } }, 3)
  expect(entriesOf(store, post('1'))).toMatchObject([{ key, state: 'parked' }])
  expect(store.queueRestore({ ...asked, shown: at(3) })).toBe('unsent')
})

test('SY12 (restore) it asks where somebody writes the document before it leaves', () => {
  const { store } = bench
  const key = restore(store)
  give(store, post('1'), { title: { en: 'Theirs' } }, 2)
  expect(entriesOf(store, post('1'))).toMatchObject([
    { key, state: 'parked', problem: { code: 'base-moved' } },
  ])
})

test('it is not queued twice while nobody knows whether it is done', () => {
  const { store } = bench
  const key = restore(store)
  leave(store, key)
  bench.reopen()
  expect(restore(bench.store)).toBe(key)
  expect(entriesOf(bench.store, post('1'))).toHaveLength(1)
})

test('what is edited in the language of its fields while nobody knows whether it is done lies on top of it', () => {
  const { store } = bench
  const row = (id: string) => ({ id, word: id })
  give(store, post('2'), { words: { en: [row('a'), row('b')], de: [] } })
  const made = store.queueRestore({ ref: post('2'), restores, locale: 'en', shown: at(1) })
  const key = typeof made === 'string' ? '' : made.key
  leave(store, key)
  bench.reopen()
  const [sent] = entriesOf(bench.store, post('2'))
  if (sent === undefined) throw new Error('nothing was queued')
  const removed = {
    kind: 'rows',
    locale: 'en',
    path: 'words',
    from: ['a', 'b'],
    to: ['b'],
    added: {},
    removed: { a: row('a') },
  } as const
  commit(bench.store, post('2'), [{ ...removed, from: [...removed.from], to: [...removed.to] }])
  const found = {
    ref: post('2'),
    data: { id: 2, createdAt: at(0), words: { en: [row('a'), row('b')], de: [row('c')] }, updatedAt: at(3) },
    updatedAt: at(3),
    status: 'draft' as const,
    hasPublished: false,
  }
  bench.store.settleRestored({ key, sent, found, left: at(3) })
  expect(entriesOf(bench.store, post('2'))).toMatchObject([
    { mode: 'draft', state: 'waiting', problem: null },
  ])
  expect(bench.store.getDocument(post('2'))?.base).toMatchObject({ data: found.data, updatedAt: at(3) })
  expect(bench.store.sentEntries()[0]).toMatchObject({ key, mode: 'restore' })
})

test('a publish behind it goes on over what it left, and asks where somebody has written since', () => {
  for (const [left, state] of [
    [at(3), 'waiting'],
    [at(2), 'parked'],
    [null, 'parked'],
  ] as const) {
    const { store } = bench
    const ref = post(left === null ? '5' : left === at(3) ? '3' : '4')
    give(store, ref, { title: { en: 'A' } })
    const made = store.queueRestore({ ref, restores, locale: 'en', shown: at(1) })
    const key = typeof made === 'string' ? '' : made.key
    leave(store, key)
    commit(store, ref, [], 'publish')
    const [sent] = entriesOf(store, ref)
    if (sent === undefined) throw new Error('nothing was queued')
    const data = {
      id: Number(ref.kind === 'collection' ? ref.id : 0),
      createdAt: at(0),
      title: { en: 'B' },
      updatedAt: at(3),
    }
    store.settleRestored({
      key,
      sent,
      found: { ref, data, updatedAt: at(3), status: 'draft', hasPublished: false },
      left,
    })
    expect([left, entriesOf(store, ref).map((entry) => entry.state)]).toEqual([left, [state]])
  }
})

test('given up while nobody knows whether it is done, and done all the same, it is told in the history alone', () => {
  const key = restore(bench.store)
  leave(bench.store, key)
  bench.reopen()
  const [sent] = entriesOf(bench.store, post('1'))
  if (sent === undefined) throw new Error('nothing was queued')
  bench.store.discard(key)
  const data = { id: 1, createdAt: at(0), title: { en: 'B' }, updatedAt: at(3) }
  const found = { ref: post('1'), data, updatedAt: at(3), status: 'draft' as const, hasPublished: false }
  expect(bench.store.settleRestored({ key, sent, found, left: at(3) })).toMatchObject({ state: 'discarded' })
  expect(bench.store.sentEntries()[0]).toMatchObject({ key, mode: 'restore', cells: [] })
  expect(bench.store.getDocument(post('1'))?.base.updatedAt).toBe(at(1))
})
