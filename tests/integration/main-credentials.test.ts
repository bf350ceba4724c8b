import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { changeCredentials } from '../../main/server/session/change-credentials.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { dataField } from '../../shared/cms/fields.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { own } from '../../shared/json.ts'
import { idOf, openSignedIn, openTestSite, type TestAccount, type TestSite } from './main-site.ts'
import { ADMIN } from './support/cms.ts'

let site: TestSite
let account: TestAccount
let member: DocRef

const PASSWORD = 'Sleeper-to-Narvik-7'
const KEY = '2f6f5a3e-7a34-4f0f-9d55-0a5f6b8c1d2e'

beforeAll(async () => {
  site = await openTestSite()
  account = await openSignedIn(site, ADMIN)
  const [doc] = (await site.other.ask('GET', '/members?limit=1&depth=0')).docs
  if (doc === undefined) throw new Error('no member')
  member = makeRef('collection', 'members', idOf(doc))
  await refreshDocument(account.site, member)
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})
afterEach(() => site.proxy.clearRules())

const change = (wanted: Parameters<typeof changeCredentials>[2]) =>
  changeCredentials(account.site, member, wanted)

/** True if a text is in the database, its write-ahead log included. */
async function isKept(text: string): Promise<boolean> {
  const files = await Promise.all(
    ['', '-wal'].map((end) => readFile(`${account.file}${end}`).catch(() => Buffer.alloc(0))),
  )
  return files.some((file) => file.includes(text))
}

test('a new password lets its user in, is kept nowhere on this computer, and what is typed next stands on the new revision', async () => {
  const asked = { slugs: ['members'], globals: [], limit: 5 }
  const { newest } = await account.site.store.changedElsewhere({ ...asked, looks: null })
  expect(await change({ kind: 'password', password: PASSWORD })).toEqual({ outcome: 'done' })
  // No other user did it.
  const looks = newest === null ? null : { first: newest, last: newest }
  expect((await account.site.store.changedElsewhere({ ...asked, looks })).documents).toEqual([])
  expect((await site.cms.login('demo', PASSWORD, 'members')).user['username']).toBe('demo')
  expect(await isKept(PASSWORD)).toBe(false)
  const stored = await account.site.store.getDocument(member)
  const { updatedAt } = await site.other.ask(
    'GET',
    `/members/${member.kind === 'collection' ? member.id : ''}`,
  )
  expect(stored?.base.updatedAt).toBe(updatedAt)
  expect(stored?.draft).toBeNull()
  expect(stored?.entries).toEqual([])
})

test('a password that the server refuses is refused in its words', async () => {
  const result = await change({ kind: 'password', password: 'x' })
  expect(result).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/longer than/) })
})

test('an API key lets a program in until it is revoked, is kept nowhere, and is no field of the form', async () => {
  const asProgram = () =>
    site.cms.request('GET', '/members/me', { headers: { authorization: `members API-Key ${KEY}` } })
  expect(await change({ kind: 'apiKey', apiKey: KEY })).toEqual({ outcome: 'done' })
  expect((await asProgram()).json).toMatchObject({ user: { username: 'demo' } })
  expect(await isKept(KEY)).toBe(false)
  expect(await change({ kind: 'apiKey', apiKey: null })).toEqual({ outcome: 'done' })
  expect((await asProgram()).json).toMatchObject({ user: null })

  const members = account.schema()?.collections.find(({ slug }) => slug === 'members')
  expect(members?.credentials).toEqual({ password: true, apiKey: true, lock: true })
  for (const name of ['apiKey', 'enableAPIKey', 'hasAPIKey'])
    expect(dataField(members?.fields ?? [], name)).toMatchObject({ disabled: true })
})

test('an account that too many attempts have locked may sign in again', async () => {
  for (let attempt = 0; attempt < 6; attempt++)
    await site.cms.login('demo', 'wrong', 'members').catch(() => null)
  await expect(site.cms.login('demo', PASSWORD, 'members')).rejects.toThrow('login failed')
  expect(await change({ kind: 'unlock' })).toEqual({ outcome: 'done' })
  expect((await site.cms.login('demo', PASSWORD, 'members')).user['username']).toBe('demo')
})

test('without an answer nobody says that nothing was changed, and nothing waits to be', async () => {
  const unknown = { outcome: 'unknown', message: '' }
  const isChange = ({ path }: { path: string }) => path.startsWith('/api/members/')
  site.proxy.addRule({ match: isChange, fault: { kind: 'drop-before' } })
  expect(await change({ kind: 'password', password: 'Another-one-8' })).toEqual(unknown)
  await expect(site.cms.login('demo', 'Another-one-8', 'members')).rejects.toThrow('login failed')
  site.proxy.clearRules()
  site.proxy.addRule({ match: isChange, fault: { kind: 'drop-after' } })
  expect(await change({ kind: 'password', password: 'Another-one-9' })).toEqual(unknown)
  expect((await site.cms.login('demo', 'Another-one-9', 'members')).user['username']).toBe('demo')
  site.proxy.clearRules()
  expect(await account.site.store.outboxCounts()).toMatchObject({ waiting: 0 })
  expect(own((await account.site.store.getDocument(member))?.base.data ?? {}, 'password')).toBeUndefined()
})
