import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entityOf } from '../../main/server/site-context.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { createEntrySender } from '../../main/server/send/send-entry.ts'
import { makeRef, refId, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import { getValue } from '../../shared/document/path.ts'
import type { CommitMode } from '../../shared/sync/entry.ts'
import { type Fault } from '../support/fault-proxy.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openTestSite,
  post,
  set,
  signIn,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { ADMIN, EDITOR, READER } from './support/cms.ts'

let site: TestSite
let account: TestAccount
let cms: TestSite['cms']
let proxy: TestSite['proxy']
let other: TestSite['other']
let author: TestSite['author']

beforeAll(async () => {
  site = await openTestSite()
  ;({ cms, proxy, other, author } = site)
})
afterAll(() => site.dispose())

const open = (identifier = EDITOR) => openSignedIn(site, identifier)
beforeEach(async () => {
  proxy.clearRules()
  account = await open()
  proxy.seen.length = 0
})
afterEach(() => account.dispose())

const commit = (ref: DocRef, mode: CommitMode, changes: Change[], locale?: string | null) =>
  commitOn(account, ref, mode, changes, locale)
const entryOf = (key: string) => entryIn(account, key)
const serverPost = (id: string) =>
  other.ask('GET', `/posts/${id}?draft=true&depth=0&locale=all&fallback-locale=none`)
const countOf = async (title: string) => {
  const where = `where[title][equals]=${encodeURIComponent(title)}`
  return (await other.ask('GET', `/posts?draft=true&depth=0&locale=en&${where}`))['totalDocs']
}
const writes = () =>
  proxy.seen.filter(({ method, path }) => method !== 'GET' && /^\/api\/(posts|notes)/.test(path))
const isWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && /^\/api\/(posts|notes)/.test(path)
const strike = (fault: Fault, times = 1) => proxy.addRule({ match: isWrite, fault, times })

/** A post of somebody else, here as a base. */
async function knownPost(title: string, status: 'draft' | 'published' = 'draft'): Promise<string> {
  const { doc } = await other.ask(
    'POST',
    `/posts?${status === 'draft' ? 'draft=true&' : ''}locale=en&depth=0`,
    {
      title,
      standfirst: 'Two sentences.',
      kicker: 'Rail',
      authors: [author],
      _status: status,
    },
  )
  const id = idOf(doc)
  await refreshDocument(account.site, post(id))
  proxy.seen.length = 0
  return id
}

async function newPost(title: string): Promise<{ ref: DocRef; key: string }> {
  const ref = await account.site.store.createDocument({
    slug: 'posts',
    id: makeTempId(crypto.randomUUID()),
    data: { authors: [author] },
  })
  return { ref, key: await commit(ref, 'draft', [set('title', null, title)]) }
}

describe('an edit', () => {
  test('SY5 arrives with only what changed, and the answer is the new base', async () => {
    const id = await knownPost('Night train')
    const key = await commit(post(id), 'draft', [set('title', 'Night train', 'Day train')])
    expect(await account.sender.send(key)).toEqual({ type: 'sent', ref: post(id) })
    expect(JSON.parse(writes()[0]?.body ?? '')).toEqual({ title: 'Day train', _status: 'draft' })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Day train' }, kicker: { en: 'Rail' } })
    const view = await account.site.store.getDocument(post(id))
    expect(view).toMatchObject({ state: { kind: 'saved' }, entries: [] })
    expect(view?.base.data['title']).toEqual({ en: 'Day train' })
    expect(view?.base.updatedAt).toBe((await serverPost(id))['updatedAt'])
  })

  test('in one language leaves the others alone', async () => {
    const id = await knownPost('English')
    const key = await commit(post(id), 'draft', [set('title', null, 'Deutsch', 'de')], 'de')
    await account.sender.send(key)
    expect((await serverPost(id))['title']).toEqual({ en: 'English', de: 'Deutsch' })
  })

  test('is published with the changes that belong to it', async () => {
    const id = await knownPost('To be published')
    const key = await commit(post(id), 'publish', [set('kicker', 'Rail', 'Sea')])
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await other.ask('GET', `/posts/${id}?depth=0&locale=en`)).toMatchObject({
      _status: 'published',
      kicker: 'Sea',
    })
  })

  test('SY9 that the server finds not valid parks with its words at the field', async () => {
    const id = await knownPost('Not valid')
    const key = await commit(post(id), 'publish', [set('standfirst', 'Two sentences.', null)])
    expect(await account.sender.send(key)).toMatchObject({
      type: 'parked',
      problem: { code: 'validation', fields: [{ path: 'standfirst', message: 'This field is required.' }] },
    })
  })

  test('of a global arrives', async () => {
    const ref: DocRef = { kind: 'global', slug: 'season-cover' }
    await refreshDocument(account.site, ref)
    const before = (await account.site.store.getDocument(ref))?.base.data
    const from = getValue(entityOf(account.schema(), ref)?.fields ?? [], before ?? {}, 'headline', 'en')
    const key = await commit(ref, 'draft', [set('headline', from, 'Winter cover')])
    expect(await account.sender.send(key)).toEqual({ type: 'sent', ref })
    expect(await other.ask('GET', '/globals/season-cover?draft=true&depth=0&locale=en')).toMatchObject({
      headline: 'Winter cover',
    })
  })

  test('SY3 is sent once when it is asked for twice at the same time', async () => {
    const id = await knownPost('Twice')
    const key = await commit(post(id), 'draft', [set('title', 'Twice', 'Once')])
    const outcomes = await Promise.all([account.sender.send(key), account.sender.send(key)])
    expect(outcomes.map(({ type }) => type)).toEqual(['sent', 'sent'])
    expect(writes()).toHaveLength(1)
    expect(await account.sender.send(key)).toEqual({ type: 'gone' })
  })
})

