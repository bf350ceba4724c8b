import { expect, test } from 'vitest'
import { en, post } from './support/site.ts'
import { commit, give, setUpBench } from './support/bench.ts'

const bench = setUpBench()
const long = 'x'.repeat(1000)
const isHere = (id: string) => bench.store.localCopies('posts').some((one) => one.id === id)

test('room is made by what changed longest ago, and never by unsent work', () => {
  const { store } = bench
  for (const id of ['1', '2', '3', '4', '5']) give(store, post(id), { title: { en: long } }, Number(id))
  commit(store, post('1'), [en('title', long, 'Queued')])
  store.putDraft({ ref: post('2'), changes: [en('title', long, 'Typed')] })
  const fresh = store.createDocument({ slug: 'posts', id: 'temp', data: {} })
  const before = store.documentBytes()
  const freed = store.makeRoom({ bytes: 1500, olderThan: null })
  expect(freed).toBeGreaterThan(1500)
  expect(store.documentBytes()).toBe(before - freed)
  expect(['1', '2', '3', '4', '5'].filter(isHere)).toEqual(['1', '2', '5'])
  // The list goes on showing them.
  const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: 'en' }
  expect(store.list(query).rows.map(({ complete }) => complete)).toEqual([true, true, false, false, true])
  expect(store.getDocument(fresh)).not.toBeNull()
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: null })).toBeGreaterThan(0)
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: null })).toBe(0)
  expect(['1', '2'].filter(isHere)).toEqual(['1', '2'])
})

test('what is newer than what comes is not forgotten for it', () => {
  const { store } = bench
  for (const id of ['1', '2']) give(store, post(id), { title: { en: long } }, Number(id))
  const [first, second] = store.localCopies('posts').toSorted((a, b) => a.id.localeCompare(b.id))
  expect(store.makeRoom({ bytes: 1, olderThan: first?.updatedAt ?? '' })).toBe(0)
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: second?.updatedAt ?? '' })).toBeGreaterThan(0)
  expect(['1', '2'].filter(isHere)).toEqual(['2'])
})

test('what was opened stays, however old it is: it may be on the screen', () => {
  const { store } = bench
  for (const id of ['1', '2']) give(store, post(id), { title: { en: long } }, Number(id))
  store.getDocument(post('1'))
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: null })).toBeGreaterThan(0)
  expect(['1', '2'].filter(isHere)).toEqual(['1'])
})

test('U6 the documents that could go are counted, and those of which something is unsent never go', () => {
  const { store } = bench
  for (const id of ['1', '2', '3']) give(store, post(id), { title: { en: long } }, Number(id))
  commit(store, post('1'), [en('title', long, 'Queued')])
  const kept = store.keptDocuments()
  expect(kept.documents).toBe(2)
  expect(kept.bytes).toBeGreaterThan(2000)
  expect(store.makeRoom({ bytes: Number.MAX_SAFE_INTEGER, olderThan: null })).toBe(kept.bytes)
  expect(store.keptDocuments()).toEqual({ documents: 0, bytes: 0 })
  expect(isHere('1')).toBe(true)
})

test('room is found behind any number of documents that were opened', () => {
  const { store } = bench
  for (let id = 0; id < 130; id++) give(store, post(String(id)), { title: { en: 'A' } }, id)
  for (let id = 0; id < 120; id++) store.getDocument(post(String(id)))
  expect(store.makeRoom({ bytes: Number.MAX_SAFE_INTEGER, olderThan: null })).toBeGreaterThan(0)
  expect(store.keptDocuments().documents).toBe(120)
})
