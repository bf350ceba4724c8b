import { expect, test } from 'vitest'
import { problemOf } from '../../../shared/sync/entry.ts'
import { relation } from '../shared/build-fields.ts'
import { commit, entriesOf, give, headKeys, leave, setUpBench } from './support/bench.ts'
import { author, de, en, post, set, site } from './support/site.ts'

const bench = setUpBench()
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const [posts, ...others] = site.collections
const withPal = {
  ...site,
  collections: [
    ...(posts === undefined
      ? []
      : [
          {
            ...posts,
            fields: [...posts.fields, { ...relation('pal', { relationTo: ['authors'] }), localized: true }],
          },
        ]),
    ...others,
  ],
}

/** A new author who waits, and a post. */
function setUp() {
  const { store } = bench
  store.setSchema(withPal)
  store.createDocument({ slug: 'authors', id: TEMP, data: {} })
  commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null)
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  return store
}

test('SY8 what mends a refused entry lets nothing behind it leave that waits for a new document', () => {
  const store = setUp()
  const key = commit(store, post('1'), [en('title', 'A', 'B')])
  const behind = commit(store, post('1'), [de('pal', null, TEMP)], 'draft', 'de')
  leave(store, key)
  store.settleParked({ key, problem: problemOf('validation') })
  commit(store, post('1'), [en('title', 'B', 'C')])
  expect(entriesOf(store, post('1'))).toMatchObject([
    { key, state: 'waiting', waitsFor: [] },
    { key: behind, state: 'waiting', waitsFor: [TEMP] },
  ])
})

test('SY8 SY10 what refers to a document that was given up stays where it is when something else is saved', () => {
  const store = setUp()
  const key = commit(store, post('1'), [en('pal', null, TEMP)])
  store.discardDocument(author(TEMP))
  commit(store, post('1'), [de('title', null, 'D')], 'draft', 'de')
  expect(entriesOf(store, post('1')).find((entry) => entry.key === key)).toMatchObject({
    state: 'parked',
    problem: { code: 'reference-gone' },
  })
  expect(headKeys(store)).not.toContain(key)
})

test('DM2 what is typed after a step was taken back is no part of that step', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A', de: 'B' } })
  commit(store, post('1'), [en('title', 'A', 'A1'), de('title', 'B', 'B1')])
  const [first] = entriesOf(store, post('1'))
  commit(store, post('1'), [de('title', 'B1', 'B'), set('title', null, 'C1', 'ar')], 'draft', 'ar')
  store.discard(first?.key ?? '')
  expect(entriesOf(store, post('1'))).toMatchObject([{ locale: 'ar', changes: [{ to: 'C1' }] }])
})
