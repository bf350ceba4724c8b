import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReader, createStore } from '../../../main/store/store.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import type { ListQuery } from '../../../shared/ipc.ts'
import { commit, give, leave, send, setUpBench } from './support/bench.ts'
import { at, en, post, set, site } from './support/site.ts'
import { tries } from '../../support/tries.ts'

const bench = setUpBench()
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

const ask = (more: Partial<ListQuery> = {}): ListQuery => ({
  slug: 'posts',
  page: 1,
  limit: 100,
  sort: 'title',
  search: '',
  where: null,
  locale: 'en',
  ...more,
})

const QUERIES = [
  ask(),
  ask({ sort: '-updatedAt', limit: 3, page: 2 }),
  ask({ search: 'a' }),
  ask({ search: 'b', locale: 'de', sort: '-title' }),
  ask({ where: { slug: { exists: true } }, sort: 'id' }),
  ask({ where: { or: [{ title: { like: 'a' } }, { slug: { exists: true } }] } }),
]

/** Checks that a store with an index lists the same as a fresh one. */
function expectSame(store: StoreApi): void {
  const { db } = bench.database
  const fresh = createStore({ types: fieldTypes, db, onEvent: () => undefined })
  fresh.setSchema(site)
  for (const query of QUERIES) expect(store.list(query)).toEqual(fresh.list(query))
}

type Step = (store: StoreApi, id: string, word: string, seconds: number) => void

const steps: Record<string, Step> = {
  arrives: (store, id, word, seconds) =>
    void give(store, post(id), { title: { en: word, de: `${word} de` } }, seconds),
  isListed: (store, id, word, seconds) => {
    const row = {
      id,
      data: { id: Number(id), title: { en: word } },
      updatedAt: at(seconds),
      status: null,
      hasPublished: null,
    }
    store.putListRows({ slug: 'posts', rows: [row] })
  },
  isTyped: (store, id, word) => {
    if (store.getDocument(post(id))) store.putDraft({ ref: post(id), changes: [en('title', null, word)] })
  },
  isQueued: (store, id, word) => {
    if (store.getDocument(post(id)))
      store.commitDraft({ ref: post(id), locale: 'en', changes: [set('slug', null, word)], mode: 'draft' })
  },
  isToBeDeleted: (store, id) => {
    if (store.getDocument(post(id)))
      store.commitDraft({ ref: post(id), locale: null, changes: [], mode: 'delete' })
  },
  isDiscarded: (store, id) => {
    const entry = store.getDocument(post(id))?.entries[0]
    if (entry) store.discard(entry.key)
    if (store.getDocument(post(id))?.draft) store.discardDraft({ ref: post(id) })
  },
  isGone: (store, id) => store.removeBase(post(id)),
}

test('M.03 (part) rows that are kept from one list to the next are those that are there, whatever has happened to them', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          step: fc.constantFrom(...Object.keys(steps)),
          id: fc.integer({ min: 1, max: 8 }).map(String),
          word: fc.constantFrom('a', 'B', 'Äb', 'c a'),
        }),
        { maxLength: 40 },
      ),
      (history) => {
        bench.reopen()
        bench.database.db.exec(
          'DELETE FROM outbox; DELETE FROM drafts; DELETE FROM list_rows; DELETE FROM documents',
        )
        for (const query of QUERIES) bench.store.list(query)
        for (const [index, { step, id, word }] of history.entries()) {
          steps[step]?.(bench.store, id, word, index + 1)
          if (index % 5 === 4) expectSame(bench.store)
        }
        expectSame(bench.store)
      },
    ),
    tries(60),
  )
})

test('a filter that was asked before looks again only at rows that have changed', () => {
  const { store } = bench
  for (let number = 1; number <= 50; number += 1)
    give(store, post(String(number)), { title: { en: `${number % 2 === 0 ? 'Train' : 'Ferry'} ${number}` } })
  let looked = 0
  const rule = {
    get like() {
      looked += 1
      return 'train'
    },
  }
  const list = (): { looks: number; total: number } => {
    looked = 0
    const { totalDocs } = store.list(ask({ where: { title: rule } }))
    return { looks: looked, total: totalDocs }
  }
  const first = list()
  const again = list()
  give(store, post('1'), { title: { en: 'Train 1' } }, 9)
  const changed = list()
  expect([first.total, again.total, changed.total]).toEqual([25, 25, 26])
  expect(first.looks - again.looks).toBe(50)
  expect(changed.looks - again.looks).toBe(1)
})

test('SY8 a document that gets its id is listed by it, once', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  store.createDocument({ slug: 'posts', id: TEMP, data: {} })
  const key = commit(store, post(TEMP), [en('title', null, 'B')])
  expect(store.list(ask()).rows.map(({ ref }) => ref)).toEqual([post(TEMP), post('1')])
  send(store, key, { id: 9, title: 'B', updatedAt: at(9), _status: 'draft' })
  expect(store.list(ask({ search: 'b' })).rows.map(({ ref }) => ref)).toEqual([post('9')])
  expectSame(store)
})

test('another schema is another way to look at the same rows', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'z' })
  expect(store.list(ask({ search: 'z' })).totalDocs).toBe(0)
  const [posts, ...others] = site.collections
  if (!posts) throw new Error('no posts')
  const collections = [{ ...posts, listSearchableFields: ['slug'] }, ...others]
  store.setSchema({ ...site, fingerprint: 'f2', collections })
  expect(store.list(ask({ search: 'z' })).totalDocs).toBe(1)
})

test('a list of thousands of rows is made in parts, with what changes between them', () => {
  const { store } = bench
  const rows = Array.from({ length: 2500 }, (_, index) => ({
    id: String(index),
    data: { id: index, title: { en: `Title ${index}` } },
    updatedAt: at(index),
    status: null,
    hasPublished: null,
  }))
  store.putListRows({ slug: 'posts', rows })
  expectSame(store)
  store.putListRows({
    slug: 'posts',
    rows: rows.map((row) => ({ ...row, updatedAt: at(9000), data: { ...row.data, title: { en: 'Other' } } })),
  })
  expectSame(store)
  leave(
    store,
    commit(store, (give(store, post('7'), { title: { en: 'Own' } }, 9999), post('7')), [
      en('title', 'Own', 'A'),
    ]),
  )
  expectSame(store)

  const reader = createReader({ types: fieldTypes, db: bench.database.db, onEvent: () => undefined })
  reader.setSchema(site)
  store.putListPage({ query: ask(), rows: [], totalDocs: 0, collectionTotal: null })
  expect(reader.list(ask()).source).toBe('server')
  for (let round = 0; reader.readAhead(); round++) {
    store.putListRows({ slug: 'posts', rows: rows.slice(round * 7, round * 7 + 3) })
    store.removeBase(post(String(1000 + round)))
    give(store, post(String(5000 + round)), { title: { en: 'New' } }, 20_000 + round)
  }
  for (const query of QUERIES.slice(1)) expect(reader.list(query)).toEqual(store.list(query))
  expectSame(store)
})
