import { describe, expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Move } from '../../../shared/sync/move.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { collection, relation, text } from '../shared/build-fields.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { at, set, site } from './support/site.ts'
import { commit, entriesOf, headKeys, leave, leaveMove, movesOf, setUpBench } from './support/bench.ts'

const bench = setUpBench()

/** A list of links whose order people make. */
const withLinks: SiteSchema = {
  ...site,
  collections: [
    ...site.collections,
    collection([text('_order'), text('title'), relation('post', { relationTo: ['posts'] })], {
      slug: 'links',
      orderable: true,
      versions: null,
      defaultSort: '_order',
    }),
  ],
}

const link = (id: string): DocRef => ({ kind: 'collection', slug: 'links', id })
const query = {
  slug: 'links',
  page: 1,
  limit: 10,
  sort: '_order',
  search: '',
  where: null,
  locale: null,
}

function give(store: StoreApi, id: string, data: JsonObject, seconds = 1): void {
  store.putBase({
    ref: link(id),
    data: { id: Number(id), ...data },
    updatedAt: at(seconds),
    status: null,
    hasPublished: null,
  })
}

/** Four links, the first one first. */
function links(): StoreApi {
  const { store } = bench
  store.setSchema(withLinks)
  for (const [index, id] of ['1', '2', '3', '4'].entries())
    give(store, id, { _order: `a${String(index)}`, title: `Link ${id}` })
  return store
}

const behind = (id: string, next?: string): Move => ({
  field: '_order',
  scope: null,
  near: [{ id, side: 'greater' }, ...(next === undefined ? [] : [{ id: next, side: 'less' as const }])],
})
const shown = (store: StoreApi): string[] =>
  store.list(query).rows.map(({ ref }) => (ref.kind === 'collection' ? ref.id : ''))

function move(store: StoreApi, id: string, to: Move): string {
  const { key } = store.moveDocument({ ref: link(id), move: to })
  if (key === null) throw new Error('was not queued')
  return key
}

/** Settles the move as done by the server. */
function arrive(store: StoreApi, key: string): void {
  leaveMove(store, key)
  const sent = store.getMove(key)
  if (sent === null) throw new Error('it is not there')
  store.settleMoved({ sent, found: null })
}

test('a document that was moved is shown in its new place, and survives a new start', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  expect(shown(store)).toEqual(['2', '3', '1', '4'])
  bench.reopen()
  bench.store.setSchema(withLinks)
  expect(shown(bench.store)).toEqual(['2', '3', '1', '4'])
  expect(movesOf(bench.store, link('1'))).toMatchObject([{ key, state: 'waiting', move: behind('3', '4') }])
})

test('it is shown there also in a page that the server gave in its own order', () => {
  const store = links()
  const rows = ['1', '2', '3', '4'].map((id, index) => ({
    id,
    data: { _order: `a${String(index)}` },
    updatedAt: at(1),
    status: null,
    hasPublished: null,
  }))
  store.putListPage({ query, rows, totalDocs: 4, collectionTotal: 4 })
  move(store, '4', { field: '_order', scope: null, near: [{ id: '1', side: 'less' }] })
  expect(shown(store)).toEqual(['4', '1', '2', '3'])
  move(store, '1', behind('3'))
  expect(shown(store)).toEqual(['4', '2', '3', '1'])
})

test('where no neighbour has a key yet, it stays where it is until the server has moved it', () => {
  const store = links()
  for (const id of ['1', '2', '3', '4']) give(store, id, { _order: null, title: `Link ${id}` }, 2)
  const before = shown(store)
  move(store, '1', behind('3', '4'))
  expect(shown(store)).toEqual(before)
  expect(movesOf(store, link('1'))).toMatchObject([{ shown: null }])
})

test('what was moved again goes once, to where it was moved last', () => {
  const store = links()
  move(store, '1', behind('2', '3'))
  const last = move(store, '1', behind('4'))
  expect(headKeys(store)).toEqual([last])
  expect(shown(store)).toEqual(['2', '3', '4', '1'])
})

