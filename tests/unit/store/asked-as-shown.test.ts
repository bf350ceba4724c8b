import { expect, test } from 'vitest'
import type { Change } from '../../../shared/document/change.ts'
import type { CommitMode } from '../../../shared/sync/entry.ts'
import { commit, entriesOf, give, headKeys, leave, send, setUpBench } from './support/bench.ts'
import { at, en, post, set } from './support/site.ts'

const bench = setUpBench()

/** Commits as asked by a person who saw the document at revision `shown`; returns the key. */
function ask(mode: CommitMode, shown: string | null, changes: Change[] = []): string {
  const { key } = bench.store.commitDraft({ ref: post('1'), locale: 'en', changes, mode, shown })
  if (key === null) throw new Error('Nothing was queued')
  return key
}

const queued = () => entriesOf(bench.store, post('1'))
const ASKS = { state: 'parked', problem: { code: 'base-moved' } }

const modes = ['publish', 'publish-locale', 'unpublish', 'unpublish-locale', 'delete'] as const

test.each(modes)('SY12 %s asks where somebody else wrote what was not on the screen', (mode) => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  give(store, post('1'), { title: { en: 'Theirs' } }, 2)
  const key = ask(mode, at(1))
  expect(queued()).toMatchObject([{ key, mode, ...ASKS }])
  expect(headKeys(store)).toEqual([])
  store.retry({ key, choices: {} })
  expect(store.prepareSend(key)?.request).toMatchObject({ baseUpdatedAt: at(2) })
})

test.each(modes)('SY12 %s of what was on the screen goes', (mode) => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  give(store, post('1'), { title: { en: 'Theirs' } }, 2)
  const key = ask(mode, at(2))
  expect(queued()).toMatchObject([{ key, state: 'waiting', problem: null }])
})

test('SY12 own writes that arrive meanwhile move no base', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  send(store, commit(store, post('1'), [en('title', 'A', 'B')]), { id: 1, title: 'B', updatedAt: at(2) })
  send(store, commit(store, post('1'), [en('title', 'B', 'C')]), { id: 1, title: 'C', updatedAt: at(3) })
  const key = ask('unpublish', at(1))
  expect(queued()).toMatchObject([{ key, state: 'waiting', problem: null }])
})

test('SY12 an own write before or after the one of somebody else hides nothing', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  send(store, commit(store, post('1'), [en('title', 'A', 'B')]), { id: 1, title: 'B', updatedAt: at(2) })
  give(store, post('1'), { title: { en: 'B' }, slug: 'theirs' }, 3)
  send(store, commit(store, post('1'), [en('title', 'B', 'C')]), { id: 1, title: 'C', updatedAt: at(4) })
  expect(queued()).toEqual([])
  const key = ask('publish', at(2))
  expect(queued()).toMatchObject([{ key, ...ASKS }])
})

test('SY12 the edits of a publish that asks are merged, and what other locales hold goes as a draft', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  give(store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 2)
  ask('publish', at(1), [set('title', null, 'Ä', 'de'), en('title', 'A', 'B')])
  expect(queued()).toMatchObject([
    { mode: 'draft', locale: 'de', state: 'waiting' },
    { mode: 'publish', locale: 'en', changes: [en('title', 'A', 'B')], ...ASKS },
  ])
})

test('SY12 a publish that asks takes no waiting draft along, and mends nothing', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const draft = commit(store, post('1'), [en('title', 'A', 'B')])
  give(store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 2)
  const problem = { code: 'validation' as const, message: 'No', status: 400, fields: [], conflicts: [] }
  store.settleParked({ key: draft, problem })
  const key = ask('publish', at(1))
  expect(queued()).toMatchObject([
    { key: draft, state: 'parked', problem: { code: 'validation' } },
    { key, ...ASKS },
  ])
})

test('SY5 a plain edit is merged, whatever was on the screen', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  give(store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 2)
  const key = ask('draft', at(1), [en('title', 'A', 'B')])
  expect(queued()).toMatchObject([{ key, state: 'waiting' }])
})

test('SY12 of a document made here nothing is asked: nobody else has it before it has arrived', () => {
  const { store } = bench
  const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  store.createDocument({ slug: 'posts', id, data: { title: { en: 'New' } } })
  const create = commit(store, post(id), [en('title', 'New', 'A')])
  expect(send(store, create, { id: 1, title: 'A', createdAt: at(1), updatedAt: at(1) })).toEqual(post('1'))
  const key = ask('publish', null)
  expect(queued()).toMatchObject([{ key, state: 'waiting', problem: null }])
})

test('SY12 a publish behind a creation asks where somebody else wrote to the new document before its answer came', () => {
  const { store } = bench
  const made = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  store.createDocument({ slug: 'posts', id: made, data: {} })
  const created = commit(store, post(made), [en('title', null, 'New')])
  leave(store, created)
  const key = commit(store, post(made), [en('title', 'New', 'Newer')], 'publish')
  give(store, post('5'), { title: { en: 'New' }, slug: 'theirs' }, 3)
  const answer = { data: { id: 5, title: 'New', createdAt: at(0), updatedAt: at(1) }, locale: 'en' }
  store.settleSent({ key: created, answer })
  expect(entriesOf(store, post('5'))).toMatchObject([{ key, mode: 'publish', ...ASKS }])
})