describe('an answer to a question that was asked before an own write', () => {
  /** The first whole read of posts is answered with what was there before `send`, and passed on after it. */
  const answeredBefore = (send: () => Promise<unknown>) =>
    proxy.addRule({
      match: ({ method, path }) => method === 'GET' && isWholeRead(path),
      fault: { kind: 'late', meanwhile: send },
      times: 1,
    })
  const isWholeRead = (path: string) =>
    path.startsWith('/api/posts') && path.includes('locale=all') && !path.includes('select')
  const retitle = (id: string, from: string, to: string) =>
    commit(post(id), 'draft', [set('title', from, to)])

  test('SY5 SY6 does not undo that write, nor make the next edit a conflict', async () => {
    const id = await knownPost('First')
    const first = await retitle(id, 'First', 'Second')
    let next = ''
    answeredBefore(async () => {
      expect(await account.sender.send(first)).toMatchObject({ type: 'sent' })
      next = await retitle(id, 'Second', 'Third')
    })
    expect(await refreshDocument(account.site, post(id))).toEqual({ outcome: 'busy' })
    expect(await account.sender.send(next)).toMatchObject({ type: 'sent' })
    expect((await serverPost(id))['title']).toEqual({ en: 'Third' })
  })

  test('SY5 SY6 the same of the documents that a list fetches in the background', async () => {
    const id = await knownPost('Fetched behind the list')
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'Theirs', _status: 'draft' })
    const first = await retitle(id, 'Fetched behind the list', 'Second')
    answeredBefore(async () => {
      expect(await account.sender.send(first)).toEqual({ type: 'merged' })
      expect(await account.sender.send(first)).toMatchObject({ type: 'sent' })
      await retitle(id, 'Second', 'Third')
    })
    const where = { id: { equals: id } }
    const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where, locale: null }
    await refreshList(account.site, query, account.backgroundFetch.add)
    await account.backgroundFetch.idle()
    const view = await account.site.store.getDocument(post(id))
    expect(view?.base.data).toMatchObject({ title: { en: 'Second' }, kicker: { en: 'Theirs' } })
    expect(view?.state).toEqual({ kind: 'waiting', count: 1 })
  })
})

describe('an entry that changed between the making of its request and its leaving', () => {
  /** The sender of an account whose store does `between` once a request was built. */
  const senderWith = (between: (key: string) => Promise<unknown>) =>
    createEntrySender({
      ...account.site,
      store: {
        ...account.site.store,
        prepareSend: async (key) => {
          const prepared = await account.site.store.prepareSend(key)
          await between(key)
          return prepared
        },
      },
    })

  test('SY4 is sent a moment later as it is then, where its document has moved', async () => {
    const id = await knownPost('Moves')
    const key = await commit(post(id), 'draft', [set('title', 'Moves', 'Moved')])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'Theirs', _status: 'draft' })
    const sender = senderWith(() => refreshDocument(account.site, post(id)))
    expect(await sender.send(key)).toEqual({ type: 'retry', reason: 'busy', retryAfterMs: 0 })
    expect(writes()).toEqual([])
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Moved' }, kicker: { en: 'Theirs' } })
  })

  test('SY10 is not sent where it was discarded', async () => {
    const id = await knownPost('Stays')
    const key = await commit(post(id), 'draft', [set('title', 'Stays', 'Discarded')])
    const sender = senderWith(() => account.site.store.discard(key))
    expect(await sender.send(key)).toEqual({ type: 'gone' })
    expect(writes()).toEqual([])
  })
})

