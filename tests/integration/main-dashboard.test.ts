import { afterAll, beforeAll, expect, test } from 'vitest'
import { schedule } from '../../main/server/at-once/schedule.ts'
import { allSchedules } from '../../main/server/read/list-schedules.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
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
import { EDITOR } from './support/cms.ts'

/* What the dashboard asks of store and server. */

let site: TestSite
let account: TestAccount

beforeAll(async () => {
  site = await openTestSite()
  account = await openSignedIn(site, EDITOR)
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})

async function made(title: string): Promise<string> {
  const body = { title, standfirst: 'Two sentences.', kicker: 'Rail', authors: [site.author] }
  const { doc } = await site.other.ask('POST', '/posts?draft=true&locale=en&depth=0', body)
  return idOf(doc)
}

test('what somebody else wrote since a look is told, and what this computer sent is not', async () => {
  const [own, others] = [await made('Own'), await made('Others')]
  for (const id of [own, others]) await refreshDocument(account.site, post(id))
  const asked = { slugs: ['posts'], limit: 10 }
  const { newest } = await account.site.store.changedElsewhere({ ...asked, looks: null })
  const looks = newest === null ? null : { first: newest, last: newest }
  const told = async () => (await account.site.store.changedElsewhere({ ...asked, looks })).documents
  expect(await told()).toEqual([])

  const key = await commitOn(account, post(own), 'draft', [set('title', 'Own', 'Own, edited')])
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  await refreshDocument(account.site, post(own))
  expect(await told()).toEqual([])

  await site.other.ask('PATCH', `/posts/${others}?draft=true&locale=en&depth=0`, {
    title: 'Others, edited',
  })
  await refreshDocument(account.site, post(others))
  expect(await told()).toEqual([{ slug: 'posts', id: others, updatedAt: expect.any(String) }])
})

test('the schedules of all documents are those of the server, and without it those that it told last', async () => {
  const id = await made('Planned')
  await refreshDocument(account.site, post(id))
  const at = '2031-02-01T08:00:00.000Z'
  const plan = { what: 'plan', type: 'publish', locale: null, timeZone: null } as const
  await schedule(account.site, { ...plan, ref: post(id), at })
  const wanted = [{ slug: 'posts', id, plans: [{ type: 'publish', at }] }]
  expect(await allSchedules(account.site, 'server')).toMatchObject(wanted)
  site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  expect(await allSchedules(account.site, 'server')).toMatchObject(wanted)
  expect(await allSchedules(account.site, 'computer')).toMatchObject(wanted)
  site.proxy.clearRules()
  // A plan that somebody else cancelled is not kept.
  const [planned] = await allSchedules(account.site, 'computer')
  await site.other.ask('POST', '/desktop/schedule', {
    doc: { relationTo: 'posts', value: Number(id) },
    deleteID: planned?.plans[0]?.id ?? '',
  })
  expect(await allSchedules(account.site, 'server')).toEqual([])
  expect(await allSchedules(account.site, 'computer')).toEqual([])
})
