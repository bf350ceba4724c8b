import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, refId, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { startFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openTestAccount,
  otherEditor,
  post,
  set,
  signIn,
  type TestAccount,
} from './main-site.ts'
import { ADMIN, EDITOR, newDataDir, startCms, type Cms } from './support/cms.ts'
import { waitUntil } from '../support/wait.ts'

/*
 * Writes whose outcome is not known, with the companion, which answers for their keys, and without it: two processes
 * serve one site, and one of them lacks it. Where the server's clock is put ahead, nothing was created since a request
 * left, whatever other tests did. What the companion tells after its process was killed is in main-created-once.
 */

const HOUR = 60 * 60_000
/** By its hooks a write can be held. */
const script = join(import.meta.dirname, 'support/turn-site.ts')

let dataDir: string
let cms: Cms
let plain: Cms
let proxy: FaultProxy
let other: ReturnType<typeof otherEditor>
let author: Json
let account: TestAccount

beforeAll(async () => {
  dataDir = await newDataDir()
  ;[cms, plain] = await Promise.all([
    startCms({ script, dataDir, deadAfterSeconds: 3 }),
    startCms({ script, dataDir, plugin: false }),
  ])
  proxy = await startFaultProxy(cms.url)
  other = otherEditor(cms.url, (await signIn(cms.url, ADMIN)).token)
  author = (await other.ask('GET', '/authors?limit=1&depth=0')).docs[0]?.['id'] ?? null
})
afterAll(async () => {
  await proxy.close()
  await Promise.all([cms.stop(), plain.stop()])
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  proxy.clearRules()
  proxy.shiftClock(0)
  withCompanion()
  account = await openSignedIn({ cms, proxy })
  proxy.seen.length = 0
})
afterEach(() => account.dispose())

const withCompanion = () => proxy.setTarget(cms.url)
const withoutCompanion = () => proxy.setTarget(plain.url)
const isWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && /^\/api\/(posts|notes|pages)/.test(path)
const strike = (fault: Fault, times = 1) => proxy.addRule({ match: isWrite, fault, times })
const writes = () => proxy.seen.filter(isWrite)
const keys = () => writes().map(({ headers }) => headers['idempotency-key'])
const send = (key: string) => account.sender.send(key)
const entryOf = (key: string) => entryIn(account, key)
const countOf = async (title: string) =>
  (
    await other.ask(
      'GET',
      `/posts?draft=true&depth=0&locale=en&where[title][equals]=${encodeURIComponent(title)}`,
    )
  )['totalDocs']
/** By the server's clock it is later than it is; the account has heard so. */
const hourAhead = async (hours: number) => {
  proxy.shiftClock(hours * HOUR)
  await account.connection.check()
}

async function newPost(title: string, more: Change[] = []): Promise<{ ref: DocRef; key: string }> {
  const ref = await account.site.store.createDocument({
    slug: 'posts',
    id: makeTempId(crypto.randomUUID()),
    data: { authors: [author] },
  })
  return { ref, key: await commitOn(account, ref, 'draft', [set('title', null, title), ...more]) }
}

async function knownPost(title: string): Promise<string> {
  const { doc } = await other.ask('POST', '/posts?draft=true&locale=en&depth=0', {
    title,
    standfirst: 'Two sentences.',
    authors: [author],
    _status: 'draft',
  })
  const id = idOf(doc)
  await refreshDocument(account.site, post(id))
  proxy.seen.length = 0
  return id
}

/** A write waits in its hook under this name, until it is let go. */
const isHeld = (name: string) => waitUntil(() => existsSync(join(dataDir, `${name}-waiting`)))
const letGo = (name: string) => writeFile(join(dataDir, `${name}-go`), '')
const failure = (message: string, data: JsonObject = {}) => JSON.stringify({ errors: [{ message, data }] })

