import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { moveAs } from '../../main/ipc/document-calls.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import type { Json } from '../../shared/json.ts'
import type { Move } from '../../shared/sync/move.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'
import {
  idOf,
  openSignedIn,
  openTestAccount,
  openTestSite,
  signIn,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { EDITOR, READER } from './support/cms.ts'

/* The order of highlights, and of those of one place, against the real server. */

let site: TestSite
let account: TestAccount
let place: Json
/** Ids of five highlights of one place, in their order. */
let ids: string[]

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.dispose())

beforeEach(async () => {
  site.proxy.clearRules()
  site.proxy.shiftClock(0)
  const { other } = site
  for (const doc of (await other.ask('GET', '/highlights?limit=0&depth=0')).docs)
    await other.ask('DELETE', `/highlights/${idOf(doc)}`)
  place =
    (await other.ask('POST', '/places?locale=en', { name: 'Here', country: 'no', _status: 'published' })).doc[
      'id'
    ] ?? null
  ids = []
  for (const title of ['A', 'B', 'C', 'D', 'E'])
    ids.push(idOf((await other.ask('POST', '/highlights?locale=en&depth=0', { title, place })).doc))
  account = await openSignedIn(site)
  await refreshList(account.site, query, account.backgroundFetch.add)
  await account.backgroundFetch.idle()
  site.proxy.seen.length = 0
})
afterEach(() => account.dispose())

const query: ListQuery = {
  slug: 'highlights',
  page: 1,
  limit: 10,
  sort: '_order',
  search: '',
  where: null,
  locale: 'en',
}
const PLACE_ORDER = '_highlights_highlights_order'

const id = (letter: string): string => ids['ABCDE'.indexOf(letter)] ?? ''
const ref = (letter: string): DocRef => makeRef('collection', 'highlights', id(letter))
const beside = (near: [string, 'greater' | 'less'][], field = '_order'): Move => ({
  field,
  ...(field === '_order'
    ? { scope: null }
    : { scope: 'place', parent: { slug: 'places', id: JSON.stringify(place) } }),
  near: near.map(([letter, side]) => ({ id: id(letter), side })),
})
const between = (before: string, after: string, field?: string): Move =>
  beside(
    [
      [before, 'greater'],
      [after, 'less'],
    ],
    field,
  )

/** Queues a move as a list does; the entry's key. */
async function move(letter: string, to: Move): Promise<string> {
  expect(await moveAs(account.site, { ref: ref(letter), move: to })).toEqual({ outcome: 'queued' })
  const documents = await wholeOutbox(account.site.store.outboxPage)
  return (
    documents
      .flatMap(({ moves }) => moves)
      .toSorted((a, b) => a.seq - b.seq)
      .at(-1)?.key ?? ''
  )
}

/** Somebody else moves it behind another one. */
async function othersMove(letter: string, behind: string): Promise<void> {
  await site.other.ask('POST', '/reorder', {
    collectionSlug: 'highlights',
    orderableFieldName: '_order',
    newKeyWillBe: 'greater',
    docsToMove: [Number(id(letter))],
    target: { id: Number(id(behind)), key: 'pending' },
  })
}

/** The same database at a new start, of this user. */
async function reopen(identifier: string, file: string): Promise<TestAccount> {
  const opened = await openTestAccount({
    url: site.proxy.url,
    ...(await signIn(site.cms.url, identifier)),
    file,
  })
  await opened.connection.check()
  await opened.refreshSchema()
  return opened
}

async function onServer(field = '_order'): Promise<string> {
  const { docs } = await site.other.ask('GET', `/highlights?depth=0&limit=0&locale=en&sort=${field}`)
  return docs.map(({ title }) => (typeof title === 'string' ? title : '?')).join('')
}
async function here(): Promise<string> {
  const { rows } = await account.site.store.list(query)
  return rows.map(({ data }) => (data['title'] as { en: string }).en).join('')
}
const isReorder = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.startsWith('/api/reorder')
const reorders = () => site.proxy.seen.filter(isReorder)

test('what is moved is there at once, and on the server in the same place', async () => {
  const key = await move('A', between('C', 'D'))
  expect(await here()).toBe('BCADE')
  expect(await onServer()).toBe('ABCDE')
  expect(await account.sender.send(key)).toEqual({ type: 'sent', ref: ref('A') })
  expect(await onServer()).toBe('BCADE')
  expect(await here()).toBe('BCADE')
  const view = await account.site.store.getDocument(ref('A'))
  const { docs } = await site.other.ask('GET', `/highlights?where[id][equals]=${id('A')}&depth=0&locale=all`)
  expect(view).toMatchObject({ state: { kind: 'saved' }, entries: [], base: { data: docs[0] } })
})

