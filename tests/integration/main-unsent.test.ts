import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { createUnsentAnnouncer, othersUnsent } from '../../main/server/unsent-edits.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
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
import { ADMIN } from './support/cms.ts'

let site: TestSite
/** The editor, and the administrator who reads who they are. */
let account: TestAccount
let admin: TestAccount
let ref: DocRef
let name: unknown
let count = 0

beforeAll(async () => {
  site = await openTestSite()
  admin = await openSignedIn(site, ADMIN)
  name = (await site.cms.login('editor@example.com')).user['name']
})
afterAll(async () => {
  await admin.dispose()
  await site.dispose()
})
beforeEach(async () => {
  account = await openSignedIn(site)
  const body = {
    title: `Unsent ${++count}`,
    standfirst: 'Two sentences.',
    authors: [site.author],
    _status: 'draft',
  }
  const { doc } = await site.other.ask('POST', '/posts?draft=true&depth=0', body)
  ref = post(idOf(doc))
  await refreshDocument(account.site, ref)
})
afterEach(async () => {
  site.proxy.clearRules()
  site.proxy.shiftClock(0)
  await account.dispose()
})

const others = () => othersUnsent(admin.site, ref)
const tellings = () =>
  site.proxy.seen.filter(({ method, path }) => method === 'POST' && path.includes('/desktop/unsent'))

test('what is typed and not sent is told to others, without a word of it, until it has arrived', async () => {
  await account.site.store.putDraft({ ref, changes: [set('kicker', null, 'A secret kicker')] })
  await account.unsent.now()
  expect(await others()).toMatchObject([{ by: name }])
  expect(tellings().at(-1)?.body).not.toContain('secret')

  const before = tellings().length
  const key = await commitOn(account, ref, 'draft', [set('kicker', null, 'A secret kicker')])
  await account.unsent.now()
  // Queued or typed is the same to others.
  expect(tellings().length).toBe(before)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  await account.unsent.now()
  expect(await others()).toEqual([])
})

test('it stands while the server cannot be reached, and for as long as it has been there by the server’s clock', async () => {
  await account.site.store.putDraft({ ref, changes: [set('kicker', null, 'By ferry')] })
  await account.unsent.now()
  await account.dispose()
  site.proxy.shiftClock(20 * 60_000)
  const [told] = await others()
  expect(told?.by).toBe(name)
  expect(told?.forMs).toBeGreaterThan(19 * 60_000)
})

test('what the server took without its answer’s arriving is taken back all the same', async () => {
  const waits: { ms: number; run: () => void }[] = []
  const clock = {
    after: (ms: number, run: () => void) => {
      waits.push({ ms, run })
      return () => undefined
    },
  }
  const announcer = createUnsentAnnouncer({ site: account.site, isOnline: () => true, clock })
  await announcer.now()
  await account.site.store.putDraft({ ref, changes: [set('kicker', null, 'By ferry')] })
  const isTelling = ({ path }: { path: string }) => path.includes('/desktop/unsent')
  const lift = site.proxy.addRule({ match: isTelling, fault: { kind: 'drop-after' }, times: 1 })
  await announcer.now()
  lift()
  expect(await others()).toMatchObject([{ by: name }])
  await account.site.store.discardDraft({ ref })
  await announcer.now()
  expect(await others()).toEqual([])

  // Told again by itself, with growing pauses, until it is taken.
  waits.length = 0
  await account.site.store.putDraft({ ref, changes: [set('kicker', null, 'By ferry')] })
  site.proxy.addRule({ match: isTelling, fault: { kind: 'status', status: 500 }, times: 2 })
  await announcer.now()
  expect(waits.map(({ ms }) => ms)).toEqual([10_000])
  waits[0]?.run()
  await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([10_000, 20_000])
  waits[1]?.run()
  await expect.poll(others).toMatchObject([{ by: name }])
  expect(waits).toHaveLength(2)

  await announcer.withdraw()
  expect(await others()).toEqual([])
  announcer.changed()
  await announcer.now()
  expect(await others()).toEqual([])
  expect(waits).toHaveLength(2)
})

test('a document that the server does not have is not told of', async () => {
  const made = await account.site.store.createDocument({ slug: 'posts', id: 'tmp_1', data: {} })
  await account.site.store.putDraft({ ref: made, changes: [set('kicker', null, 'By ferry')] })
  expect(await account.site.store.unsentDocuments()).toEqual([])
})

test('nothing is asked or told where the companion cannot, and a failure is tried again', async () => {
  const schema = admin.schema()
  if (schema === null) throw new Error('no schema')
  const without = { ...schema, capabilities: { ...schema.capabilities, unsent: false } }
  const seen = site.proxy.seen.length
  expect(await othersUnsent({ client: admin.site.client, schema: () => without }, ref)).toEqual([])
  expect(site.proxy.seen.length).toBe(seen)

  const header = makeRef('global', 'header', '')
  await refreshDocument(account.site, header)
  const tagline = (await account.site.store.getDocument(header))?.base.data['tagline'] ?? null
  await account.site.store.putDraft({ ref: header, changes: [set('tagline', tagline, 'By rail')] })
  const isTelling = ({ path }: { path: string }) => path.includes('/desktop/unsent')
  site.proxy.addRule({ match: isTelling, fault: { kind: 'status', status: 500 } })
  await account.unsent.now()
  site.proxy.clearRules()
  expect(await othersUnsent(admin.site, header)).toEqual([])
  await account.unsent.now()
  expect(await othersUnsent(admin.site, header)).toMatchObject([{ by: name }])
})
