import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refId, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'
import type { Fault } from '../support/fault-proxy.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openTestSite,
  post,
  set,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { ADMIN } from './support/cms.ts'

/* A person gives up an entry in the very moment in which the real companion is asked what became of it. */

let site: TestSite
let account: TestAccount
let other: TestSite['other']

beforeAll(async () => {
  site = await openTestSite()
  ;({ other } = site)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  account = await openSignedIn(site, ADMIN)
})
afterEach(() => account.dispose())

const isWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && path.startsWith('/api/posts')
const writes = () => site.proxy.seen.filter(isWrite).length
const send = (key: string) => account.sender.send(key)
const view = (ref: DocRef) => account.site.store.getDocument(ref)
const serverPost = (id: string) => other.ask('GET', `/posts/${id}?draft=true&depth=0&locale=en`)

async function knownPost(title: string): Promise<string> {
  const { doc } = await other.ask('POST', '/posts?draft=true&locale=en&depth=0', {
    title,
    kicker: 'Rail',
    standfirst: 'Two sentences.',
    authors: [site.author],
    _status: 'draft',
  })
  await refreshDocument(account.site, post(idOf(doc)))
  return idOf(doc)
}

/** The write leaves and `fault` strikes it; while it is asked what became of it, somebody does something here. */
async function lookUp(key: string, fault: Fault, meanwhile: () => Promise<unknown>) {
  site.proxy.seen.length = 0
  site.proxy.addRule({ match: isWrite, fault, times: 1 })
  expect(await send(key)).toMatchObject({ type: 'retry' })
  expect(await entryIn(account, key)).toMatchObject({ state: 'unknown' })
  site.proxy.addRule({
    match: ({ path }) => path.startsWith('/api/desktop/writes/'),
    fault: { kind: 'late', meanwhile },
    times: 1,
  })
  return send(key)
}
const discard = (key: string) => () => account.site.store.discard(key)

