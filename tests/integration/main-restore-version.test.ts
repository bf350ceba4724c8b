import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { restoreVersion } from '../../main/server/at-once/restore-version.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { CallInput } from '../../shared/ipc.ts'
import {
  commitOn,
  idOf,
  openSignedIn,
  openTestSite,
  post,
  set,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { READER } from './support/cms.ts'

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
  site.proxy.seen.length = 0
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

const header: DocRef = { kind: 'global', slug: 'header' }

/** A post that was published as "First", then as "Second", each in two locales; known here. */
async function published(): Promise<string> {
  const slug = `restored-${randomUUID()}`
  const body = { slug, standfirst: 'Two sentences.', authors: [site.author], _status: 'published' }
  const id = idOf((await other.ask('POST', '/posts?locale=en&depth=0', { ...body, title: 'First' })).doc)
  await other.ask('PATCH', `/posts/${id}?locale=de`, {
    title: 'Erste',
    standfirst: 'Zwei Sätze.',
    _status: 'published',
  })
  await other.ask('PATCH', `/posts/${id}?locale=en`, { title: 'Second', _status: 'published' })
  await other.ask('PATCH', `/posts/${id}?locale=de`, { title: 'Zweite', _status: 'published' })
  await refreshDocument(account.site, post(id))
  return id
}

const draft = (id: string, title: string) =>
  other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { title, _status: 'draft' })

async function versionsOf(id: string) {
  const where = `where[parent][equals]=${id}&sort=updatedAt&limit=100&depth=0&locale=all`
  return (await other.ask('GET', `/posts/versions?${where}`)).docs
}

/** The version of a post that had that title. */
async function versionWith(id: string, title: string, status?: string): Promise<string> {
  const fits = (await versionsOf(id)).filter(({ version }) => {
    const { title: titles, _status } = version as { title: { en: string }; _status: string }
    return titles.en === title && (status === undefined || _status === status)
  })
  const last = fits.at(-1)
  if (!last) throw new Error(`no version "${title}"`)
  return idOf(last)
}

/** What visitors of the site get, and what editors do. */
const live = (id: string) => other.ask('GET', `/posts/${id}?locale=all&depth=0&draft=false`)
const latest = (id: string) => other.ask('GET', `/posts/${id}?locale=all&depth=0&draft=true`)

async function restore(ref: DocRef, versionId: string, more: Partial<CallInput<'versions.restore'>> = {}) {
  const shown = (await account.site.store.getDocument(ref))?.base.updatedAt ?? null
  return restoreVersion(account.site, { ref, versionId, asDraft: false, key: randomUUID(), shown, ...more })
}

const DONE = { outcome: 'done', message: 'Restored Successfully.' }
const posted = () =>
  site.proxy.seen.filter(({ method, path }) => method === 'POST' && path.includes('/versions/'))

describe('a version of a document is restored', () => {
  test('a draft of a published document takes it off the site', async () => {
    const id = await published()
    await draft(id, 'Only a draft')
    await refreshDocument(account.site, post(id))
    expect(await live(id)).toMatchObject({ _status: 'published', title: { en: 'Second' } })
    expect(await restore(post(id), await versionWith(id, 'Only a draft'))).toEqual(DONE)
    expect(await live(id)).toMatchObject({ _status: 'draft', title: { en: 'Only a draft' } })
  })

  test('a published one is on the site at once, in all locales, and here', async () => {
    const id = await published()
    const [, bothLocales] = await versionsOf(id)
    expect(await restore(post(id), idOf(bothLocales ?? {}))).toEqual(DONE)
    expect(await live(id)).toMatchObject({ _status: 'published', title: { en: 'First', de: 'Erste' } })
    const here = await account.site.store.getDocument(post(id))
    expect(here?.base.data['title']).toEqual({ en: 'First', de: 'Erste' })
    expect(here?.state).toEqual({ kind: 'saved' })
  })

  test('a published one as a draft leaves the site as it is', async () => {
    const id = await published()
    const [, bothLocales] = await versionsOf(id)
    expect(await restore(post(id), idOf(bothLocales ?? {}), { asDraft: true })).toEqual(DONE)
    expect(await live(id)).toMatchObject({ _status: 'published', title: { en: 'Second', de: 'Zweite' } })
    expect(await latest(id)).toMatchObject({ _status: 'draft', title: { en: 'First', de: 'Erste' } })
  })

  test('of a global, too, with what it was published as', async () => {
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'North', _status: 'published' })
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'South', _status: 'published' })
    await refreshDocument(account.site, header)
    const { docs } = await other.ask(
      'GET',
      '/globals/header/versions?sort=-updatedAt&depth=0&locale=all&limit=2',
    )
    expect(await restore(header, idOf(docs[1] ?? {}))).toEqual(DONE)
    expect(await other.ask('GET', '/globals/header?locale=en&draft=false')).toMatchObject({
      tagline: 'North',
    })
  })

  test('with its key, its base and the language of the window, and nothing else', async () => {
    const id = await published()
    const key = randomUUID()
    const shown = (await account.site.store.getDocument(post(id)))?.base.updatedAt
    const versionId = await versionWith(id, 'First')
    await restore(post(id), versionId, { key })
    const [request, ...more] = posted()
    expect(more).toEqual([])
    expect(request?.path).toBe(`/api/posts/versions/${versionId}?depth=0&draft=false`)
    expect(request?.headers).toMatchObject({
      'idempotency-key': key,
      'x-galley-base': shown,
      'accept-language': 'en',
    })
  })
})

