import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshPermissions } from '../../main/server/read/read-permissions.ts'
import { isRefused, knownIn } from '../../shared/cms/document-permissions.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import { commitOn, openSignedIn, openSiteOf, set, type TestAccount } from './main-site.ts'

/* A site whose access goes by `req.locale` (F100): its editor may write German alone, and read some of it in German alone. */

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

test('F100 what may be done is asked and kept for each locale, and what may not be read in all locales says so', async () => {
  const trip = makeRef('collection', 'trips', '1')
  expect(await refreshDocument(account.site, trip)).toEqual({ outcome: 'updated' })
  for (const locale of ['de', 'en']) await refreshPermissions(account.site, { ref: trip, locale })
  const said = (await account.site.store.openDocument(trip))?.permissions ?? null
  expect(knownIn(said, 'de')?.answer).toMatchObject({ edit: true, update: true })
  expect(knownIn(said, 'en')?.answer).toMatchObject({ edit: false, update: false })
  // A look at a locale that is not theirs holds nothing back of the one that is.
  expect([isRefused(said, ['de'], true), isRefused(said, ['en'], true)]).toEqual([false, true])
  const key = await commitOn(account, trip, 'draft', [set('title', 'Norden', 'Hoher Norden', 'de')], 'de')
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await account.site.store.getDocument(trip))?.base.data['title']).toEqual({
    en: 'North',
    de: 'Hoher Norden',
  })

  // The limit: a document is read in all locales at once.
  expect(await refreshDocument(account.site, makeRef('collection', 'letters', '1'))).toMatchObject({
    outcome: 'denied',
  })
})
