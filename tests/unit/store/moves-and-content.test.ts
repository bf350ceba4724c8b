import { expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { collection, text } from '../shared/build-fields.ts'
import { at, set, site } from './support/site.ts'
import { commit, entriesOf, headKeys, leave, leaveMove, movesOf, send, setUpBench } from './support/bench.ts'

const bench = setUpBench()

/** The site with links, whose order people make. */
const withLinks: SiteSchema = {
  ...site,
  collections: [
    ...site.collections,
    collection([text('_order'), text('title')], { slug: 'links', orderable: true, defaultSort: '_order' }),
  ],
}
const link = (id: string): DocRef => ({ kind: 'collection', slug: 'links', id })
const first = link('1')

function give(store: StoreApi, id: string, data: JsonObject, seconds = 1): void {
  const base = { updatedAt: at(seconds), status: 'draft' as const, hasPublished: false }
  store.putBase({ ref: link(id), data: { id: Number(id), ...data, updatedAt: at(seconds) }, ...base })
}

function links(): StoreApi {
  const { store } = bench
  store.setSchema(withLinks)
  for (const id of ['1', '2', '3']) give(store, id, { _order: `a${id}`, title: `Link ${id}` })
  return store
}

function move(store: StoreApi, id = '1', behind = '2'): string {
  const near = [{ id: behind, side: 'greater' as const }]
  const { key } = store.moveDocument({ ref: link(id), move: { field: '_order', scope: null, near } })
  if (key === null) throw new Error('was not queued')
  return key
}

const save = (store: StoreApi, from: string, to: string): string =>
  commit(store, first, [set('title', from, to)], 'save')
const titled = (title: string, seconds: number): JsonObject => ({
  id: 1,
  _order: 'a1',
  title,
  createdAt: at(0),
  updatedAt: at(seconds),
})

test('SY10 a save that was refused is mended as ever when its document was moved since', () => {
  const store = links()
  const refused = save(store, 'Link 1', 'x')
  leave(store, refused)
  store.settleParked({ key: refused, problem: problemOf('validation') })
  const moved = move(store)
  const mended = save(store, 'x', 'Longer')
  expect(entriesOf(store, first)).toMatchObject([
    { key: mended, mode: 'save', state: 'waiting', changes: [{ from: 'Link 1', to: 'Longer' }] },
  ])
  expect(headKeys(store).toSorted()).toEqual([mended, moved].toSorted())
  send(store, mended, titled('Longer', 3), null)
  expect(headKeys(store)).toEqual([moved])
})

test('SY10 a move that waits for a person, or keeps failing, holds back nothing else of its document', () => {
  const store = links()
  const moved = move(store)
  const waiting = save(store, 'Link 1', 'Mine')
  leaveMove(store, moved)
  const problem = problemOf('server-error')
  store.stepMove({ key: moved, step: { type: 'back', outcomeUnknown: false, refused: true, problem } })
  expect(headKeys(store)).toEqual([moved, waiting])
  store.stepMove({ key: moved, step: { type: 'park', problem: problemOf('neighbour-gone') } })
  expect(headKeys(store)).toEqual([waiting])
  send(store, waiting, titled('Mine', 3), null)
  const next = save(store, 'Mine', 'Mine again')
  expect(headKeys(store)).toEqual([next])
  send(store, next, titled('Mine again', 4), null)
  expect(movesOf(store, first)).toMatchObject([{ key: moved, state: 'parked' }])
})

test('SY3 what is saved on and on while a move waits is one entry', () => {
  const store = links()
  move(store)
  const saved = save(store, 'Link 1', 'M')
  expect(save(store, 'M', 'Mi')).toBe(saved)
  expect(save(store, 'Mi', 'Mine')).toBe(saved)
  expect(entriesOf(store, first)).toMatchObject([{ key: saved, changes: [{ from: 'Link 1', to: 'Mine' }] }])
})

test('of a document that was deleted no move is left', () => {
  const store = links()
  const moved = move(store)
  store.stepMove({ key: moved, step: { type: 'park', problem: problemOf('neighbour-gone') } })
  const deletion = commit(store, first, [], 'delete')
  leave(store, deletion)
  store.settleSent({ key: deletion, answer: { data: null, locale: null } })
  expect(store.outboxCounts()).toMatchObject({ waiting: 0, failed: 0 })
  expect(store.getDocument(first)).toBeNull()
})

test('many documents are edited at once also where a move of one waits for a person', () => {
  const store = links()
  const moved = move(store)
  store.stepMove({ key: moved, step: { type: 'park', problem: problemOf('neighbour-gone') } })
  const values = [{ path: 'title', locale: null, value: 'All' }]
  const answer = store.editMany({
    slug: 'links',
    ids: ['1', '2'],
    mode: 'save',
    locale: null,
    values,
    where: null,
    mayCreate: false,
  })
  expect(answer).toMatchObject({ queued: ['1', '2'], leftOut: [] })
})

test.each(['delete', 'publish', 'unpublish'] as const)(
  'SY12 where somebody else moved the document a queued %s asks nobody; what they wrote in it is asked about',
  (mode) => {
    const store = links()
    const key = commit(store, first, [], mode)
    give(store, '1', { _order: 'a9', title: 'Link 1' }, 5)
    expect(entriesOf(store, first)).toMatchObject([{ key, state: 'waiting', problem: null }])
    expect(headKeys(store)).toEqual([key])
    give(store, '1', { _order: 'b1', title: 'Theirs' }, 6)
    expect(entriesOf(store, first)).toMatchObject([{ state: 'parked', problem: { code: 'base-moved' } }])
  },
)

test('a document beside the first or last row of a page is shown there, not at an end of the whole order', () => {
  const store = links()
  give(store, '4', { _order: 'a4', title: 'Link 4' })
  const shown = () => {
    const query = { slug: 'links', page: 1, limit: 10, sort: '_order', search: '', where: null, locale: null }
    return store.list(query).rows.map(({ ref }) => (ref.kind === 'collection' ? ref.id : ''))
  }
  const put = (id: string, beside: string, side: 'greater' | 'less') =>
    store.moveDocument({
      ref: link(id),
      move: { field: '_order', scope: null, near: [{ id: beside, side }] },
    })
  // The page begins with 3, or ends with 2.
  put('4', '3', 'less')
  expect(shown()).toEqual(['1', '2', '4', '3'])
  put('1', '2', 'greater')
  expect(shown()).toEqual(['2', '1', '4', '3'])
})
