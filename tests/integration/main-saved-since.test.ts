import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import type { Json } from '../../shared/json.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { commitOn, idOf, openTestAccount, otherEditor, set, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, EDITOR, newDataDir, startCms, type Cms } from './support/cms.ts'
import { changeSite } from './support/change-site.ts'
import type { SiteChanges } from './support/serve-changing.ts'

/* The answer to a write is lost, the server did not save the sent values, and another user writes the document before
   the outcome is asked. The companion then tells the revision that the write created. */

const script = path.join(import.meta.dirname, 'support/serve-changing.ts')

let cms: Cms
let proxy: FaultProxy
let account: TestAccount
let other: ReturnType<typeof otherEditor>
let dataDir = ''

const change = (changes: SiteChanges): Promise<void> => changeSite(dataDir, changes)

beforeAll(async () => {
  dataDir = await newDataDir()
  cms = await startCms({ dataDir, script })
  proxy = await startFaultProxy(cms.url)
})
afterAll(async () => {
  await proxy.close()
  await cms.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  proxy.clearRules()
  await change({})
  other = otherEditor(cms.url, (await signIn(cms.url, ADMIN)).token)
  account = await openTestAccount({ url: proxy.url, ...(await signIn(cms.url, EDITOR)) })
  await account.connection.check()
  await account.refreshSchema()
})
afterEach(() => account.dispose())

const place = (id: string): DocRef => makeRef('collection', 'places', id)
const author = (id: string): DocRef => makeRef('collection', 'authors', id)

/** Creates a place, which has drafts and versions. */
async function knownPlace(): Promise<string> {
  const { doc } = await other.ask('POST', '/places?draft=true&locale=en&depth=0', {
    name: 'Bodø',
    description: 'A town.',
    country: 'no',
    elevation: 10,
    _status: 'draft',
  })
  await refreshDocument(account.site, place(idOf(doc)))
  return idOf(doc)
}
/** Creates an author, which has no versions. */
async function knownAuthor(): Promise<string> {
  const body = { name: 'Ada Lund', biography: 'Short.' }
  const { doc } = await other.ask('POST', '/authors?locale=en&depth=0', body)
  await refreshDocument(account.site, author(idOf(doc)))
  return idOf(doc)
}
const writePlace = (id: string, body: { [key: string]: Json }) =>
  other.ask('PATCH', `/places/${id}?draft=true&locale=en&depth=0`, { ...body, _status: 'draft' })

/** Returns the outcome if the answer is lost, and `meanwhile` happens before it is asked. */
async function sendAndLose(key: string, changes: SiteChanges, meanwhile: () => Promise<unknown>) {
  await change(changes)
  proxy.addRule({
    match: ({ method, path: at }) => method !== 'GET' && /^\/api\/(places|authors)/.test(at),
    fault: { kind: 'drop-after' },
    times: 1,
  })
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  await change({})
  await meanwhile()
  return account.sender.send(key)
}
const edits = (): Change[] => [
  set('name', 'Bodø', 'Bodø by'),
  set('description', 'A town.', 'A town in the north.'),
]
const resultsOf = async (key: string) => {
  const line = (await account.site.store.sentEntries()).find((one) => one.key === key)
  return Object.fromEntries((line?.cells ?? []).map(({ path: at, result }) => [at, result]))
}

