import { expect, test } from 'vitest'
import type { CallInput } from '../../../shared/ipc.ts'
import { commit, give, leave, send, setUpBench } from './support/bench.ts'
import { at, author, en, header, post, set } from './support/site.ts'

const bench = setUpBench()

/** Returns a look at the dashboard now: `last` is the newest arrival so far. */
const look = () => ({ first: at(10), last: bench.store.changedElsewhere(ASKED).newest ?? at(10) })
const ASKED = { slugs: ['posts', 'authors'], globals: ['header'], looks: null, limit: 10 }
/** Before anything arrived. */
const EARLY = { first: at(10), last: at(10) }
const changed = (more: Partial<CallInput<'documents.changedElsewhere'>> = {}) =>
  bench.store.changedElsewhere({ ...ASKED, looks: EARLY, ...more })
const names = (more: Partial<CallInput<'documents.changedElsewhere'>> = {}) =>
  changed(more).documents.map(({ ref }) =>
    [ref.slug, ...(ref.kind === 'collection' ? [ref.id] : [])].join('/'),
  )
const row = (id: string, seconds: number) => ({
  id,
  data: { id: Number(id) },
  updatedAt: at(seconds),
  status: 'draft' as const,
  hasPublished: null,
})

test('documents that changed on the server are told, the newest first, as far as they are asked for', () => {
  for (const id of ['1', '2', '3']) give(bench.store, post(id), { title: { en: 'A' } }, 5)
  give(bench.store, author('7'), { name: 'Ines' }, 5)
  const looks = look()
  expect(names({ looks })).toEqual([])
  give(bench.store, post('2'), { title: { en: 'B' } }, 11)
  give(bench.store, author('7'), { name: 'Inês' }, 13)
  give(bench.store, post('3'), { title: { en: 'C' } }, 12)
  expect(changed({ looks }).documents).toEqual([
    { ref: author('7'), updatedAt: at(13) },
    { ref: post('3'), updatedAt: at(12) },
    { ref: post('2'), updatedAt: at(11) },
  ])
  expect(names({ looks, limit: 1 })).toEqual(['authors/7'])
  expect(names({ looks, slugs: ['posts'] })).toEqual(['posts/3', 'posts/2'])
  expect(names({ looks: look() })).toEqual([])
  // Without a look there is nothing to compare with.
  expect(changed({ looks: null }).documents).toEqual([])
})

test('a revision from before the look is told when it arrives after it', () => {
  give(bench.store, post('1'), { title: { en: 'A' } }, 5)
  // The look is in June by this computer's clock, the revision of January by the server's: offline, or a clock ahead.
  const looks = look()
  expect(looks.last > at(11)).toBe(true)
  bench.reopen()
  give(bench.store, post('1'), { title: { en: 'B' } }, 11)
  expect(names({ looks })).toEqual(['posts/1'])
  // The same revision read once more is no later arrival.
  const later = look()
  bench.store.putListRows({ slug: 'posts', rows: [{ ...row('1', 11), hasPublished: true }] })
  give(bench.store, post('1'), { title: { en: 'B' } }, 11)
  expect(names({ looks: later })).toEqual([])
})

test('what only a list has shown of a document counts as well', () => {
  const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: 'en' }
  const put = (seconds: number) => {
    const rows = [row('4', seconds)]
    bench.store.putListPage({ query, rows, totalDocs: 1, collectionTotal: null })
  }
  put(5)
  const looks = look()
  put(20)
  expect(names({ looks })).toEqual(['posts/4'])
})

test('the first download of a collection is no change, however long it takes', () => {
  const looks = { first: at(10), last: at(10) }
  bench.store.putListRows({ slug: 'posts', rows: [row('1', 5), row('2', 11)] })
  bench.store.putListRows({ slug: 'posts', rows: [row('3', 20)] })
  give(bench.store, post('3'), { title: { en: 'A' } }, 20)
  expect(names({ looks })).toEqual([])
})

