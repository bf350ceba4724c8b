import { expect, test } from 'vitest'
import type { ListQuery } from '../../../shared/ipc.ts'
import { author, post, set } from './support/site.ts'
import { commit, give, setUpBench } from './support/bench.ts'

const bench = setUpBench()
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const query = (more: Partial<ListQuery> = {}): ListQuery => ({
  slug: 'posts',
  page: 1,
  limit: 1,
  sort: 'id',
  search: '',
  where: null,
  locale: 'en',
  ...more,
})
const counted = (path: string, more: Partial<ListQuery> = {}) => {
  const { fresh, here } = bench.store.groups({ query: query(more), path })
  const sorted = (counts: typeof here) =>
    Object.fromEntries(counts.map(({ key, count }) => [String(key), count]))
  return { fresh: sorted(fresh), here: sorted(here) }
}

test('groups are counted with the edits of this computer, below filter and search', () => {
  const { store } = bench
  give(store, author('7'), { name: 'Ada' })
  give(store, post('1'), { title: { en: 'Ferry' }, kind: 'news', author: 7 })
  give(store, post('2'), { title: { en: 'Train' }, kind: 'news' })
  give(store, post('3'), { title: { en: 'Ferry' }, kind: 'essay', author: 7 })
  give(store, post('4'), { title: { en: 'Bus' } })
  expect(counted('kind').here).toEqual({ news: 2, essay: 1, null: 1 })
  commit(store, post('2'), [set('kind', 'news', 'essay')])
  store.commitDraft({ ref: post('4'), locale: 'en', changes: [], mode: 'delete' })
  expect(counted('kind').here).toEqual({ news: 1, essay: 2 })
  expect(counted('author').here).toEqual({ 7: 2, null: 1 })
  expect(counted('kind', { search: 'ferry' }).here).toEqual({ news: 1, essay: 1 })
  expect(counted('kind', { where: { or: [{ and: [{ author: { equals: '7' } }] }] } }).here).toEqual({
    news: 1,
    essay: 1,
  })
})

test('documents made here are counted for themselves, and what has many values is no group', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, kind: 'news', tags: ['a', 'b'] })
  store.createDocument({ slug: 'posts', id: TEMP, data: {} })
  commit(store, post(TEMP), [set('kind', null, 'essay')])
  expect(counted('kind')).toEqual({ fresh: { essay: 1 }, here: { news: 1 } })
  expect(counted('tags')).toEqual({ fresh: {}, here: {} })
})
