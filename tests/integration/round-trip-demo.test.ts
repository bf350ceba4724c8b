import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'
import { idOf, openSignedIn, openTestSite, type TestAccount, type TestSite } from './main-site.ts'
import { openAndLeave, openForms } from './round-trip.ts'
import { ADMIN } from './support/cms.ts'

let site: TestSite
let account: TestAccount

beforeAll(async () => {
  site = await openTestSite()
  account = await openSignedIn(site, ADMIN)
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})

test('every document of the demo that is opened, looked at in all languages and left sends nothing', async () => {
  const { collections = [], globals = [] } = account.schema() ?? {}
  const refs: DocRef[] = globals.map(({ slug }) => makeRef('global', slug, ''))
  for (const { slug } of collections) {
    const { docs } = await site.other.ask('GET', `/${slug}?depth=0&limit=0&draft=true`)
    refs.push(...docs.map((doc) => makeRef('collection', slug, idOf(doc))))
  }
  expect(refs.length).toBeGreaterThan(30)
  const forms = openForms(account)
  for (const ref of refs) {
    await refreshDocument(account.site, ref)
    await openAndLeave(account, forms, ref)
  }
  forms.end()
  expect(await wholeOutbox(account.site.store.outboxPage)).toEqual([])
  // The companion is told after five seconds that nothing is unsent, which may happen here.
  const writes = site.proxy.seen.filter(
    ({ method, path }) => method !== 'GET' && !/login|desktop\/unsent/.test(path),
  )
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
