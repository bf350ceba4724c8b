import { expect, test } from 'vitest'
import { commit, entriesOf, give, setUpBench } from './support/bench.ts'
import { post } from './support/site.ts'

const bench = setUpBench()

test('nothing is queued behind a deletion by editing many', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  give(store, post('2'), { title: { en: 'B' } })
  commit(store, post('1'), [], 'delete')
  const values = [{ path: 'title', locale: 'en', value: 'C' }]
  const input = { slug: 'posts', ids: ['1', '2'], mode: 'draft', locale: 'en', values, where: null } as const
  expect(store.editMany({ ...input, ids: [...input.ids] })).toEqual({
    queued: ['2'],
    leftOut: [{ id: '1', why: 'deleting' }],
  })
  expect(entriesOf(store, post('1')).map(({ mode }) => mode)).toEqual(['delete'])
  expect(entriesOf(store, post('2'))).toMatchObject([{ changes: [{ to: 'C' }] }])
})