test('moves made offline arrive one after another, each once', async () => {
  site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await account.connection.check()
  const keys = [
    await move('A', beside([['E', 'greater']])),
    await move('B', beside([['A', 'greater']])),
    await move('E', beside([['C', 'less']])),
  ]
  expect(await here()).toBe('ECDAB')
  expect(await account.sender.send(keys[0] ?? '')).toEqual({ type: 'offline' })
  site.proxy.clearRules()
  await account.connection.check()
  // The second one is not sent before the first has arrived.
  expect(await account.sender.send(keys[1] ?? '')).toEqual({ type: 'gone' })
  for (const key of keys) expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await onServer()).toBe('ECDAB')
  expect(reorders()).toHaveLength(3)
})

test('it goes beside its neighbour wherever others have moved that one', async () => {
  const key = await move('A', between('B', 'C'))
  await othersMove('B', 'E')
  await account.sender.send(key)
  expect(await onServer()).toBe('CDEBA')
})

test('it goes beside the other neighbour where the first was deleted', async () => {
  const key = await move('A', between('C', 'D'))
  await site.other.ask('DELETE', `/highlights/${id('C')}`)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await onServer()).toBe('BADE')
})

test('where both neighbours are gone it waits for a person, and moving it again mends that', async () => {
  const key = await move('A', between('C', 'D'))
  for (const letter of ['C', 'D']) await site.other.ask('DELETE', `/highlights/${id(letter)}`)
  expect(await account.sender.send(key)).toMatchObject({
    type: 'parked',
    problem: { code: 'neighbour-gone' },
  })
  expect(await onServer()).toBe('ABE')
  const again = await move('A', beside([['E', 'greater']]))
  expect(await account.site.store.getMove(key)).toBeNull()
  await account.sender.send(again)
  expect(await onServer()).toBe('BEA')
})

test('of a document that was deleted meanwhile it is said that it is gone', async () => {
  const key = await move('A', beside([['C', 'greater']]))
  await site.other.ask('DELETE', `/highlights/${id('A')}`)
  expect(await account.sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'gone' } })
})

test('SY4 a move whose answer was lost is found to be done, and is not done again', async () => {
  const key = await move('A', between('C', 'D'))
  site.proxy.addRule({ match: isReorder, fault: { kind: 'drop-after' }, times: 1 })
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await account.site.store.getMove(key)).toMatchObject({ state: 'unknown' })
  // Somebody has put another one between meanwhile: a second move would go past it.
  await othersMove('E', 'C')
  expect(await account.sender.send(key)).toEqual({ type: 'sent', ref: ref('A') })
  expect(await onServer()).toBe('BCEAD')
  expect(reorders()).toHaveLength(1)
})

test('SY4 a move that was on its way when the program ended is found to be done at the next start', async () => {
  const key = await move('A', between('C', 'D'))
  site.proxy.addRule({ match: isReorder, fault: { kind: 'drop-after' }, times: 1 })
  await account.sender.send(key)
  const { file } = account
  await account.close()
  account = await reopen(EDITOR, file)
  expect(await account.sender.send(key)).toEqual({ type: 'sent', ref: ref('A') })
  expect(await onServer()).toBe('BCADE')
  expect(reorders()).toHaveLength(1)
})

test('SY4 a move that never arrived is made again', async () => {
  const key = await move('A', between('C', 'D'))
  site.proxy.addRule({ match: isReorder, fault: { kind: 'drop-before' }, times: 1 })
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await onServer()).toBe('BCADE')
})

test('who may not change the document is told so in the words of the server', async () => {
  await account.dispose()
  account = await openSignedIn(site, READER)
  await refreshList(account.site, query, account.backgroundFetch.add)
  await account.backgroundFetch.idle()
  const key = await move('A', beside([['C', 'greater']]))
  expect(await account.sender.send(key)).toMatchObject({
    type: 'parked',
    problem: { code: 'denied', message: 'You are not allowed to perform this action.' },
  })
})

test('what is edited in it leaves for itself, and nobody is asked because it was moved', async () => {
  const moved = await move('A', beside([['C', 'greater']]))
  const title = { kind: 'set', locale: 'en', path: 'title', from: 'A', to: 'Z' } as const
  const { key } = await account.site.store.commitDraft({
    ref: ref('A'),
    locale: 'en',
    mode: 'save',
    changes: [title],
  })
  for (const one of [moved, key ?? '']) expect(await account.sender.send(one)).toMatchObject({ type: 'sent' })
  expect(await onServer()).toBe('BCZDE')
})