describe('F3 SY4 a creation of unknown outcome, whose key the companion knows', () => {
  test('is done: it is taken as it is, and does not go out again', async () => {
    const { ref, key } = await newPost('Known to be done')
    strike({ kind: 'drop-after' })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    const outcome = await send(key)
    expect(outcome).toMatchObject({ type: 'sent' })
    expect(writes()).toHaveLength(1)
    expect(await countOf('Known to be done')).toBe(1)
    const arrived = await account.site.store.resolveId(ref)
    expect(refId(arrived)).toMatch(/^\d+$/)
    const view = await account.site.store.getDocument(arrived)
    expect(view).toMatchObject({ state: { kind: 'saved' }, isNew: false })
    expect(view?.base.data).toMatchObject({ title: { en: 'Known to be done' } })
  })

  test('SY6 is done, and somebody has written since: what they wrote is theirs, also for an edit that waits', async () => {
    const { ref, key } = await newPost('Done, then edited')
    strike({ kind: 'drop-after' })
    await send(key)
    const waiting = await commitOn(account, ref, 'draft', [set('kicker', null, 'Mine')])
    const { docs } = await other.ask('GET', '/posts?draft=true&depth=0&limit=1&sort=-createdAt')
    const id = idOf(docs[0] ?? {})
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'Theirs', _status: 'draft' })
    expect(await send(key)).toEqual({ type: 'sent', ref: post(id) })
    const view = await account.site.store.getDocument(await account.site.store.resolveId(ref))
    expect(view?.base.data).toMatchObject({ title: { en: 'Done, then edited' }, kicker: { en: 'Theirs' } })
    // Taken for what the server made of the creation, it would be written over without a question.
    expect(await entryOf(waiting)).toMatchObject({
      state: 'parked',
      problem: { code: 'conflict', conflicts: [{ base: null, mine: 'Mine', theirs: 'Theirs' }] },
    })
  })

  test('is worked on: it is waited for, and taken once it is done', async () => {
    const { ref, key } = await newPost('Worked on', [set('kicker', null, 'wait creation')])
    strike({ kind: 'drop-within', begun: () => isHeld('creation') })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await send(key)).toMatchObject({ type: 'retry', reason: 'in progress' })
    expect(await entryOf(key)).toMatchObject({ state: 'unknown' })
    await letGo('creation')
    await waitUntil(async () => (await countOf('Worked on')) === 1)
    await waitUntil(async () => (await send(key)).type === 'sent')
    expect(writes()).toHaveLength(1)
    expect(await countOf('Worked on')).toBe(1)
    expect(refId(await account.site.store.resolveId(ref))).toMatch(/^\d+$/)
  })

  test('was never heard of: it goes again to the letter, under the same key', async () => {
    const { key } = await newPost('Never heard of')
    strike({ kind: 'drop-before' })
    await send(key)
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(new Set(keys()).size).toBe(1)
    expect(writes()[1]?.body).toBe(writes()[0]?.body)
    expect(await countOf('Never heard of')).toBe(1)
  })

  test('SY4 failed when it went again: as long as the first may arrive it stays under its key, then it is made anew', async () => {
    const { key } = await newPost('Delayed on the way')
    strike({ kind: 'drop-before' })
    await send(key)
    strike({ kind: 'status', status: 500, body: failure('No.') })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await entryOf(key)).toMatchObject({ state: 'unknown' })
    const date = new Date(Date.now() + 6 * 60_000).toUTCString()
    strike({ kind: 'status', status: 500, body: failure('No.'), headers: { date } })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await entryOf(key)).toMatchObject({ state: 'waiting' })
    expect(await send(key)).toMatchObject({ type: 'sent' })
    const [first, second, third, fourth] = keys()
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
    expect(await countOf('Delayed on the way')).toBe(1)
  })

  test('was never heard of, yet something like it is there: a person is asked', async () => {
    const { key } = await newPost('Done by a process without the plugin')
    withoutCompanion()
    strike({ kind: 'drop-after' })
    await send(key)
    withCompanion()
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'outcome-unknown' } })
    expect(await countOf('Done by a process without the plugin')).toBe(1)
  })

  test('F10 was forgotten, as its time is over by the server’s clock: it is looked for', async () => {
    const { key } = await newPost('Forgotten')
    strike({ kind: 'drop-before' })
    await send(key)
    await other.ask('POST', '/posts?draft=true&locale=en', { title: 'Somebody else’s' })
    await hourAhead(31 * 24)
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'outcome-unknown' } })
    expect(writes()).toHaveLength(1)
  })

  test('F10 was forgotten, and nothing was created since: it is made anew', async () => {
    await hourAhead(1)
    const { key } = await newPost('Forgotten and missing')
    strike({ kind: 'drop-before' })
    await send(key)
    await hourAhead(31 * 24)
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(new Set(keys()).size).toBe(2)
    expect(await countOf('Forgotten and missing')).toBe(1)
  })
})