describe('somebody else was faster', () => {
  test('SY5 SY6 in another field: both edits stand, and the second try has a key of its own', async () => {
    const id = await knownPost('Merge')
    const key = await commit(post(id), 'draft', [set('title', 'Merge', 'Merged')])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'Sea', _status: 'draft' })
    expect(await account.sender.send(key)).toEqual({ type: 'merged' })
    expect(await entryOf(key)).toMatchObject({ state: 'waiting' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Merged' }, kicker: { en: 'Sea' } })
    const keys = writes().map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })

  test('SY6 SY7 in the same field: it parks with both values and overwrites nothing', async () => {
    const id = await knownPost('Both')
    const key = await commit(post(id), 'draft', [set('title', 'Both', 'Mine')])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { title: 'Theirs', _status: 'draft' })
    expect(await account.sender.send(key)).toMatchObject({
      type: 'parked',
      problem: {
        code: 'conflict',
        conflicts: [{ path: 'title', base: 'Both', mine: 'Mine', theirs: 'Theirs' }],
      },
    })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Theirs' } })
    await account.site.store.retry({ key, choices: { title: 'mine' } })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Mine' } })
  })

  test('SY5 with the very same edit: there is nothing left to send', async () => {
    const id = await knownPost('Same')
    const key = await commit(post(id), 'draft', [set('title', 'Same', 'Equal')])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { title: 'Equal', _status: 'draft' })
    expect(await account.sender.send(key)).toEqual({ type: 'sent', ref: post(id) })
    expect(await entryOf(key)).toBeUndefined()
  })

  test('SY12 a publication of what moved meanwhile asks', async () => {
    const id = await knownPost('Moved')
    const key = await commit(post(id), 'publish', [])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'Sea', _status: 'draft' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'base-moved' } })
    expect(await serverPost(id)).toMatchObject({ _status: 'draft' })
  })

  test('SY9 by deleting it: the edit parks as gone', async () => {
    const id = await knownPost('Deleted')
    const key = await commit(post(id), 'draft', [set('title', 'Deleted', 'Too late')])
    await other.ask('DELETE', `/posts/${id}`)
    expect(await account.sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'gone' } })
  })

  test('SY9 by deleting what was to be deleted: that is success', async () => {
    const { doc } = await other.ask('POST', '/notes', { title: 'Away' })
    const ref = makeRef('collection', 'notes', idOf(doc))
    await refreshDocument(account.site, ref)
    const key = await commit(ref, 'delete', [], null)
    await other.ask('DELETE', `/notes/${refId(ref)}`)
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await account.site.store.getDocument(ref)).toBeNull()
  })
})

