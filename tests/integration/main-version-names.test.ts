import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { nameVersion, readVersionNames, refreshVersionNames } from '../../main/server/read/version-names.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import {
  openSignedIn,
  openTestSite,
  otherEditor,
  signIn,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { EDITOR } from './support/cms.ts'

let site: TestSite
let account: TestAccount
/** The same user on another computer. */
let other: TestAccount
/** The same user in the web admin. */
let web: ReturnType<typeof otherEditor>

beforeAll(async () => {
  site = await openTestSite()
  web = otherEditor(site.cms.url, (await signIn(site.cms.url, EDITOR)).token)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  account = await openSignedIn(site)
  other = await openSignedIn(site)
})
afterEach(async () => {
  await account.dispose()
  await other.dispose()
})

/** Each test has a document of its own: names stay on the server. */
let documents = 0
const newRef = () => makeRef('collection', 'posts', String((documents += 1) + 1000))
const keyOf = (id: string, version: string) =>
  `/payload-preferences/galley-version-name:posts:${id}:${version}`
const idIn = (ref: ReturnType<typeof newRef>) => (ref.kind === 'collection' ? ref.id : '')

test('a name is kept here at once, and on the server under a key of its version', async () => {
  const ref = newRef()
  await nameVersion(account.site, { ref, versionId: 'v1', name: 'Before the fair' })
  expect(await readVersionNames(account.site, { ref })).toEqual({ v1: 'Before the fair' })
  await refreshVersionNames(account.site)
  expect(await web.ask('GET', keyOf(idIn(ref), 'v1'))).toMatchObject({ value: { name: 'Before the fair' } })
  expect(await readVersionNames(account.site, { ref: newRef() })).toEqual({})
})

test('two computers that name two versions without a connection do not write over each other', async () => {
  const ref = newRef()
  await nameVersion(account.site, { ref, versionId: 'v1', name: 'One' })
  await nameVersion(other.site, { ref, versionId: 'v2', name: 'Two' })
  await refreshVersionNames(account.site)
  await refreshVersionNames(other.site)
  expect(await refreshVersionNames(account.site)).toEqual({ outcome: 'updated' })
  const both = { v1: 'One', v2: 'Two' }
  expect(await readVersionNames(account.site, { ref })).toEqual(both)
  expect(await readVersionNames(other.site, { ref })).toEqual(both)
})

test('a name that is taken away goes from the server, also where it went elsewhere before', async () => {
  const ref = newRef()
  for (const one of [account, other]) {
    await nameVersion(one.site, { ref, versionId: 'v1', name: 'Gone soon' })
    await refreshVersionNames(one.site)
  }
  for (const one of [account, other]) {
    await nameVersion(one.site, { ref, versionId: 'v1', name: null })
    expect(await readVersionNames(one.site, { ref })).toEqual({})
    expect(await refreshVersionNames(one.site)).not.toHaveProperty('message')
    expect(await readVersionNames(one.site, { ref })).toEqual({})
  }
  await refreshVersionNames(other.site)
  expect(await readVersionNames(other.site, { ref })).toEqual({})
})

test('a name that is given without a connection is sent when the server answers again, and stays with a session that has ended', async () => {
  const ref = newRef()
  site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await nameVersion(account.site, { ref, versionId: 'v1', name: 'On the train' })
  expect(await refreshVersionNames(account.site)).toEqual({ outcome: 'offline' })
  expect(await readVersionNames(account.site, { ref })).toEqual({ v1: 'On the train' })
  site.proxy.clearRules()
  await account.connection.check()
  await refreshVersionNames(account.site)
  await refreshVersionNames(other.site)
  expect(await readVersionNames(other.site, { ref })).toEqual({ v1: 'On the train' })
  await account.site.client.request({ method: 'POST', path: '/users/logout' })
  expect(await refreshVersionNames(account.site)).toEqual({ outcome: 'signed-out' })
  expect(await readVersionNames(account.site, { ref })).toEqual({ v1: 'On the train' })
})

test('an answer that comes after a name was given and sent does not take it back', async () => {
  const ref = newRef()
  let second: Promise<unknown> = Promise.resolve()
  site.proxy.addRule({
    match: ({ method, path }) => method === 'GET' && path.includes('/payload-preferences'),
    times: 1,
    fault: {
      kind: 'late',
      meanwhile: async () => {
        await nameVersion(account.site, { ref, versionId: 'v1', name: 'Meanwhile' })
        second = refreshVersionNames(account.site)
        // Turns enough for a second refresh that did not wait for the first to send the name.
        for (let turn = 0; turn < 20; turn += 1) await web.ask('GET', '/payload-preferences')
      },
    },
  })
  await refreshVersionNames(account.site)
  await second
  expect(await readVersionNames(account.site, { ref })).toEqual({ v1: 'Meanwhile' })
})

test('what others may have put there is no name', async () => {
  const ref = newRef()
  const put = (version: string, value: Json) => web.ask('POST', keyOf(idIn(ref), version), { value })
  await put('v1', { name: '' })
  await put('v2', { name: 'x'.repeat(101) })
  await put('v3', ['no object'])
  await put('v4', { name: 'A name' })
  await refreshVersionNames(account.site)
  expect(await readVersionNames(account.site, { ref })).toEqual({ v4: 'A name' })
})
