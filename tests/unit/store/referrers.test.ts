import { expect, test } from 'vitest'
import { author, header, post, set } from './support/site.ts'
import { commit, give, setUpBench } from './support/bench.ts'

/* Which documents on this computer point at one. */

const bench = setUpBench()

test('they point at it by a field or in a text, and others have only the same number in them', () => {
  give(bench.store, author('7'), { name: 'Nana' })
  give(bench.store, post('1'), { author: 7 })
  give(bench.store, post('2'), { author: 8, views: 7 })
  give(bench.store, post('3'), { related: [{ relationTo: 'notes', value: '7' }] })
  give(bench.store, header, { motto: '7' })
  const link = { type: 'link', fields: { doc: { relationTo: 'authors', value: 7 } }, children: [] }
  give(bench.store, post('4'), {
    body: { en: { root: { type: 'root', children: [{ type: 'paragraph', children: [link] }] } } },
  })
  expect(bench.store.referrers(author('7'))).toEqual([post('1'), post('4')])
  expect(bench.store.referrers(header)).toEqual([])
})

test('an edit that was not sent counts: what points at it since then, and what does so no more', () => {
  give(bench.store, author('7'), { name: 'Nana' })
  give(bench.store, post('1'), { author: 7 })
  give(bench.store, post('2'), { author: null })
  commit(bench.store, post('1'), [set('author', 7, null)])
  commit(bench.store, post('2'), [set('author', null, 7)])
  expect(bench.store.referrers(author('7'))).toEqual([post('2')])
})