test('in the list of one place it goes by the order of that list, and the other order stays', async () => {
  const there = { name: 'There', country: 'se', _status: 'published' }
  const elsewhere = (await site.other.ask('POST', '/places?locale=en', there)).doc['id'] ?? null
  const key = await move('A', between('B', 'E', PLACE_ORDER))
  // Its neighbour belongs to another place by now, and to the order of that one.
  await site.other.ask('PATCH', `/highlights/${id('B')}`, { place: elsewhere })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  const { docs } = await site.other.ask(
    'GET',
    `/highlights?depth=0&limit=0&locale=en&sort=${PLACE_ORDER}&where[place][equals]=${JSON.stringify(place)}`,
  )
  expect(docs.map(({ title }) => title)).toEqual(['C', 'D', 'A', 'E'])
  expect(await onServer()).toBe('ABCDE')
})

/** As documents are that were written before the site kept an order. */
async function withoutKeys(letters: string, field = '_order'): Promise<void> {
  for (const letter of letters) await site.other.ask('PATCH', `/highlights/${id(letter)}`, { [field]: null })
  await refreshList(account.site, query, account.backgroundFetch.add)
  await account.backgroundFetch.idle()
  site.proxy.seen.length = 0
}

test('documents from before the site kept an order get their first keys, and are moved then', async () => {
  await withoutKeys('ABC')
  const key = await move('C', beside([['A', 'greater']]))
  await account.sender.send(key)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await onServer()).replaceAll(/[^AC]/g, '')).toBe('AC')
})

test('SY4 where the answer to the first keys was lost, the document is moved all the same', async () => {
  await withoutKeys('ABCDE')
  const key = await move('C', beside([['A', 'greater']]))
  site.proxy.addRule({ match: isReorder, fault: { kind: 'drop-after' }, times: 1 })
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await onServer()).replaceAll(/[^AC]/g, '')).toBe('AC')
  expect(reorders()).toHaveLength(2)
})

test('SY4 that a document without a key got one from another write does not tell that it was moved', async () => {
  await withoutKeys('A')
  const key = await move('A', beside([['B', 'greater']]))
  site.proxy.addRule({ match: isReorder, fault: { kind: 'drop-before' }, times: 1 })
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  await site.other.ask('PATCH', `/highlights/${id('A')}`, { title: 'A' })
  expect(await onServer()).toBe('BCDEA')
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await onServer()).toBe('BACDE')
})

test('first keys that the server may still be giving are not asked for a second time', async () => {
  await withoutKeys('ABCDE')
  const key = await move('C', beside([['A', 'greater']]))
  site.proxy.addRule({ match: isReorder, fault: { kind: 'drop-before' }, times: 1 })
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry', retryAfterMs: 30_000 })
  expect(reorders()).toHaveLength(1)
  // Nothing of that request can arrive any more.
  site.proxy.shiftClock(6 * 60_000)
  await account.connection.check()
  await account.sender.send(key)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await onServer()).replaceAll(/[^AC]/g, '')).toBe('AC')
})

test('that a neighbour in the list of another place has no key is no reason to give up', async () => {
  const there = { name: 'There', country: 'se', _status: 'published' }
  const elsewhere = (await site.other.ask('POST', '/places?locale=en', there)).doc['id'] ?? null
  await site.other.ask('PATCH', `/highlights/${id('D')}`, { place: elsewhere })
  await withoutKeys('ABCD', PLACE_ORDER)
  const key = await move('C', between('A', 'D', PLACE_ORDER))
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry', reason: 'first keys' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await onServer(PLACE_ORDER)).replaceAll(/[^AC]/g, '')).toBe('AC')
})

test('a move whose neighbours cannot be looked up counts as failing in the end, and holds up no other', async () => {
  const isLookUp = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.startsWith('/api/highlights') && path.includes(id('C'))
  site.proxy.addRule({ match: isLookUp, fault: { kind: 'status', status: 500 } })
  const key = await move('A', beside([['C', 'greater']]))
  const other = await move('E', beside([['B', 'less']]))
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await account.site.store.getMove(key)).toMatchObject({ problem: null })
    expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  }
  expect(await account.site.store.getMove(key)).toMatchObject({
    state: 'waiting',
    problem: { code: 'server-error' },
  })
  expect(await account.sender.send(other)).toMatchObject({ type: 'sent' })
  expect(await onServer()).toBe('AEBCD')
})

test('SY4 a move that was done, of which nobody can read what it is now, counts as failing in the end', async () => {
  const isRead = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.startsWith(`/api/highlights/${id('A')}`)
  const key = await move('A', beside([['C', 'greater']]))
  site.proxy.addRule({ match: isRead, fault: { kind: 'status', status: 500 } })
  for (let tries = 1; tries <= 5; tries += 1)
    expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await account.site.store.getMove(key)).toMatchObject({
    state: 'unknown',
    problem: { code: 'server-error' },
  })
  site.proxy.clearRules()
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(reorders()).toHaveLength(1)
})