describe('a move that was on its way when its document was moved again', () => {
  const problem = problemOf('server-error')

  /** The first of two moves of a document left before the second one was made. */
  function overtaken(store: StoreApi): { first: string; last: string } {
    const first = move(store, '1', behind('3', '4'))
    leaveMove(store, first)
    return { first, last: move(store, '1', behind('2', '3')) }
  }

  test('is not kept for a person who would let it go after the newer one', () => {
    const store = links()
    const { first, last } = overtaken(store)
    store.stepMove({ key: first, step: { type: 'park', problem: problemOf('denied') } })
    expect(movesOf(store, link('1')).map(({ key }) => key)).toEqual([last])
    expect(headKeys(store)).toEqual([last])
    arrive(store, last)
    expect(store.getMove(first)).toBeNull()
  })

  test('is not tried again where the server did not take it', () => {
    const store = links()
    const { first, last } = overtaken(store)
    store.stepMove({ key: first, step: { type: 'back', outcomeUnknown: false, refused: true, problem } })
    expect(movesOf(store, link('1')).map(({ key }) => key)).toEqual([last])
    expect(headKeys(store)).toEqual([last])
  })

  test('is looked up before the newer one leaves, also where it keeps failing, and holds up no other document', () => {
    const store = links()
    const { first, last } = overtaken(store)
    const other = move(store, '2', behind('4'))
    store.stepMove({ key: first, step: { type: 'back', outcomeUnknown: true, refused: true, problem } })
    expect(headKeys(store)).toEqual([first, other])
    expect(store.prepareMove(last)).toBeNull()
    store.stepMove({ key: first, step: { type: 'back', outcomeUnknown: false } })
    expect(headKeys(store)).toEqual([last])
    const request = { body: {}, sentAfter: null }
    expect(() => store.markMoving({ key: first, request })).toThrow(
      expect.objectContaining({ code: 'no-entry' }),
    )
  })

  test('is the last word again where the newer one is taken back', () => {
    const store = links()
    const { first, last } = overtaken(store)
    store.discard(last)
    store.stepMove({ key: first, step: { type: 'back', outcomeUnknown: false } })
    expect(headKeys(store)).toEqual([first])
  })

  test('goes its own way in another order', () => {
    const store = links()
    const first = move(store, '1', behind('3', '4'))
    leaveMove(store, first)
    const last = move(store, '1', { ...behind('2'), field: '_links_order' })
    store.stepMove({ key: first, step: { type: 'back', outcomeUnknown: false } })
    expect(movesOf(store, link('1')).map(({ key }) => key)).toEqual([first, last])
  })
})

test('SY3 moves of one collection leave in the order in which they were made, one after another', () => {
  const store = links()
  const first = move(store, '1', behind('3', '4'))
  const second = move(store, '2', behind('1', '4'))
  expect(headKeys(store)).toEqual([first])
  expect(store.prepareMove(second)).toBeNull()
  leaveMove(store, first)
  expect(headKeys(store)).toEqual([])
  const sent = store.getMove(first)
  if (sent === null) throw new Error('it is not there')
  const found = { id: 1, _order: 'a2i', title: 'Link 1' }
  store.settleMoved({
    sent,
    found: { ref: link('1'), data: found, updatedAt: at(5), status: null, hasPublished: null },
  })
  expect(headKeys(store)).toEqual([second])
  expect(store.getDocument(link('1'))?.state).toEqual({ kind: 'saved' })
})

test('SY10 a move that waits for a person holds up no other', () => {
  const store = links()
  const first = move(store, '1', behind('3', '4'))
  const second = move(store, '2', behind('1', '4'))
  store.stepMove({ key: first, step: { type: 'park', problem: problemOf('neighbour-gone') } })
  expect(headKeys(store)).toEqual([second])
})

test('SY10 an edit that keeps failing holds up no move of its document', () => {
  const store = links()
  const edit = commit(store, link('1'), [set('title', 'Link 1', 'Mine')], 'save')
  const first = move(store, '1', behind('3', '4'))
  const second = move(store, '2', behind('3', '4'))
  store.settleRetry({ key: edit, outcomeUnknown: false, refused: true, problem: problemOf('server-error') })
  expect(headKeys(store)).toEqual([edit, first])
  arrive(store, first)
  expect(headKeys(store)).toEqual([edit, second])
})

