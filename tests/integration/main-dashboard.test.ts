import { afterAll, beforeAll, expect, test } from 'vitest'
import { schedule } from '../../main/server/at-once/schedule.ts'
import { restoreFromTrash } from '../../main/server/at-once/trash.ts'
import { allSchedules } from '../../main/server/read/list-schedules.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { restoreVersion } from '../../main/server/send/restore-version.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
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

/* The dashboard's questions to store and server. */

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

async function made(title: string): Promise<string> {
  const body = { title, standfirst: 'Two sentences.', kicker: 'Rail', authors: [site.author] }
  const { doc } = await site.other.ask('POST', '/posts?draft=true&locale=en&depth=0', body)
  return idOf(doc)
}

/** Opens the dashboard now; the returned function resolves to the changes since then. */
async function lookNow() {
  const asked = { slugs: ['posts'], globals: ['header'], limit: 10 }
  const { newest } = await account.site.store.changedElsewhere({ ...asked, looks: null })
  const looks = newest === null ? null : { first: newest, last: newest }
  return async () => (await account.site.store.changedElsewhere({ ...asked, looks })).documents
}

test('what somebody else wrote since a look is told, and what this computer sent is not', async () => {
  const [own, others] = [await made('Own'), await made('Others')]
  for (const id of [own, others]) await refreshDocument(account.site, post(id))
  const told = await lookNow()
  expect(await told()).toEqual([])

  const key = await commitOn(account, post(own), 'draft', [set('title', 'Own', 'Own, edited')])
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  await refreshDocument(account.site, post(own))
  expect(await told()).toEqual([])

  await site.other.ask('PATCH', `/posts/${others}?draft=true&locale=en&depth=0`, {
    title: 'Others, edited',
  })
  await refreshDocument(account.site, post(others))
  expect(await told()).toEqual([{ ref: post(others), updatedAt: expect.any(String) }])
})

test('the schedules of all documents are those of the server, and without it those that it told last', async () => {
  const id = await made('Planned')
  await refreshDocument(account.site, post(id))
  const at = '2031-02-01T08:00:00.000Z'
  const plan = { what: 'plan', type: 'publish', locale: null, timeZone: null } as const
  await schedule(account.site, { ...plan, ref: post(id), at })
  const wanted = [{ ref: post(id), plans: [{ type: 'publish', at }] }]
  expect(await allSchedules(account.site, 'server')).toMatchObject(wanted)
  site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  expect(await allSchedules(account.site, 'server')).toMatchObject(wanted)
  expect(await allSchedules(account.site, 'computer')).toMatchObject(wanted)
  site.proxy.clearRules()
  // A schedule cancelled by another user is dropped.
  const [planned] = await allSchedules(account.site, 'computer')
  await site.other.ask('POST', '/desktop/schedule', {
    doc: { relationTo: 'posts', value: Number(id) },
    deleteID: planned?.plans[0]?.id ?? '',
  })
  expect(await allSchedules(account.site, 'server')).toEqual([])
  expect(await allSchedules(account.site, 'computer')).toEqual([])
})

test('what this computer restores, from a version or from the trash, is not told as somebody else’s', async () => {
  const id = await made('First')
  await site.other.ask('PATCH', `/posts/${id}?draft=true&locale=en&depth=0`, { title: 'Second' })
  const header = makeRef('global', 'header', '')
  // A document that stays: otherwise each new one would count as a first download.
  const beside = post(await made('Beside'))
  for (const ref of [post(id), header, beside]) await refreshDocument(account.site, ref)
  const told = await lookNow()
  for (const ref of [post(id), header]) {
    const root =
      ref.kind === 'global' ? '/globals/header/versions?' : `/posts/versions?where[parent][equals]=${id}&`
    const { docs } = await site.other.ask('GET', `${root}sort=updatedAt&limit=1&depth=0`)
    const shown = (await account.site.store.getDocument(ref))?.base.updatedAt ?? null
    const versionId = idOf(docs[0] ?? {})
    expect(
      await restoreVersion(account.site, account.sender, {
        ref,
        versionId,
        madeAt: '2026-01-01T00:00:00.000Z',
        asDraft: true,
        locale: 'en',
        shown,
      }),
    ).toMatchObject({ outcome: 'done' })
  }
  expect(await told()).toEqual([])
  expect(await account.sender.send(await commitOn(account, post(id), 'delete', []))).toMatchObject({
    type: 'sent',
  })
  expect(await restoreFromTrash(account.site, { slug: 'posts', ids: [id], publish: false })).toMatchObject({
    outcome: 'done',
    done: [id],
  })
  expect(await account.site.store.getDocument(post(id))).toMatchObject({ isGone: false })
  expect(await told()).toEqual([])
})

test('plans of a global are told with those of documents', async () => {
  const ref = makeRef('global', 'season-cover', '')
  const at = '2031-02-01T08:00:00.000Z'
  const body = { global: 'season-cover', type: 'publish', date: at }
  await site.other.ask('POST', '/desktop/schedule', body)
  const wanted = [{ ref, plans: [{ type: 'publish', at }] }]
  expect(await allSchedules(account.site, 'computer')).toEqual([])
  expect(await allSchedules(account.site, 'server')).toMatchObject(wanted)
  expect(await allSchedules(account.site, 'computer')).toMatchObject(wanted)
})
