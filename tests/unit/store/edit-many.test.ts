import { expect, test } from 'vitest'
import { commit, entriesOf, give, setUpBench } from './support/bench.ts'
import { en, post, set } from './support/site.ts'

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

test('T1 SY7 nothing is queued behind a conflict that nobody has decided, also where an edit waits behind it', () => {
  const { store } = bench
  for (const id of ['1', '2']) {
    give(store, post(id), { title: { en: 'A' }, slug: 'a' })
    commit(store, post(id), [en('title', 'A', 'Mine')])
    give(store, post(id), { title: { en: 'Theirs' }, slug: 'a' }, 2)
  }
  commit(store, post('2'), [set('slug', 'a', 'b')], 'draft', 'de')
  const before = ['1', '2'].map((id) => entriesOf(store, post(id)))
  expect(before.map(([first]) => first?.state)).toEqual(['parked', 'parked'])
  const values = [{ path: 'slug', locale: null, value: 'bulk' }]
  for (const mode of ['draft', 'publish', 'delete'] as const)
    expect(
      store.editMany({
        slug: 'posts',
        ids: ['1', '2'],
        mode,
        locale: 'en',
        values: mode === 'draft' ? values : [],
        where: null,
      }),
    ).toEqual({
      queued: [],
      leftOut: [
        { id: '1', why: 'conflict' },
        { id: '2', why: 'conflict' },
      ],
    })
  expect(['1', '2'].map((id) => entriesOf(store, post(id)))).toEqual(before)
})
