import { expect, test } from 'vitest'
import type { CallInput } from '../../../shared/ipc.ts'
import { commit, give, leave, send, setUpBench } from './support/bench.ts'
import { at, author, en, header, post } from './support/site.ts'

const bench = setUpBench()

const changed = (more: Partial<CallInput<'documents.changedElsewhere'>> = {}) =>
  bench.store.changedElsewhere({ slugs: ['posts', 'authors'], since: at(10), limit: 10, ...more })
const names = (more: Partial<CallInput<'documents.changedElsewhere'>> = {}) =>
  changed(more).documents.map(({ slug, id }) => `${slug}/${id}`)

test('documents that changed on the server since a revision are told, the newest first, as far as they are asked for', () => {
  give(bench.store, post('1'), { title: { en: 'A' } }, 5)
  give(bench.store, post('2'), { title: { en: 'B' } }, 11)
  give(bench.store, author('7'), { name: 'Ines' }, 13)
  give(bench.store, post('3'), { title: { en: 'C' } }, 12)
  expect(changed().documents).toEqual([
    { slug: 'authors', id: '7', updatedAt: at(13) },
    { slug: 'posts', id: '3', updatedAt: at(12) },
    { slug: 'posts', id: '2', updatedAt: at(11) },
  ])
  expect(names({ limit: 1 })).toEqual(['authors/7'])
  expect(names({ slugs: ['posts'] })).toEqual(['posts/3', 'posts/2'])
  expect(names({ since: at(13) })).toEqual([])
  // Without a look there is nothing to compare with.
  expect(changed({ since: null })).toEqual({ newest: at(13), documents: [] })
})

test('what only a list has shown of a document counts as well', () => {
  const rows = [{ id: '4', data: { id: 4 }, updatedAt: at(20), status: 'draft' as const, hasPublished: null }]
  const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: 'en' }
  bench.store.putListPage({ query, rows, totalDocs: 1, collectionTotal: null })
  expect(names()).toEqual(['posts/4'])
})

test('own sends are left out, and what somebody else writes after them is not', () => {
  give(bench.store, post('1'), { title: { en: 'A' } }, 5)
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  send(bench.store, key, { title: 'Mine', id: 1, createdAt: at(0), updatedAt: at(15) })
  expect(names()).toEqual([])
  bench.reopen()
  expect(names()).toEqual([])
  // Read once more it is the same revision.
  give(bench.store, post('1'), { title: { en: 'Mine' } }, 15)
  expect(names()).toEqual([])
  give(bench.store, post('1'), { title: { en: 'Theirs' } }, 16)
  expect(names()).toEqual(['posts/1'])
})

test('a document made here is an own one under the id that the server gives it', () => {
  const temp = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  const ref = bench.store.createDocument({ slug: 'posts', id: temp, data: {} })
  const key = commit(bench.store, ref, [en('title', null, 'New')])
  send(bench.store, key, { title: 'New', id: 9, createdAt: at(15), updatedAt: at(15) })
  expect(names()).toEqual([])
  expect(changed().newest).toBe(at(15))
})

test('a list that is read before the answer to an own send shows it as own once the answer is there', () => {
  give(bench.store, post('1'), { title: { en: 'A' } }, 5)
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  leave(bench.store, key)
  const row = { id: '1', data: { id: 1 }, updatedAt: at(15), status: 'draft' as const, hasPublished: null }
  bench.store.putListRows({ slug: 'posts', rows: [row] })
  const data = { title: 'Mine', id: 1, createdAt: at(0), updatedAt: at(15) }
  bench.store.settleSent({ key, answer: { data, locale: 'en' } })
  expect(names()).toEqual([])
})

test('globals are in no list and are not told', () => {
  give(bench.store, header, { logo: 'x' }, 30)
  expect(changed()).toEqual({ newest: null, documents: [] })
})