test('a document that was never here counts if it is younger than the first look and the first download', () => {
  give(bench.store, post('1'), { title: { en: 'A' } }, 5)
  const inJuly = (day: number) => new Date(Date.UTC(2026, 6, day)).toISOString()
  const looks = { ...look(), first: inJuly(2) }
  const rows = [1, 3].map((day) => ({ ...row(`${day + 10}`, 0), updatedAt: inJuly(day) }))
  bench.store.putListRows({ slug: 'posts', rows })
  expect(names({ looks })).toEqual(['posts/13'])
  expect(names({ looks: { ...looks, first: inJuly(1) } })).toEqual(['posts/13'])
  // The first download was in June.
  expect(names({ looks: { ...looks, first: at(10) } })).toEqual(['posts/13', 'posts/11'])
})

test('own sends are left out, and what somebody else writes after them is not', () => {
  give(bench.store, post('1'), { title: { en: 'A' } }, 5)
  const looks = look()
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  send(bench.store, key, { title: 'Mine', id: 1, createdAt: at(0), updatedAt: at(15) })
  expect(names({ looks })).toEqual([])
  bench.reopen()
  expect(names({ looks })).toEqual([])
  // Read once more it is the same revision.
  give(bench.store, post('1'), { title: { en: 'Mine' } }, 15)
  expect(names({ looks })).toEqual([])
  give(bench.store, post('1'), { title: { en: 'Theirs' } }, 16)
  expect(names({ looks })).toEqual(['posts/1'])
})

test('a document made here is an own one under the id that the server gives it', () => {
  const temp = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  const ref = bench.store.createDocument({ slug: 'posts', id: temp, data: {} })
  const key = commit(bench.store, ref, [en('title', null, 'New')])
  send(bench.store, key, { title: 'New', id: 9, createdAt: at(15), updatedAt: at(15) })
  expect(names()).toEqual([])
  const looks = look()
  give(bench.store, post('9'), { title: { en: 'Theirs' } }, 16)
  expect(names({ looks })).toEqual(['posts/9'])
})

test('a list that is read before the answer to an own send shows it as own once the answer is there', () => {
  give(bench.store, post('1'), { title: { en: 'A' } }, 5)
  const looks = look()
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Mine')])
  leave(bench.store, key)
  bench.store.putListRows({ slug: 'posts', rows: [row('1', 15)] })
  expect(names({ looks })).toEqual(['posts/1'])
  const data = { title: 'Mine', id: 1, createdAt: at(0), updatedAt: at(15) }
  bench.store.settleSent({ key, answer: { data, locale: 'en' } })
  expect(names({ looks })).toEqual([])
})

test('a revision that this computer made at once is an own one, and what is written after it is not', () => {
  for (const ref of [post('1'), header]) give(bench.store, ref, {}, 5)
  const looks = look()
  for (const ref of [post('1'), header]) {
    give(bench.store, ref, { title: { en: 'Restored' } }, 20)
    bench.store.noteOwnRevision({ ref, updatedAt: at(20) })
  }
  expect(names({ looks })).toEqual([])
  bench.reopen()
  expect(names({ looks })).toEqual([])
  for (const ref of [post('1'), header]) {
    give(bench.store, ref, { title: { en: 'Theirs' } }, 30)
    // The answer to the own write is slower than theirs.
    bench.store.noteOwnRevision({ ref, updatedAt: at(20) })
  }
  expect(names({ looks }).toSorted()).toEqual(['header', 'posts/1'])
})

test('a global that somebody else changed is told until the next look, and its first download is not', () => {
  give(bench.store, header, { motto: 'x' }, 30)
  const looks = look()
  expect(names({ looks: EARLY })).toEqual([])
  give(bench.store, header, { motto: 'y' }, 40)
  give(bench.store, post('1'), {}, 5)
  expect(changed({ looks }).documents).toEqual([{ ref: header, updatedAt: at(40) }])
  expect(names({ looks, globals: [] })).toEqual([])
  expect(names({ looks: look() })).toEqual([])
})

test('what this computer sends of a global is an own revision', () => {
  give(bench.store, header, { motto: 'x' }, 5)
  const looks = look()
  give(bench.store, header, { motto: 'y' }, 10)
  expect(names({ looks })).toEqual(['header'])
  const key = commit(bench.store, header, [set('motto', 'y', 'mine')], 'save')
  send(bench.store, key, { motto: 'mine', updatedAt: at(15) })
  expect(names({ looks })).toEqual([])
})