describe('F3 SY4 a creation of unknown outcome, and no companion to ask', () => {
  beforeEach(withoutCompanion)

  test('with something like it there: a person is asked', async () => {
    const { key } = await newPost('Plainly there')
    strike({ kind: 'drop-after' })
    await send(key)
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'outcome-unknown' } })
    expect(await countOf('Plainly there')).toBe(1)
  })

  test('whose values the server changed: a person is asked', async () => {
    const { key } = await newPost('Plainly changed')
    strike({ kind: 'drop-after' })
    await send(key)
    const { docs } = await other.ask('GET', '/posts?draft=true&depth=0&limit=1&sort=-createdAt')
    await other.ask('PATCH', `/posts/${idOf(docs[0] ?? {})}?draft=true&locale=en`, { title: 'Changed' })
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'outcome-unknown' } })
  })

  test('with nothing created since: it may still be worked on, and is made anew when it cannot be any more', async () => {
    await hourAhead(1)
    const { key } = await newPost('Plainly missing')
    strike({ kind: 'drop-before' })
    await send(key)
    expect(await send(key)).toMatchObject({ type: 'retry', reason: 'still running, perhaps' })
    expect(await entryOf(key)).toMatchObject({ state: 'unknown' })
    expect(writes()).toHaveLength(1)
    proxy.shiftClock(HOUR + 5 * 60_000)
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(await countOf('Plainly missing')).toBe(1)
  })
})

test('F2 SY6 a creation under an id of this computer that somebody has changed since: what they wrote is theirs', async () => {
  const ref = await account.site.store.createDocument({ slug: 'notes', id: crypto.randomUUID(), data: {} })
  const key = await commitOn(account, ref, 'save', [
    set('title', null, 'Mine', null),
    set('text', null, 'Mine, too', null),
  ])
  withoutCompanion()
  strike({ kind: 'drop-after' })
  await send(key)
  await other.ask('PATCH', `/notes/${refId(ref)}`, { title: 'Theirs' })
  expect(await send(key)).toMatchObject({ type: 'sent' })
  expect(await account.site.store.getDocument(ref)).toMatchObject({
    base: { data: { title: 'Theirs', text: 'Mine, too' } },
    differences: [],
    entries: [],
  })
  expect(writes()).toHaveLength(1)
})

describe('F1 a creation that is stored although the server failed', () => {
  test('without a companion: a person is asked, with the server’s words', async () => {
    withoutCompanion()
    const { key } = await newPost('Stored plainly')
    strike({ kind: 'rewrite', status: 500, body: () => failure('Something went wrong.') })
    expect(await send(key)).toMatchObject({
      type: 'parked',
      problem: { code: 'outcome-unknown', message: 'Something went wrong.' },
    })
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'outcome-unknown' } })
    expect(writes()).toHaveLength(1)
    expect(await countOf('Stored plainly')).toBe(1)
  })

  test('F6 not stored, as the companion says: it waits, and what is mended joins it', async () => {
    const { ref, key } = await newPost('Not stored')
    strike({ kind: 'status', status: 500, body: failure('No.') })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await entryOf(key)).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(await commitOn(account, ref, 'draft', [set('title', 'Not stored', 'Mended')])).toBe(key)
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(await countOf('Mended')).toBe(1)
  })
})

