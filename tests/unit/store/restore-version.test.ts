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
