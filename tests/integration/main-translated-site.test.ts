import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { refreshPermissions } from '../../main/server/read/read-permissions.ts'
import { knownIn } from '../../shared/cms/document-permissions.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { documentPath } from '../../main/server/http/document-query.ts'
import { commitOn, openSignedIn, openSiteOf, set, type TestAccount } from './main-site.ts'

/* A site whose access goes by `req.locale` (F100): its editor may read and write German alone. */

let site: Awaited<ReturnType<typeof openSiteOf>>
let account: TestAccount

beforeAll(async () => {
  site = await openSiteOf('translated-site.ts')
})
afterAll(() => site.dispose())
beforeEach(async () => {
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

const trip = makeRef('collection', 'trips', '1')
const about: DocRef = { kind: 'global', slug: 'about' }
const known = async (ref: DocRef) => (await account.site.store.getDocument(ref))?.base
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const open = (ref: DocRef) => refreshDocument(account.site, ref)

/** All of it, as somebody who may read all locales sees it. */
async function onServer(ref: DocRef): Promise<unknown> {
  const { token } = await site.cms.login('all@example.com')
  const draft = ref.kind === 'collection' ? '&draft=true' : ''
  const { json } = await site.cms.request('GET', `${documentPath(ref)}?depth=0&locale=all${draft}`, { token })
  return json
}

test.each([trip, about])(
  'F100 (part) opens in the locale that may be read, and no other is made up: %o',
  async (ref) => {
    expect(await open(ref)).toEqual({ outcome: 'updated' })
    const title = ref.kind === 'collection' ? 'Norden' : 'Über uns'
    expect((await known(ref))?.data['title']).toEqual({ de: title })
    expect((await known(ref))?.updatedAt).toEqual(expect.any(String))
    expect(await open(ref)).toEqual({ outcome: 'unchanged' })
  },
)

test('F100 (part) a list shows the locale on the screen where all of them are refused', async () => {
  const query = {
    slug: 'trips',
    page: 1,
    limit: 10,
    sort: '-updatedAt',
    search: '',
    where: null,
    locale: 'de',
  }
  expect(await refreshList(account.site, query, account.backgroundFetch.add)).toEqual({ outcome: 'updated' })
  await account.backgroundFetch.idle()
  const { rows } = await account.site.store.list(query)
  expect(rows.map(({ data }) => data['title'])).toEqual([{ de: 'Norden' }])
})

test('F100 (part) has nothing of a locale that may not be read any more', async () => {
  await open(trip)
  const { data = {} } = (await known(trip)) ?? {}
  await account.site.store.putBase({
    ref: trip,
    data: { ...data, title: { en: 'Known', de: 'Alt' } },
    updatedAt: '2020-01-01T00:00:00.000Z',
    status: 'draft',
    hasPublished: true,
  })
  expect(await open(trip)).toEqual({ outcome: 'updated' })
  expect((await known(trip))?.data).toMatchObject({ title: { de: 'Norden' }, code: 'n1' })
  expect((await known(trip))?.data['title']).not.toHaveProperty('en')
})

test('F100 (part) what is not found is gone where reading has no condition, and denied where it has', async () => {
  const gone = makeRef('collection', 'trips', '999')
  expect(await open(gone)).toEqual({ outcome: 'denied', message: expect.any(String) as string })
  const user = makeRef('collection', 'users', '999')
  expect(await open(user)).toMatchObject({ outcome: 'gone' })
})

test('F100 who may have one locale opens, may change and saves that one, and the others stay as they are, in rows as well', async () => {
  await open(trip)
  for (const locale of ['de', 'en']) await refreshPermissions(account.site, { ref: trip, locale })
  const said = (await account.site.store.openDocument(trip))?.permissions ?? null
  expect(knownIn(said, 'de')?.answer).toMatchObject({ edit: true, update: true })
  const none = { edit: false, publish: false, delete: false }
  const hiddenFields = expect.arrayContaining(['title', 'code', 'stops']) as string[]
  expect(knownIn(said, 'en')?.answer).toMatchObject({ ...none, hiddenFields })
  const stops = (await known(trip))?.data['stops']
  const [row] = Array.isArray(stops) ? stops : []
  const id = row !== null && typeof row === 'object' && 'id' in row ? text(row['id']) : ''
  const key = await commitOn(
    account,
    trip,
    'draft',
    [set('title', 'Norden', 'Hoher Norden', 'de'), set(`stops.${id}.name`, 'Hafen', 'Kai', 'de')],
    'de',
  )
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await onServer(trip)).toMatchObject({
    title: { en: 'North', de: 'Hoher Norden' },
    code: 'n1',
    stops: [{ id, name: { en: 'Harbour', de: 'Kai' } }],
  })
})

test('F100 (part) a document that nobody finds has no rights in any locale', async () => {
  await open(trip)
  const { token } = await site.cms.login('all@example.com')
  const { json } = await site.cms.request('POST', '/trips?locale=de', { token, body: { title: 'Kurz' } })
  const made = (json as { doc: { id: number } }).doc.id
  const brief = makeRef('collection', 'trips', String(made))
  await open(brief)
  await site.cms.request('DELETE', `/trips/${made}`, { token })
  await refreshPermissions(account.site, { ref: brief, locale: 'de' })
  expect((await account.site.store.openDocument(brief))?.permissions?.answer).toBeNull()
})
