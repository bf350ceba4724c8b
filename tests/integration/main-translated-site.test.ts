import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { refreshPermissions } from '../../main/server/read/read-permissions.ts'
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

test('F100 (part) keeps what is known of a locale that may not be read any more', async () => {
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
  expect((await known(trip))?.data['title']).toEqual({ en: 'Known', de: 'Norden' })
})

test('F100 (part) a save in the own locale leaves the others, in rows as well', async () => {
  await open(trip)
  const stops = (await known(trip))?.data['stops']
  const [row] = Array.isArray(stops) ? stops : []
  const id = row !== null && typeof row === 'object' && 'id' in row ? String(row['id']) : ''
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

test('F100 (part) what may be done is asked for the locale on the screen', async () => {
  await open(trip)
  const verdict = async (locale: string) => {
    await refreshPermissions(account.site, { ref: trip, locale })
    return (await account.site.store.openDocument(trip))?.permissions?.answer
  }
  expect(await verdict('de')).toMatchObject({ edit: true, update: true })
  expect(await verdict('en')).toMatchObject({ edit: false, update: false, publish: false, delete: false })
})