test('SY10 an edit that waits for a new document holds up no move of its document', () => {
  const store = links()
  const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
  const post = store.createDocument({ slug: 'posts', id, data: {} })
  const creation = commit(store, post, [set('title', null, 'New')])
  commit(store, link('1'), [set('post', null, id)], 'save')
  const moved = move(store, '1', behind('3', '4'))
  store.settleParked({ key: creation, problem: problemOf('validation') })
  expect(headKeys(store)).toEqual([moved])
})

test('SY6 where others moved it meanwhile, nobody is asked, and it goes where it was moved here', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  give(store, '1', { _order: 'a7', title: 'Theirs' }, 9)
  expect(movesOf(store, link('1'))).toMatchObject([{ key, state: 'waiting' }])
  expect(shown(store)).toEqual(['2', '3', '1', '4'])
})

test('what is edited in it besides is sent for itself, and stays when the move is given up', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  commit(store, link('1'), [set('title', 'Link 1', 'Mine')], 'save')
  expect(entriesOf(store, link('1')).map(({ mode }) => mode)).toEqual(['save'])
  expect(store.getDocument(link('1'))?.state).toEqual({ kind: 'waiting', count: 2 })
  store.discard(key)
  expect(shown(store)).toEqual(['1', '2', '3', '4'])
  expect(entriesOf(store, link('1'))).toMatchObject([{ mode: 'save', changes: [{ to: 'Mine' }] }])
})

test('SY12 its own move is no reason to ask before what waits behind it', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  commit(store, link('1'), [], 'delete')
  leaveMove(store, key)
  const sent = store.getMove(key)
  if (sent === null) throw new Error('it is not there')
  const ref = link('1')
  const base = { ref, updatedAt: at(5), status: null, hasPublished: null }
  store.settleMoved({ sent, found: { ...base, data: { id: 1, _order: 'a2i', title: 'Link 1' } } })
  expect(entriesOf(store, ref)).toMatchObject([{ mode: 'delete', state: 'waiting' }])
})

test('what others wrote while it was moved is asked about before a deletion', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  commit(store, link('1'), [], 'delete')
  leaveMove(store, key)
  const sent = store.getMove(key)
  if (sent === null) throw new Error('it is not there')
  const ref = link('1')
  const base = { ref, updatedAt: at(5), status: null, hasPublished: null }
  store.settleMoved({ sent, found: { ...base, data: { id: 1, _order: 'a2i', title: 'Theirs' } } })
  expect(entriesOf(store, ref)).toMatchObject([
    { mode: 'delete', state: 'parked', problem: { code: 'base-moved' } },
  ])
})

test('what the server does not have, or what is to be deleted, is not moved', () => {
  const store = links()
  const ref = store.createDocument({
    slug: 'links',
    id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e',
    data: { title: 'New' },
  })
  expect(store.moveDocument({ ref, move: behind('1') })).toEqual({ key: null })
  commit(store, link('2'), [], 'delete')
  expect(store.moveDocument({ ref: link('2'), move: behind('1') })).toEqual({ key: null })
})

test('a copy takes no place of its original', () => {
  const store = links()
  const ref = store.createAgain({
    ref: link('1'),
    id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e',
    locale: null,
  })
  const paths = entriesOf(store, ref).flatMap(({ changes }) => changes.map(({ path }) => path))
  expect(paths).toEqual(['title'])
})

test('SY4 a move that was on its way when the program ended may have arrived, and keeps its request', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  const request = leaveMove(store, key)
  expect(store.getDocument(link('1'))?.state).toEqual({ kind: 'sending' })
  bench.reopen()
  bench.store.setSchema(withLinks)
  expect(bench.store.getMove(key)).toMatchObject({ state: 'unknown', attempts: 1 })
  expect(bench.store.prepareMove(key)?.sent).toEqual(request)
})