describe('a version is not restored', () => {
  test('by who may not change the document', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    const reader = await openSignedIn(site, READER)
    const asked = { ref: post(id), versionId, asDraft: false, key: randomUUID(), shown: null }
    expect(await restoreVersion(reader.site, asked)).toMatchObject({
      outcome: 'refused',
      message: /not allowed/,
    })
    await reader.dispose()
    expect(await live(id)).toMatchObject({ title: { en: 'Second' } })
  })

  test('of a document that is in the trash', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    await other.ask('PATCH', `/posts/${id}?locale=en`, { deletedAt: new Date().toISOString() })
    expect(await restore(post(id), versionId, { shown: null })).toMatchObject({ outcome: 'refused' })
  })

  test('that the server has removed since, as it does with the oldest', async () => {
    const { docs } = await other.ask('GET', '/globals/header/versions?sort=updatedAt&limit=1&depth=0')
    const oldest = docs[0] ? idOf(docs[0]) : ''
    await refreshDocument(account.site, header)
    for (let n = 0; n < 21; n += 1)
      await other.ask('POST', '/globals/header?locale=en', { tagline: `Tagline ${n}`, _status: 'published' })
    await refreshDocument(account.site, header)
    expect(await restore(header, oldest)).toEqual({ outcome: 'gone' })
  })

  test('before what is unsent of the document has left', async () => {
    const id = await published()
    await commitOn(account, post(id), 'draft', [set('title', 'Second', 'Unsent')])
    expect(await restore(post(id), await versionWith(id, 'First'))).toEqual({ outcome: 'unsent' })
    expect(posted()).toEqual([])
  })

  test('over what somebody else wrote since it was decided', async () => {
    const id = await published()
    await draft(id, 'Written meanwhile')
    expect(await restore(post(id), await versionWith(id, 'First'))).toEqual({ outcome: 'moved' })
    expect(await latest(id)).toMatchObject({ title: { en: 'Written meanwhile' } })
    // Looked at again, it is known here what it would replace.
    expect((await account.site.store.getDocument(post(id)))?.base.data['title']).toMatchObject({
      en: 'Written meanwhile',
    })
  })

  test('where the server refuses what the version holds: its words are at the fields', async () => {
    const { doc } = await other.ask('POST', '/posts?draft=true&locale=en&depth=0', {
      title: 'Half',
      _status: 'draft',
    })
    const id = idOf(doc)
    await other.ask('PATCH', `/posts/${id}?locale=en`, {
      standfirst: 'Two sentences.',
      authors: [site.author],
      _status: 'published',
    })
    await refreshDocument(account.site, post(id))
    const answer = await restore(post(id), await versionWith(id, 'Half', 'draft'))
    expect(answer).toMatchObject({ outcome: 'refused' })
    expect(answer.outcome === 'refused' && answer.fields.length).toBeGreaterThan(0)
  })

  test('without the server, and nothing is kept for later', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(['offline', 'unknown']).toContain((await restore(post(id), versionId)).outcome)
    site.proxy.clearRules()
    expect((await account.site.store.getDocument(post(id)))?.entries).toEqual([])
    expect(await live(id)).toMatchObject({ title: { en: 'Second' } })
  })
})

test('a restore whose answer was lost is done once when it is asked for again', async () => {
  const id = await published()
  const versionId = await versionWith(id, 'First')
  const key = randomUUID()
  const shown = (await account.site.store.getDocument(post(id)))?.base.updatedAt ?? null
  site.proxy.addRule({ match: ({ path }) => path.includes('/versions/'), fault: { kind: 'drop-after' } })
  expect(await restore(post(id), versionId, { key, shown })).toMatchObject({ outcome: 'unknown' })
  site.proxy.clearRules()
  const before = (await versionsOf(id)).length
  // The companion keeps of it that it was done, and not the words.
  expect(await restore(post(id), versionId, { key, shown })).toEqual({ outcome: 'done', message: '' })
  expect((await versionsOf(id)).length).toBe(before)
  expect(await live(id)).toMatchObject({ title: { en: 'First' } })
})