test('F19 a refusal by somebody before the server leaves a creation of unknown outcome unknown', async () => {
  const { key } = await newPost('Behind a gateway')
  strike({ kind: 'drop-before' })
  await send(key)
  strike({ kind: 'status', status: 400, body: JSON.stringify({ message: 'Bad gateway request' }) })
  expect(await send(key)).toMatchObject({ type: 'retry' })
  expect(await entryOf(key)).toMatchObject({ state: 'unknown' })
  expect(await send(key)).toMatchObject({ type: 'sent' })
  expect(new Set(keys()).size).toBe(1)
})

describe('SY4 a write that arrives twice, whose second answer names the revision only', () => {
  test('of a creation: the document is read', async () => {
    const { ref, key } = await newPost('Twice on the way')
    strike({ kind: 'duplicate' })
    expect(await send(key)).toMatchObject({ type: 'sent' })
    const view = await account.site.store.getDocument(await account.site.store.resolveId(ref))
    expect(view?.base.data).toMatchObject({ title: { en: 'Twice on the way' }, authors: [author] })
    expect(view?.state).toEqual({ kind: 'saved' })
    expect(await countOf('Twice on the way')).toBe(1)
  })

  test('of an edit: the document is read', async () => {
    const id = await knownPost('Partial edit')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Partial edit', 'Edited')])
    strike({ kind: 'duplicate' })
    expect(await send(key)).toMatchObject({ type: 'sent' })
    const view = await account.site.store.getDocument(post(id))
    expect(view?.base.data).toMatchObject({ title: { en: 'Edited' }, standfirst: { en: 'Two sentences.' } })
  })
})

describe('F13 what the companion does is known by its answers', () => {
  const compares = (id: string) =>
    proxy.seen.filter(({ method, path }) => method === 'GET' && path.startsWith(`/api/posts/${id}?`))

  test('a write after one whose base was not checked is compared first', async () => {
    const id = await knownPost('Plugin gone')
    withoutCompanion()
    const first = await commitOn(account, post(id), 'draft', [set('title', 'Plugin gone', 'First')])
    await send(first)
    expect(compares(id)).toEqual([])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'Theirs', _status: 'draft' })
    const second = await commitOn(account, post(id), 'draft', [set('title', 'First', 'Second')])
    expect(await send(second)).toEqual({ type: 'merged' })
    expect(writes()).toHaveLength(1)
    withCompanion()
    expect(await send(second)).toMatchObject({ type: 'sent' })
    proxy.seen.length = 0
    const third = await commitOn(account, post(id), 'draft', [set('title', 'Second', 'Third')])
    expect(await send(third)).toMatchObject({ type: 'sent' })
    expect(compares(id)).toEqual([])
  })

  test('a schema that was kept is not enough: the first write without any answer is compared', async () => {
    const id = await knownPost('Kept schema')
    const { file } = account
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Kept schema', 'Mine')])
    await account.close()
    const again = await openTestAccount({ url: proxy.url, ...(await signIn(cms.url, EDITOR)), file })
    try {
      proxy.seen.length = 0
      proxy.addRule({
        match: ({ path }) => path.startsWith('/api/desktop/config'),
        fault: { kind: 'drop-before' },
      })
      expect(await again.sender.send(key)).toMatchObject({ type: 'sent' })
      expect(compares(id)).toHaveLength(1)
    } finally {
      await again.dispose()
    }
  })
})