describe('SY4 SY10 an entry that is discarded while it is asked what became of it, and that the server did', () => {
  test('an edit: what the server has is shown, and the history tells it', async () => {
    const id = await knownPost('Before')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Before', 'Given up')])
    expect(await lookUp(key, { kind: 'drop-after' }, discard(key))).toEqual({ type: 'sent', ref: post(id) })
    const server = await serverPost(id)
    expect(server).toMatchObject({ title: 'Given up' })
    expect(await view(post(id))).toMatchObject({
      state: { kind: 'saved' },
      entries: [],
      base: { updatedAt: server['updatedAt'], data: { title: { en: 'Given up' } } },
    })
    const [line] = await account.site.store.sentEntries()
    expect(line).toMatchObject({ key, cells: [{ path: 'title', locale: 'en', result: 'saved' }] })
    expect(await send(key)).toEqual({ type: 'gone' })
    expect(writes()).toBe(1)
  })

  test('an edit under another one: that one stays, and does not take back what was done', async () => {
    const id = await knownPost('Under')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Under', 'Given up')])
    let second = ''
    await lookUp(key, { kind: 'drop-after' }, async () => {
      second = await commitOn(account, post(id), 'draft', [set('kicker', 'Rail', 'Sea')])
      await account.site.store.discard(key)
    })
    expect(await entryIn(account, second)).toMatchObject({ state: 'waiting' })
    expect(await send(second)).toMatchObject({ type: 'sent' })
    expect(await serverPost(id)).toMatchObject({ title: 'Given up', kicker: 'Sea' })
    expect((await view(post(id)))?.state).toEqual({ kind: 'saved' })
  })

  test('SY12 a draft under a publish: the publish asks before it makes public what was given up', async () => {
    const id = await knownPost('Not for everybody')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Not for everybody', 'Given up')])
    let publish = ''
    await lookUp(key, { kind: 'drop-after' }, async () => {
      publish = await commitOn(account, post(id), 'publish', [])
      await account.site.store.discard(key)
    })
    expect(await entryIn(account, publish)).toMatchObject({
      state: 'parked',
      problem: { code: 'base-moved' },
    })
    expect(await serverPost(id)).toMatchObject({ _status: 'draft' })
  })

  test('SY8 a creation: the new document is here as the server has it, once', async () => {
    const ref = await account.site.store.createDocument({
      slug: 'posts',
      id: makeTempId(crypto.randomUUID()),
      data: { authors: [site.author] },
    })
    const key = await commitOn(account, ref, 'draft', [set('title', null, 'Created all the same')])
    const outcome = await lookUp(key, { kind: 'drop-after' }, discard(key))
    const where = 'where[title][equals]=Created%20all%20the%20same'
    const { docs } = await other.ask('GET', `/posts?draft=true&depth=0&locale=en&${where}`)
    const made = post(idOf(docs[0] ?? {}))
    expect(outcome).toEqual({ type: 'sent', ref: made })
    expect(docs).toHaveLength(1)
    expect(await view(ref)).toBeNull()
    expect(await view(made)).toMatchObject({
      state: { kind: 'saved' },
      base: { data: { title: { en: 'Created all the same' } } },
    })
    const [line] = await account.site.store.sentEntries()
    expect(line).toMatchObject({ key, ref: made, create: true, title: { en: 'Created all the same' } })
  })

  test('a deletion: the document is gone here, too', async () => {
    const id = await knownPost('Deleted all the same')
    const key = await commitOn(account, post(id), 'delete', [], null)
    expect(await lookUp(key, { kind: 'drop-after' }, discard(key))).toMatchObject({ type: 'sent' })
    expect(await view(post(id))).toBeNull()
    expect((await account.site.store.sentEntries())[0]).toMatchObject({ key, mode: 'delete' })
  })

  test('a whole document that is taken back to what the server has: it has what was done', async () => {
    const id = await knownPost('Reverted')
    const key = await commitOn(account, post(id), 'publish', [set('title', 'Reverted', 'Public')])
    const outcome = await lookUp(key, { kind: 'drop-after' }, () =>
      account.site.store.discardDocument(post(id)),
    )
    expect(outcome).toMatchObject({ type: 'sent' })
    expect(await view(post(id))).toMatchObject({
      state: { kind: 'saved' },
      base: { status: 'published', data: { title: { en: 'Public' } } },
    })
    expect((await account.site.store.sentEntries())[0]).toMatchObject({ key, mode: 'publish' })
  })
})

describe('SY4 SY10 an entry that is discarded while it is asked what became of it, and that the server did not do', () => {
  test('an edit does not go out again, and is in no history', async () => {
    const id = await knownPost('Stays')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Stays', 'Given up')])
    expect(await lookUp(key, { kind: 'drop-before' }, discard(key))).toEqual({ type: 'gone' })
    expect(await serverPost(id)).toMatchObject({ title: 'Stays' })
    expect(await view(post(id))).toMatchObject({
      state: { kind: 'saved' },
      base: { data: { title: { en: 'Stays' } } },
    })
    expect(writes()).toBe(1)
    expect(await account.site.store.sentEntries()).toEqual([])
  })

  test('nor a creation of which nobody can tell', async () => {
    const id = makeTempId(crypto.randomUUID())
    const ref = await account.site.store.createDocument({ slug: 'posts', id, data: {} })
    expect(refId(ref)).toBe(id)
    const key = await commitOn(account, ref, 'draft', [set('title', null, 'Nobody knows')])
    site.proxy.addRule({ match: isWrite, fault: { kind: 'drop-after' }, times: 1 })
    await send(key)
    // The question to the companion gets 404, and the look at the collection comes late.
    site.proxy.addRule({
      match: ({ path }) => path.startsWith('/api/desktop/writes/'),
      fault: { kind: 'status', status: 404 },
      times: 1,
    })
    site.proxy.addRule({
      match: ({ method, path }) => method === 'GET' && path.startsWith('/api/posts?'),
      fault: { kind: 'late', meanwhile: discard(key) },
      times: 1,
    })
    expect(await send(key)).toEqual({ type: 'gone' })
    expect(await view(ref)).toBeNull()
    expect(await wholeOutbox(account.site.store.outboxPage)).toEqual([])
  })
})
