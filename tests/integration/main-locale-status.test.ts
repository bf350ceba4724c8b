import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshVersions } from '../../main/server/read/read-versions.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import type { CommitMode } from '../../shared/sync/entry.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { commitOn, idOf, openSignedIn, openSiteOf, otherEditor, set, type TestAccount } from './main-site.ts'
import type { Cms } from './support/cms.ts'

/* Documents with a status per locale, against a real server of such a site (docs/decisions/0028). */

let site: Awaited<ReturnType<typeof openSiteOf>>
let cms: Cms
let proxy: FaultProxy
let other: ReturnType<typeof otherEditor>
let account: TestAccount
let id: string

beforeAll(async () => {
  site = await openSiteOf('locale-status-site.ts')
  ;({ cms, proxy, other } = site)
})
afterAll(() => site.dispose())

beforeEach(async () => {
  proxy.clearRules()
  account = await openSignedIn({ cms, proxy })
  const { doc } = await other.ask('POST', '/stories?draft=true&locale=en&depth=0', {
    title: 'EN',
    _status: 'draft',
  })
  id = idOf(doc)
  await other.ask('PATCH', `/stories/${id}?draft=true&locale=de`, { title: 'DE', _status: 'draft' })
  await refreshDocument(account.site, story())
})
afterEach(() => account.dispose())

const story = (): DocRef => makeRef('collection', 'stories', id)
const onSite = async () =>
  (await other.ask('GET', `/stories/${id}?draft=false&locale=all&depth=0`))['_status']
const latest = () => other.ask('GET', `/stories/${id}?draft=true&locale=all&depth=0&fallback-locale=none`)
const base = async () => (await account.site.store.getDocument(story()))?.base

async function act(mode: CommitMode, locale: string): Promise<void> {
  const key = await commitOn(account, story(), mode, [], locale)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
}

/** Checks that the state known after a write equals a fresh read from the server. */
async function isAsFound(): Promise<void> {
  const told = await base()
  await refreshDocument(account.site, story())
  const found = await base()
  expect(told).toMatchObject({
    data: { _status: found?.data['_status'] },
    status: found?.status,
    hasPublished: found?.hasPublished,
    publishedIn: found?.publishedIn,
  })
}

test('a document is read with its status in each locale', async () => {
  expect(await base()).toMatchObject({
    data: { title: { en: 'EN', de: 'DE' }, _status: { en: 'draft', de: 'draft' } },
    status: 'draft',
    hasPublished: false,
    publishedIn: [],
  })
})

test('publishing one locale leaves the others as they are', async () => {
  await act('publish-locale', 'de')
  expect(await onSite()).toMatchObject({ de: 'published' })
  expect(await onSite()).not.toMatchObject({ en: 'published' })
  expect(await base()).toMatchObject({ status: 'draft', hasPublished: true, publishedIn: ['de'] })
  await isAsFound()
})

test('publishing without a locale publishes all of them', async () => {
  await act('publish', 'en')
  expect(await onSite()).toEqual({ en: 'published', de: 'published', ar: 'published' })
  expect(await base()).toMatchObject({ status: 'published', publishedIn: ['ar', 'de', 'en'] })
  await isAsFound()
})

test('taking back one locale leaves the others published', async () => {
  await act('publish', 'en')
  await act('unpublish-locale', 'de')
  expect(await onSite()).toEqual({ en: 'published', de: 'draft', ar: 'published' })
  expect(await base()).toMatchObject({ status: 'draft', hasPublished: true, publishedIn: ['ar', 'en'] })
  await isAsFound()
})

test('taking back all of them leaves none', async () => {
  await act('publish', 'en')
  await act('unpublish', 'de')
  expect(await onSite()).toEqual({ en: 'draft', de: 'draft', ar: 'draft' })
  expect(await base()).toMatchObject({ status: 'draft', hasPublished: false, publishedIn: [] })
  await isAsFound()
})

test('a draft in one locale leaves what is published in it, and the others', async () => {
  await act('publish', 'en')
  const key = await commitOn(account, story(), 'draft', [set('title', 'DE', 'Neu', 'de')], 'de')
  await account.sender.send(key)
  expect(await latest()).toMatchObject({
    title: { en: 'EN', de: 'Neu' },
    _status: { en: 'published', de: 'draft' },
  })
  expect(await onSite()).toMatchObject({ de: 'published' })
  expect(await base()).toMatchObject({ status: 'draft', hasPublished: true, publishedIn: ['ar', 'de', 'en'] })
  await isAsFound()
})

test('SY12 writes that follow each other are not asked about because of one another', async () => {
  const keys = [
    await commitOn(account, story(), 'publish-locale', [], 'en'),
    await commitOn(account, story(), 'publish-locale', [], 'de'),
    await commitOn(account, story(), 'unpublish-locale', [], 'en'),
  ]
  for (const key of keys) expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await onSite()).toMatchObject({ en: 'draft', de: 'published' })
  await isAsFound()
})

test('SY4 a publication whose answer was lost is not done to other locales', async () => {
  proxy.addRule({
    match: ({ method, path: at }) => method === 'PATCH' && at.includes('publishSpecificLocale'),
    fault: { kind: 'drop-after' },
    times: 1,
  })
  const key = await commitOn(account, story(), 'publish-locale', [], 'de')
  await account.sender.send(key)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await onSite()).toMatchObject({ de: 'published' })
  expect(await onSite()).not.toMatchObject({ en: 'published' })
})

test('lists say the status in their locale', async () => {
  await act('publish', 'en')
  await other.ask('PATCH', `/stories/${id}?draft=true&locale=de`, { title: 'Neu', _status: 'draft' })
  await other.ask('PATCH', `/stories/${id}?locale=ar`, { _status: 'draft' })
  const statusIn = async (locale: string) => {
    const query: ListQuery = {
      slug: 'stories',
      page: 1,
      limit: 50,
      sort: '-updatedAt',
      search: '',
      where: null,
      locale,
    }
    await refreshList(account.site, query, account.backgroundFetch.add)
    const { rows } = await account.site.store.list(query)
    return rows.find(({ ref }) => ref.kind === 'collection' && ref.id === id)?.status
  }
  expect([await statusIn('en'), await statusIn('de'), await statusIn('ar')]).toEqual([
    'published',
    'changed',
    'draft',
  ])
})

test('versions say in which locales they are published, and none is called the current one', async () => {
  await act('publish-locale', 'de')
  const query = { ref: story(), page: 1, limit: 10, sort: '-updatedAt' as const }
  expect(await refreshVersions(account.site, query)).toEqual({ outcome: 'updated' })
  const { rows, latestDraft, currentlyPublished } = await account.site.store.listVersions(query)
  expect(rows.map(({ publishedIn }) => publishedIn)).toEqual([['de'], [], []])
  expect([latestDraft, currentlyPublished]).toEqual([null, null])
})

test('a global has a status per locale as well', async () => {
  const banner = makeRef('global', 'banner', '')
  await other.ask('POST', '/globals/banner?draft=true&locale=en', { words: 'E', _status: 'draft' })
  await refreshDocument(account.site, banner)
  const key = await commitOn(account, banner, 'publish-locale', [], 'en')
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  const { _status } = await other.ask('GET', '/globals/banner?draft=false&locale=all&depth=0')
  expect(_status).toMatchObject({ en: 'published' })
  expect((await account.site.store.getDocument(banner))?.base).toMatchObject({ publishedIn: ['en'] })
})