describe('a document made on this computer', () => {
  test('SY8 gets the id of the server', async () => {
    const { ref, key } = await newPost('Made offline')
    const outcome = await account.sender.send(key)
    if (outcome.type !== 'sent') throw new Error(JSON.stringify(outcome))
    expect(refId(outcome.ref)).toMatch(/^\d+$/)
    expect(await account.site.store.resolveId(ref)).toEqual(outcome.ref)
    expect(account.events).toContainEqual({
      name: 'documents.idAssigned',
      payload: {
        slug: 'posts',
        tempId: refId(ref),
        id: refId(outcome.ref),
        value: Number(refId(outcome.ref)),
      },
    })
    expect(await serverPost(refId(outcome.ref))).toMatchObject({ title: { en: 'Made offline' } })
  })

  test.each<Fault['kind'] & ('drop-after' | 'truncate')>(['drop-after', 'truncate'])(
    'SY4 whose answer was lost (%s) is there once, and is not sent again',
    async (kind) => {
      const title = `Lost answer ${kind}`
      const { ref, key } = await newPost(title)
      strike({ kind })
      expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
      expect(await entryOf(key)).toMatchObject({ state: 'unknown' })
      expect(await countOf(title)).toBe(1)
      const outcome = await account.sender.send(key)
      expect(outcome).toMatchObject({ type: 'sent' })
      expect(await countOf(title)).toBe(1)
      expect(writes()).toHaveLength(1)
      expect(refId(await account.site.store.resolveId(ref))).toMatch(/^\d+$/)
    },
  )

  test('SY4 whose request arrived twice is there once', async () => {
    const { key } = await newPost('Arrived twice')
    strike({ kind: 'duplicate' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await countOf('Arrived twice')).toBe(1)
  })

  test('SY4 that did not arrive, and of which the server says that it cannot tell, is there once', async () => {
    const title = 'Not known to anybody'
    const { key } = await newPost(title)
    strike({ kind: 'drop-before' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
    const body = JSON.stringify({ errors: [{ message: 'x', data: { code: 'OUTCOME_UNKNOWN' } }] })
    strike({ kind: 'status', status: 409, body })
    for (const type of ['retry', 'sent']) expect(await account.sender.send(key)).toMatchObject({ type })
    expect(await countOf(title)).toBe(1)
  })

  test('SY8 keeps its own id where the site lets clients choose', async () => {
    expect(account.schema()?.capabilities.clientIds).toContain('notes')
    const id = crypto.randomUUID()
    const ref = await account.site.store.createDocument({ slug: 'notes', id, data: {} })
    const key = await commit(ref, 'save', [set('title', null, 'A note', null)], null)
    strike({ kind: 'drop-after' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
    expect(await account.sender.send(key)).toEqual({ type: 'sent', ref })
    expect(await other.ask('GET', `/notes/${id}`)).toMatchObject({ title: 'A note' })
  })
})

describe('a server that cannot take it now', () => {
  test('SY9 is tried again later, with the pause it asks for', async () => {
    const id = await knownPost('Busy')
    const key = await commit(post(id), 'draft', [set('title', 'Busy', 'Later')])
    strike({ kind: 'status', status: 429, headers: { 'retry-after': '7' } })
    expect(await account.sender.send(key)).toEqual({ type: 'retry', reason: 'HTTP 429', retryAfterMs: 7000 })
    expect(await entryOf(key)).toMatchObject({ state: 'waiting' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  })

  test.each<[string, Fault]>([
    ['is unreachable', { kind: 'drop-before' }],
    ['is behind a portal', { kind: 'portal' }],
  ])('SY11 and %s is waited for; nothing is lost', async (_name, fault) => {
    const id = await knownPost(`Offline ${fault.kind}`)
    const key = await commit(post(id), 'draft', [set('title', `Offline ${fault.kind}`, 'Online')])
    const remove = proxy.addRule({ match: () => true, fault })
    expect(await account.sender.send(key)).toEqual({ type: 'offline' })
    expect(account.connection.state().status).toBe('offline')
    remove()
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Online' } })
  })

  test('SY4 a later attempt that never left does not make an unknown outcome known', async () => {
    const { key } = await newPost('Stays unknown')
    strike({ kind: 'drop-before' })
    await account.sender.send(key)
    expect(await entryOf(key)).toMatchObject({ state: 'unknown' })
    strike({ kind: 'status', status: 429 })
    await account.sender.send(key)
    expect(await entryOf(key)).toMatchObject({ state: 'unknown' })
    await account.sender.send(key)
    expect(await countOf('Stays unknown')).toBe(1)
  })

  test('SY9 an expired login pauses and asks, and the same entry leaves after signing in again', async () => {
    const id = await knownPost('Expired')
    const key = await commit(post(id), 'draft', [set('title', 'Expired', 'Renewed')])
    await account.site.client.request({ method: 'POST', path: '/users/logout' })
    expect(await account.sender.send(key)).toEqual({ type: 'signed-out' })
    expect(account.connection.state().status).toBe('signed-out')
    expect(await entryOf(key)).toMatchObject({ state: 'waiting', problem: null })
    await account.tokens.set((await signIn(cms.url, EDITOR)).token, true)
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  })

  test('SY9 a refusal of somebody who is signed in parks as denied', async () => {
    const id = await knownPost('Read only', 'published')
    await account.dispose()
    account = await open(READER)
    await refreshDocument(account.site, post(id))
    const key = await commit(post(id), 'draft', [set('title', 'Read only', 'Written')])
    expect(await account.sender.send(key)).toMatchObject({
      type: 'parked',
      problem: { code: 'denied', status: 403 },
    })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Read only' } })
  })

  test('SY2 nothing leaves under another user’s token', async () => {
    const id = await knownPost('Whose')
    const key = await commit(post(id), 'draft', [set('title', 'Whose', 'Mine')])
    await account.tokens.set((await signIn(cms.url, ADMIN)).token, true)
    expect(await account.sender.send(key)).toEqual({ type: 'signed-out' })
    expect(await serverPost(id)).toMatchObject({ title: { en: 'Whose' } })
  })
})