test('SY3 a move waits while a write of its document may be at the server, and so do those behind it', () => {
  const store = links()
  const edit = commit(store, link('1'), [set('title', 'Link 1', 'Mine')], 'save')
  const first = move(store, '1', behind('3', '4'))
  const second = move(store, '2', behind('3', '4'))
  leave(store, edit)
  expect(headKeys(store)).toEqual([])
  store.settleRetry({ key: edit, outcomeUnknown: false })
  expect(headKeys(store)).toEqual([edit, first])
  leaveMove(store, first)
  const sent = store.getMove(first)
  if (sent === null) throw new Error('it is gone')
  store.settleMoved({ sent, found: null })
  expect(headKeys(store)).toEqual([edit, second])
})

test('SY16 a move is counted as what it is, and its document is in the outbox', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  const page = () => store.outboxPage({ only: 'all', from: { by: 'number', number: 0 }, limit: 10 })
  expect(store.outboxCounts()).toMatchObject({ waiting: 1, sending: 0, failed: 0 })
  expect(page()).toMatchObject({ total: 1, documents: [{ ref: link('1'), entries: [], moves: [{ key }] }] })
  leaveMove(store, key)
  expect(store.outboxCounts()).toMatchObject({ waiting: 0, sending: 1 })
  store.stepMove({ key, step: { type: 'park', problem: problemOf('denied') } })
  expect(store.outboxCounts()).toMatchObject({ sending: 0, failed: 1 })
  expect(store.findInOutbox({ item: { kind: 'entry', key }, place: null }).documents).toHaveLength(1)
  expect(store.retry({ key, choices: {}, shown: [] })).toEqual({ outcome: 'released' })
  expect(headKeys(store)).toEqual([key])
  store.discard(key)
  expect(page().total).toBe(0)
  expect(store.getDocument(link('1'))?.state).toEqual({ kind: 'saved' })
})

test('SY10 a move that is on its way is not given up, and one that cannot be read goes out as it lies there', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  leaveMove(store, key)
  expect(() => store.discard(key)).toThrow(expect.objectContaining({ code: 'refused' }))
  bench.database.db.prepare(`UPDATE moves SET move = '{"near":' WHERE key = ?`).run(key)
  expect(movesOf(store, link('1'))).toMatchObject([{ key, state: 'parked', problem: { code: 'broken' } }])
  expect(headKeys(store)).toEqual([])
  expect(store.rawEntry(key).text).toContain('{\\"near\\":')
  store.discard(key)
  expect(movesOf(store, link('1'))).toEqual([])
})

test('SY10 where somebody else deleted the document its move waits for a person', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  store.removeBase(link('1'))
  expect(movesOf(store, link('1'))).toMatchObject([{ key, state: 'parked', problem: { code: 'gone' } }])
  store.discard(key)
  expect(store.getDocument(link('1'))).toBeNull()
})

test('SY10 what a deleted document is made anew of leaves no move of the old one behind', () => {
  const store = links()
  move(store, '1', behind('3', '4'))
  commit(store, link('1'), [set('title', 'Link 1', 'Mine')], 'save')
  store.removeBase(link('1'))
  store.createAgain({ ref: link('1'), id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e', locale: null })
  expect(store.getDocument(link('1'))).toBeNull()
  expect(store.outboxCounts().failed).toBe(0)
})

test('SY10 a move that was parked, or given up, while its request was made does not leave', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  const request = store.prepareMove(key)?.request
  if (request === undefined) throw new Error('it is not in turn')
  const refuses = expect.objectContaining({ code: 'no-entry' })
  store.removeBase(link('1'))
  expect(() => store.markMoving({ key, request })).toThrow(refuses)
  store.discard(key)
  expect(() => store.markMoving({ key, request })).toThrow(refuses)
})

test('SY13 a move in a collection that the site does not show goes on when it is there again', () => {
  const store = links()
  const key = move(store, '1', behind('3', '4'))
  store.setSchema(site)
  expect(store.prepareMove(key)).toBeNull()
  expect(store.getMove(key)).toMatchObject({ state: 'parked', problem: { code: 'schema-gone' } })
  store.setSchema(withLinks)
  expect(headKeys(store)).toEqual([key])
})
