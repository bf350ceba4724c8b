import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { holdPassword } from '../../main/server/session/change-credentials.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { makeTempId } from '../../shared/cms/doc-ref.ts'
import {
  commitOn,
  entryIn,
  openSignedIn,
  openTestSite,
  set,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { ADMIN } from './support/cms.ts'

let site: TestSite
let account: TestAccount

const PASSWORD = 'Night-train-to-Boden-9'

beforeAll(async () => {
  site = await openTestSite()
  account = await openSignedIn(site, ADMIN)
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})
afterEach(async () => {
  site.proxy.clearRules()
  await account.connection.check()
})

/** True if a text is in the database, its write-ahead log included. */
async function isKept(text: string): Promise<boolean> {
  const files = await Promise.all(
    ['', '-wal'].map((end) => readFile(`${account.file}${end}`).catch(() => Buffer.alloc(0))),
  )
  return files.some((file) => file.includes(text))
}

const begin = (): Promise<DocRef> =>
  account.site.store.createDocument({ slug: 'members', id: makeTempId(crypto.randomUUID()), data: {} })
const named = (username: string) => [set('username', null, username, null)]
const save = (ref: DocRef, username: string) => commitOn(account, ref, 'save', named(username), null)
const dropAll = () => site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })

test('a new user is created with the password, which is written nowhere on this computer and forgotten then', async () => {
  const ref = await begin()
  expect(await holdPassword(account.site, ref, PASSWORD)).toEqual({ outcome: 'held' })
  const key = await save(ref, 'boden')
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await site.cms.login('boden', PASSWORD, 'members')).user['username']).toBe('boden')
  expect(await isKept('boden')).toBe(true)
  expect(await isKept(PASSWORD)).toBe(false)
  expect(account.site.newPasswords.of(ref)).toBeNull()
})

test('without the server no password is held, and what was filled in stays', async () => {
  const ref = await begin()
  await account.site.store.putDraft({ ref, changes: named('offline') })
  dropAll()
  expect(await holdPassword(account.site, ref, PASSWORD)).toEqual({ outcome: 'offline' })
  expect(account.site.newPasswords.of(ref)).toBeNull()
  expect((await account.site.store.getDocument(ref))?.draft?.changes).toHaveLength(1)
})

test('a creation whose password is not here any more is not sent, says so, and goes with the next one', async () => {
  const ref = await begin()
  const key = await save(ref, 'kiruna')
  expect(await account.sender.send(key)).toMatchObject({
    type: 'parked',
    problem: { code: 'password-missing' },
  })
  const [, doc] = await Promise.all([
    entryIn(account, key),
    site.other.ask('GET', '/members?where[username][equals]=kiruna'),
  ])
  expect(doc).toMatchObject({ totalDocs: 0 })
  expect(await holdPassword(account.site, ref, PASSWORD)).toEqual({ outcome: 'held' })
  // A password alone sends nothing; Save does, with or without edits.
  expect(await entryIn(account, key)).toMatchObject({ state: 'parked' })
  expect(await account.site.store.outboxHeads({ after: 0, limit: 10 })).toEqual([])
  expect(await commitOn(account, ref, 'save', [], null)).toBe(key)
  expect(await entryIn(account, key)).toMatchObject({ state: 'waiting', problem: null })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await site.cms.login('kiruna', PASSWORD, 'members')).user['username']).toBe('kiruna')
})

test('what is edited while the password is missing takes the place of the creation, whatever is sent first', async () => {
  const ref = await begin()
  const key = await save(ref, 'gallivare')
  expect(await account.sender.send(key)).toMatchObject({ type: 'parked' })
  await holdPassword(account.site, ref, PASSWORD)
  // As the replayer does at any time.
  await Promise.all(
    (await account.site.store.outboxHeads({ after: 0, limit: 10 })).map((head) =>
      account.sender.send(head.key),
    ),
  )
  const again = await commitOn(account, ref, 'save', [set('username', 'gallivare', 'jokkmokk', null)], null)
  expect(await account.sender.send(again)).toMatchObject({ type: 'sent' })
  expect((await site.cms.login('jokkmokk', PASSWORD, 'members')).user['username']).toBe('jokkmokk')
  expect(await site.other.ask('GET', '/members?where[username][equals]=gallivare')).toMatchObject({
    totalDocs: 0,
  })
})

test('a password that the server refuses is mended by another one alone', async () => {
  const ref = await begin()
  await holdPassword(account.site, ref, 'ab')
  const key = await save(ref, 'abisko')
  expect(await account.sender.send(key)).toMatchObject({
    type: 'parked',
    problem: { code: 'validation', fields: [{ path: 'password' }] },
  })
  expect(await holdPassword(account.site, ref, PASSWORD)).toEqual({ outcome: 'held' })
  expect(await commitOn(account, ref, 'save', [], null)).toBe(key)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await site.cms.login('abisko', PASSWORD, 'members')).user['username']).toBe('abisko')
})

test('while nobody knows what became of the creation no other password is held, and without the one it left with it stays unknown', async () => {
  const ref = await begin()
  await holdPassword(account.site, ref, PASSWORD)
  const key = await save(ref, 'riksgransen')
  site.proxy.addRule({
    match: ({ method, path }) => method === 'POST' && path.startsWith('/api/members'),
    fault: { kind: 'drop-before' },
    times: 1,
  })
  await account.sender.send(key)
  await account.connection.check()
  expect(await entryIn(account, key)).toMatchObject({ state: 'unknown' })
  expect(await holdPassword(account.site, ref, 'Another-password-1')).toEqual({ outcome: 'busy' })
  expect(account.site.newPasswords.of(ref)).toBe(PASSWORD)
  // As after a restart of the program.
  account.site.newPasswords.drop(ref)
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await entryIn(account, key)).toMatchObject({ state: 'unknown', problem: null })
})

test('an answer that was lost is asked for again with the same password, and the user is there once', async () => {
  const ref = await begin()
  await holdPassword(account.site, ref, PASSWORD)
  const key = await save(ref, 'narvik')
  site.proxy.addRule({
    match: ({ method, path }) => method === 'POST' && path.startsWith('/api/members'),
    fault: { kind: 'drop-after' },
    times: 1,
  })
  await account.sender.send(key)
  await account.connection.check()
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect((await site.cms.login('narvik', PASSWORD, 'members')).user['username']).toBe('narvik')
  expect(await site.other.ask('GET', '/members?where[username][equals]=narvik')).toMatchObject({
    totalDocs: 1,
  })
})

test('one that the server refuses keeps its words at the field, and the password for the next try', async () => {
  const ref = await begin()
  await holdPassword(account.site, ref, PASSWORD)
  const key = await save(ref, 'boden')
  expect(await account.sender.send(key)).toMatchObject({
    type: 'parked',
    problem: { code: 'validation', fields: [{ path: 'username' }] },
  })
  const again = await commitOn(account, ref, 'save', [set('username', 'boden', 'boden-two', null)], null)
  expect(await account.sender.send(again)).toMatchObject({ type: 'sent' })
  expect((await site.cms.login('boden-two', PASSWORD, 'members')).user['username']).toBe('boden-two')
})

test('nothing is held for who is there already, or for what is no user', async () => {
  expect(
    await holdPassword(account.site, { kind: 'collection', slug: 'members', id: '1' }, PASSWORD),
  ).toEqual({ outcome: 'not-new' })
  const note = await account.site.store.createDocument({
    slug: 'notes',
    id: makeTempId(crypto.randomUUID()),
    data: {},
  })
  expect(await holdPassword(account.site, note, PASSWORD)).toEqual({ outcome: 'not-new' })
})