describe('F12 SY5 a document without revisions', () => {
  /** Answers without the times that tell revisions apart, as of a collection with `timestamps: false`. */
  const withoutTimes = () =>
    proxy.addRule({
      match: ({ path }) => path.startsWith('/api/pages'),
      fault: {
        kind: 'rewrite',
        body: (answered) =>
          JSON.stringify(JSON.parse(answered), (key, value: unknown) =>
            key === 'updatedAt' || key === 'createdAt' ? undefined : value,
          ),
      },
    })
  const page = (id: string) => makeRef('collection', 'pages', id)

  async function knownPage(title: string): Promise<string> {
    const slug = title.toLowerCase().replaceAll(' ', '-')
    const { doc } = await other.ask('POST', '/pages?draft=true&locale=en&depth=0', {
      title,
      slug,
      intro: 'Hello',
    })
    withoutTimes()
    await refreshDocument(account.site, page(idOf(doc)))
    expect((await account.site.store.getDocument(page(idOf(doc))))?.base.updatedAt).toBeNull()
    proxy.seen.length = 0
    return idOf(doc)
  }
  const serverPage = (id: string) => other.ask('GET', `/pages/${id}?draft=true&depth=0&locale=en`)

  test('is read just before the write: what somebody else wrote in another field stays', async () => {
    const id = await knownPage('No revision')
    const key = await commitOn(account, page(id), 'draft', [set('title', 'No revision', 'Mine')])
    await other.ask('PATCH', `/pages/${id}?draft=true&locale=en`, { intro: 'Theirs', _status: 'draft' })
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(await serverPage(id)).toMatchObject({ title: 'Mine', intro: 'Theirs' })
  })

  test('with the same field changed there: it parks as a conflict and overwrites nothing', async () => {
    const id = await knownPage('No revision conflict')
    const key = await commitOn(account, page(id), 'draft', [set('intro', 'Hello', 'Mine')])
    await other.ask('PATCH', `/pages/${id}?draft=true&locale=en`, { intro: 'Theirs', _status: 'draft' })
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'conflict' } })
    expect(writes()).toEqual([])
    expect(await serverPage(id)).toMatchObject({ intro: 'Theirs' })
  })

  test('SY12 is not published over what somebody else wrote', async () => {
    const id = await knownPage('No revision publish')
    const key = await commitOn(account, page(id), 'publish', [])
    await other.ask('PATCH', `/pages/${id}?draft=true&locale=en`, { intro: 'Theirs', _status: 'draft' })
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'base-moved' } })
    expect(writes()).toEqual([])
  })
})

test('SY9 an edit of what somebody else is just writing is refused as busy, has not begun, and goes again', async () => {
  const id = await knownPost('Busy')
  const key = await commitOn(account, post(id), 'draft', [set('title', 'Busy', 'Mine')])
  const held = { kicker: 'wait theirs', _status: 'draft' }
  const theirs = other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, held)
  await isHeld('theirs')
  expect(await send(key)).toMatchObject({ type: 'retry', reason: 'HTTP 503' })
  expect(await entryOf(key)).toMatchObject({ state: 'waiting', problem: null })
  await letGo('theirs')
  await theirs
  expect(await send(key)).toEqual({ type: 'merged' })
  expect(await send(key)).toMatchObject({ type: 'sent' })
  const now = await other.ask('GET', `/posts/${id}?draft=true&depth=0&locale=en`)
  expect(now).toMatchObject({ title: 'Mine', kicker: 'wait theirs' })
})

