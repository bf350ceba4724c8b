import { expect, test } from 'vitest'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { at, en, post } from './support/site.ts'
import { commit, give, setUpBench } from './support/bench.ts'

const bench = setUpBench()
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const ask = (and: JsonObject[]): ListQuery => ({
  slug: 'posts',
  page: 1,
  limit: 10,
  sort: 'id',
  search: '',
  locale: 'en',
  where: { or: [{ and }] },
})
const found = (...and: JsonObject[]): string[] => bench.store.list(ask(and)).rows.map(({ ref }) => refId(ref))
const is = (rule: '@unsent' | '@conflict', value = 'true'): JsonObject => ({ [rule]: { equals: value } })

/** Nothing of 1, a draft of 2, an entry of 3, a conflict of 4, and a new one. */
function fill(): void {
  const { store } = bench
  for (const id of ['1', '2', '3', '4']) give(store, post(id), { title: { en: `Post ${id}` } })
  store.putDraft({ ref: post('2'), changes: [en('title', 'Post 2', 'Typed')] })
  commit(store, post('3'), [en('title', 'Post 3', 'Queued')])
  commit(store, post('4'), [en('title', 'Post 4', 'Mine')])
  give(store, post('4'), { title: { en: 'Theirs' } }, 9)
  store.createDocument({ slug: 'posts', id: TEMP, data: {} })
  commit(store, post(TEMP), [en('title', null, 'New')])
}

test('documents with unsent edits are found, those without, and those in conflict, beside other rules', () => {
  fill()
  expect(found(is('@unsent'))).toEqual([TEMP, '2', '3', '4'])
  expect(found(is('@unsent', 'false'))).toEqual(['1'])
  expect(found(is('@conflict'))).toEqual(['4'])
  expect(found(is('@conflict', 'false'))).toEqual([TEMP, '1', '2', '3'])
  expect(found(is('@unsent'), { title: { like: 'queued' } })).toEqual(['3'])
  expect(bench.store.matching(ask([is('@conflict')]))).toEqual({ fresh: [], here: ['4'] })
})

test('a page of the server counts only while the same documents have unsent edits', () => {
  fill()
  const query = ask([is('@unsent'), { slug: { exists: 'false' } }])
  const before = bench.store.list(query)
  const there = { ...query, where: JSON.parse(before.here ?? '') as JsonObject }
  const rows = [{ id: '3', data: { id: 3 }, updatedAt: at(1), status: 'draft' as const, hasPublished: false }]
  bench.store.putListPage({ query: there, rows, totalDocs: 1, collectionTotal: null })
  expect(bench.store.list(query)).toMatchObject({ source: 'server', here: before.here })
  bench.store.discardDraft({ ref: post('2') })
  const after = bench.store.list(query)
  expect(after.source).toBe('computer')
  expect(after.here).not.toBe(before.here)
  expect(after.rows.map(({ ref }) => refId(ref))).toEqual([TEMP, '3', '4'])
})

test('a list that asks nothing of the kind says nothing of it', () => {
  expect(bench.store.list(ask([{ title: { like: 'a' } }]))).not.toHaveProperty('here')
})
