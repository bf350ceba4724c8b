import { expect, test } from 'vitest'
import { commit, send, setUpBench } from './support/bench.ts'
import { at, en, post } from './support/site.ts'

const bench = setUpBench()
const answer = (status: string) => ({
  id: 1,
  title: 'B',
  createdAt: at(0),
  updatedAt: at(2),
  _status: status,
})
const given = (status: 'draft' | 'published', hasPublished: boolean | null) =>
  bench.store.putBase({
    ref: post('1'),
    data: { id: 1, title: { en: 'A', de: 'Ä' }, createdAt: at(0), updatedAt: at(1) },
    updatedAt: at(1),
    status,
    hasPublished,
  })

test('T1 SY12 after a publish of one locale the document is a draft over a published one: the other locales are not out', () => {
  given('draft', false)
  const key = commit(bench.store, post('1'), [en('title', 'A', 'B')], 'publish-locale')
  send(bench.store, key, answer('published'))
  expect(bench.store.getDocument(post('1'))?.base).toMatchObject({ status: 'draft', hasPublished: true })
})

test('T1 a draft over a published document leaves that one on the site', () => {
  given('published', null)
  const key = commit(bench.store, post('1'), [en('title', 'A', 'B')])
  send(bench.store, key, answer('draft'))
  expect(bench.store.getDocument(post('1'))?.base).toMatchObject({ status: 'draft', hasPublished: true })
})

test('T1 what was taken off the site is there no more', () => {
  given('published', true)
  const key = commit(bench.store, post('1'), [], 'unpublish')
  send(bench.store, key, answer('draft'))
  expect(bench.store.getDocument(post('1'))?.base).toMatchObject({ status: 'draft', hasPublished: false })
})
