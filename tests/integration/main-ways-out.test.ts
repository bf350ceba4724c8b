import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refId, makeTempId } from '../../shared/cms/doc-ref.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
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
import { wholeOutbox } from '../support/whole-outbox.ts'

let site: TestSite
let account: TestAccount
let proxy: TestSite['proxy']
let other: TestSite['other']
let author: TestSite['author']

beforeAll(async () => {
  site = await openTestSite()
  ;({ proxy, other, author } = site)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  proxy.clearRules()
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

async function knownPost(title: string): Promise<string> {
  const body = { title, standfirst: 'Two sentences.', kicker: 'Rail', authors: [author] }
  const { doc } = await other.ask('POST', '/posts?draft=true&locale=en&depth=0', body)
  const id = idOf(doc)
  await refreshDocument(account.site, post(id))
  return id
}

const serverPost = (id: string) => other.ask('GET', `/posts/${id}?draft=true&depth=0&locale=en`)
const isPatch = ({ method, path }: { method: string; path: string }) =>
  method === 'PATCH' && path.startsWith('/api/posts')

describe('F5 the database cannot be written when the answer comes', () => {
  test('F5 the entry is sent again as soon as it can be, and done once', async () => {
    const id = await knownPost('Before the lock')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Before the lock', 'After it')])
    const holder = new Database(account.file)
    try {
      // Another program holds the file from when the request is on its way.
      proxy.addRule({
        match: (request) => {
          if (isPatch(request) && !holder.inTransaction) holder.exec('BEGIN IMMEDIATE')
          return false
        },
        fault: { kind: 'drop-before' },
      })
      await expect(account.sender.send(key)).rejects.toThrow('database is locked')
      expect(await entryIn(account, key)).toMatchObject({ state: 'sending' })
      await expect(account.sender.freeUnsettled()).rejects.toThrow('database is locked')
      proxy.clearRules()
      holder.exec('ROLLBACK')
    } finally {
      holder.close()
    }
    await account.sender.freeUnsettled()
    expect(
      (await account.site.store.outboxHeads({ after: 0, limit: 100 })).map((entry) => entry.key),
    ).toEqual([key])
    const before = await other.ask('GET', `/posts/versions?where[parent][equals]=${id}&limit=0`)
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await serverPost(id)).toMatchObject({ title: 'After it' })
    const after = await other.ask('GET', `/posts/versions?where[parent][equals]=${id}&limit=0`)
    expect(after['totalDocs']).toBe(before['totalDocs'])
  })
})

describe('F18 two new documents that refer to each other', () => {
  test('F18 both arrive, each with its reference to the other', async () => {
    const { store } = account.site
    const ids = [crypto.randomUUID(), crypto.randomUUID()].map((uuid) => makeTempId(uuid))
    const [one = '', two = ''] = ids
    for (const tempId of ids) await store.createDocument({ slug: 'posts', id: tempId, data: {} })
    const changes = (title: string, related: string) => [
      set('title', null, title),
      set('related', null, [related], null),
    ]
    await commitOn(account, post(one), 'draft', changes('One of two', two))
    await commitOn(account, post(two), 'draft', changes('Two of two', one))
    for (
      let [head] = await store.outboxHeads({ after: 0, limit: 100 });
      head;
      [head] = await store.outboxHeads({ after: 0, limit: 100 })
    ) {
      expect(await account.sender.send(head.key)).toMatchObject({ type: 'sent' })
    }
    expect(await wholeOutbox(store.outboxPage)).toEqual([])
    const [first, second] = await Promise.all(ids.map((tempId) => store.resolveId(post(tempId))))
    const idsThere = [first, second].map((ref) => (ref ? refId(ref) : ''))
    expect(await serverPost(idsThere[0] ?? '')).toMatchObject({ related: [Number(idsThere[1])] })
    expect(await serverPost(idsThere[1] ?? '')).toMatchObject({ related: [Number(idsThere[0])] })
  })
})

describe('F9 a document that was deleted', () => {
  test('F9 is there again with what was typed in it, once', async () => {
    const id = await knownPost('To be deleted')
    await commitOn(account, post(id), 'draft', [set('title', 'To be deleted', 'Brought back')])
    await other.ask('DELETE', `/posts/${id}`)
    const [head] = await account.site.store.outboxHeads({ after: 0, limit: 100 })
    expect(await account.sender.send(head?.key ?? '')).toMatchObject({
      type: 'parked',
      problem: { code: 'gone' },
    })
    const made = await account.site.store.createAgain({
      ref: post(id),
      id: makeTempId(crypto.randomUUID()),
      locale: 'en',
    })
    const [creation] = await account.site.store.outboxHeads({ after: 0, limit: 100 })
    expect(await account.sender.send(creation?.key ?? '')).toMatchObject({ type: 'sent' })
    const arrived = await account.site.store.resolveId(made)
    expect(await serverPost(refId(arrived))).toMatchObject({ title: 'Brought back', kicker: 'Rail' })
    expect(await wholeOutbox(account.site.store.outboxPage)).toEqual([])
  })
})