describe('F2 SY16 where somebody has written since, the version that the write left tells what it saved', () => {
  test('a value that was changed is told with both values, and what they wrote is there', async () => {
    const id = await knownPlace()
    const key = await commitOn(account, place(id), 'draft', edits())
    const outcome = await sendAndLose(key, { hooks: { 'places.name': 'BODØ' } }, () =>
      writePlace(id, { elevation: 12 }),
    )
    expect(outcome).toEqual({ type: 'sent', ref: place(id) })
    expect(await resultsOf(key)).toEqual({ name: 'changed', description: 'saved' })
    expect(await account.site.store.getDocument(place(id))).toMatchObject({
      state: { kind: 'differs', changed: 1, notSaved: 0 },
      differences: [{ path: 'name', locale: 'en', result: 'changed', sent: 'Bodø by', saved: 'BODØ' }],
      base: { data: { elevation: 12, name: { en: 'BODØ' } } },
    })
  })

  test('a value that was dropped is not saved', async () => {
    const id = await knownPlace()
    const key = await commitOn(account, place(id), 'draft', edits())
    await sendAndLose(key, { narrowed: ['places.name'] }, () => writePlace(id, { elevation: 12 }))
    expect(await resultsOf(key)).toEqual({ name: 'not-saved', description: 'saved' })
    expect((await account.site.store.getDocument(place(id)))?.differences).toMatchObject([
      { path: 'name', result: 'not-saved', sent: 'Bodø by', saved: 'Bodø' },
    ])
  })

  test('where they wrote the same value, the history tells it, and nobody is asked to put anything back', async () => {
    const id = await knownPlace()
    const key = await commitOn(account, place(id), 'draft', edits())
    await sendAndLose(key, { narrowed: ['places.name'] }, () => writePlace(id, { name: 'Theirs' }))
    expect(await resultsOf(key)).toMatchObject({ name: 'not-saved' })
    expect(await account.site.store.getDocument(place(id))).toMatchObject({
      state: { kind: 'saved' },
      differences: [],
      base: { data: { name: { en: 'Theirs' } } },
    })
  })

  test('what they put back to the old value was saved before', async () => {
    const id = await knownPlace()
    const key = await commitOn(account, place(id), 'draft', edits())
    await sendAndLose(key, {}, () => writePlace(id, { name: 'Bodø' }))
    expect(await resultsOf(key)).toEqual({ name: 'saved', description: 'saved' })
  })

  test('of a new document, too', async () => {
    const temp = makeTempId(crypto.randomUUID())
    const data = { country: 'no' }
    const ref = await account.site.store.createDocument({ slug: 'places', id: temp, data })
    const key = await commitOn(account, ref, 'draft', [
      set('name', null, 'Røst'),
      set('description', null, 'An island.'),
    ])
    const outcome = await sendAndLose(key, { hooks: { 'places.name': 'RØST' } }, async () => {
      const { docs } = await other.ask('GET', '/places?draft=true&depth=0&limit=1&sort=-createdAt')
      await writePlace(idOf(docs[0] ?? {}), { elevation: 3 })
    })
    if (outcome.type !== 'sent') throw new Error(JSON.stringify(outcome))
    expect(await account.site.store.getDocument(outcome.ref)).toMatchObject({
      differences: [{ path: 'name', sent: 'Røst', saved: 'RØST' }],
      base: { data: { elevation: 3, country: 'no' } },
    })
  })
})

describe('F2 SY16 where somebody has written since, and there are no versions', () => {
  const both = (): Change[] => [
    set('name', 'Ada Lund', 'Ada L. Lund', null),
    set('biography', 'Short.', 'Long.'),
  ]
  const theirs = (id: string) => ({ email: `ada-${id}@example.com` })
  const rewrite = (id: string) => other.ask('PATCH', `/authors/${id}?locale=en`, theirs(id))

  test('what the document holds as it was sent is saved; of the rest nobody can tell whose it is', async () => {
    const id = await knownAuthor()
    const key = await commitOn(account, author(id), 'save', both())
    const outcome = await sendAndLose(key, { narrowed: ['authors.name'] }, () => rewrite(id))
    expect(outcome).toMatchObject({ type: 'sent' })
    expect(await resultsOf(key)).toEqual({ name: 'sent', biography: 'saved' })
    expect(await account.site.store.getDocument(author(id))).toMatchObject({
      state: { kind: 'saved' },
      differences: [],
      base: { data: { name: 'Ada Lund', ...theirs(id) } },
    })
  })

  test('SY13 what was sent for a field that the site no longer has was saved by nobody, and is kept', async () => {
    const id = await knownAuthor()
    const key = await commitOn(account, author(id), 'save', both())
    const { port } = cms
    await cms.stop()
    await change({ removed: ['authors.biography'] })
    cms = await startCms({ dataDir, script, port })
    // The site has another schema and did nothing: the entry is rebuilt for it, over the other user's values.
    await sendAndLose(key, { removed: ['authors.biography'] }, () => rewrite(id))
    for (let times = 0; times < 3; times += 1) await account.sender.send(key)
    expect(await account.site.store.getDocument(author(id))).toMatchObject({
      base: { data: { name: 'Ada L. Lund', ...theirs(id) } },
      entries: [
        {
          state: 'parked',
          problem: { code: 'field-gone' },
          changes: [{ path: 'biography', to: 'Long.' }],
        },
      ],
    })
    expect(await resultsOf(key)).toEqual({ name: 'saved' })
  })
})