describe('F6 an entry that the server cannot take again and again', () => {
  test('a 500 that lasts is told with its words, and it is tried on', async () => {
    const id = await knownPost('Fails')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Fails', 'Works')])
    const remove = strike({ kind: 'status', status: 500, body: failure('The hook threw.') }, Infinity)
    for (let tries = 1; tries <= 4; tries += 1) {
      expect(await send(key)).toMatchObject({ type: 'retry' })
      expect(await entryOf(key)).toMatchObject({ attempts: tries, problem: null })
    }
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await entryOf(key)).toMatchObject({
      state: 'waiting',
      problem: { code: 'server-error', status: 500, message: 'The hook threw.' },
    })
    remove()
    expect(await send(key)).toMatchObject({ type: 'sent' })
  })

  test('tries that get no answer count where the server answers everything else', async () => {
    const id = await knownPost('Stopped on the way')
    const key = await commitOn(account, post(id), 'draft', [set('title', 'Stopped on the way', 'Later')])
    strike({ kind: 'drop-before' }, 5)
    for (let tries = 0; tries < 4; tries += 1) await send(key)
    expect(await entryOf(key)).toMatchObject({ attempts: 4, problem: null })
    await send(key)
    expect(await entryOf(key)).toMatchObject({ attempts: 5, problem: { code: 'server-error' } })
    expect(await send(key)).toMatchObject({ type: 'sent' })
  })

  test('a lock that lasts is told with who holds it', async () => {
    const id = await knownPost('Locked by somebody')
    const editor = otherEditor(cms.url, (await signIn(cms.url, EDITOR)).token)
    const { user } = await editor.ask('GET', '/users/me')
    const { id: holder = null, name = null } = user as { [key: string]: Json }
    await editor.ask('POST', '/payload-locked-documents', {
      document: { relationTo: 'posts', value: Number(id) },
      user: { relationTo: 'users', value: holder },
    })
    const admin = await openTestAccount({ url: proxy.url, ...(await signIn(cms.url, ADMIN)) })
    try {
      await admin.refreshSchema()
      await refreshDocument(admin.site, post(id))
      const key = await commitOn(admin, post(id), 'draft', [set('title', 'Locked by somebody', 'Waits')])
      for (let tries = 0; tries < 2; tries += 1)
        expect(await admin.sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
      expect(await entryIn(admin, key)).toMatchObject({ state: 'waiting', problem: null })
      await admin.sender.send(key)
      expect(name).toMatch(/\S/)
      expect(await entryIn(admin, key)).toMatchObject({
        state: 'waiting',
        problem: { code: 'locked', status: 423, by: name },
      })
    } finally {
      await admin.dispose()
    }
  })

  test('F1 an edit that is stored although the server failed is not done again, and its words are told', async () => {
    const id = await knownPost('Stored edit')
    const key = await commitOn(account, post(id), 'publish', [set('kicker', null, 'Sea')])
    strike({ kind: 'rewrite', status: 500, body: () => failure('The mail could not be sent.') })
    withoutCompanion()
    expect(await send(key)).toEqual({ type: 'sent', ref: post(id), words: 'The mail could not be sent.' })
    expect(writes()).toHaveLength(1)
  })
})

describe('F19', () => {
  test('SY12 an own publish of which the companion does not know is recognised', async () => {
    const id = await knownPost('Published, then killed')
    const key = await commitOn(account, post(id), 'publish', [set('kicker', null, 'Sea')])
    withoutCompanion()
    strike({ kind: 'drop-after' })
    await send(key)
    withCompanion()
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(await account.site.store.getDocument(post(id))).toMatchObject({
      state: { kind: 'saved' },
      base: { status: 'published' },
    })
  })

  test('SY11 what goes to the trash has the time of the server’s clock', async () => {
    const id = await knownPost('Trashed')
    const admin = await openTestAccount({ url: proxy.url, ...(await signIn(cms.url, ADMIN)) })
    try {
      await admin.refreshSchema()
      await refreshDocument(admin.site, post(id))
      proxy.shiftClock(100 * 24 * HOUR)
      await admin.connection.check()
      const key = await commitOn(admin, post(id), 'delete', [], null)
      expect(await admin.sender.send(key)).toMatchObject({ type: 'sent' })
      const { docs } = await other.ask('GET', `/posts?trash=true&depth=0&draft=true&where[id][equals]=${id}`)
      const { deletedAt = null } = docs[0] ?? {}
      const days = (Date.parse(typeof deletedAt === 'string' ? deletedAt : '') - Date.now()) / (24 * HOUR)
      expect(Math.round(days)).toBe(100)
    } finally {
      await admin.dispose()
    }
  })

  test('SY9 too many questions about the session do not sign anybody out', async () => {
    proxy.addRule({
      match: ({ path }) => path.startsWith('/api/desktop/session'),
      fault: { kind: 'status', status: 429, body: JSON.stringify({ message: 'Too many requests' }) },
    })
    expect(await account.connection.check()).toMatchObject({
      status: 'offline',
      problem: { code: 'server-error', detail: 'HTTP 429' },
    })
  })

  test('SY9 a document that this user may not see, or not any more, is not called deleted', async () => {
    const { user } = await other.ask('GET', '/users/me')
    const { id } = user as { id: number }
    const hidden = makeRef('collection', 'users', String(id))
    expect(account.site.readsAll(hidden)).toBe(false)
    expect(await refreshDocument(account.site, hidden)).toMatchObject({ outcome: 'denied' })
    const missing = makeRef('collection', 'posts', '999999')
    expect(await refreshDocument(account.site, missing)).toMatchObject({ outcome: 'gone' })
  })
})
