import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Accounts } from '../../main/accounts/accounts.ts'
import { ownSessions } from '../../main/server/at-once/own-sessions.ts'
import { changeCredentials } from '../../main/server/session/change-credentials.ts'
import { makeRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import { readMailLink, type MailLink } from '../../renderer/sign-in/mail-link.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { waitFor as eventually } from '../support/wait.ts'
import { install, type Installation } from './main-starts.ts'
import { at, listAt, ok, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let dataDir: string
let installation: Installation
let accounts: Accounts

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-sign-in-'))
  cms = await startCms({ dataDir, script: path.join(import.meta.dirname, 'support/sign-in-site.ts') })
  installation = await install()
  accounts = (await installation.start()).accounts
})
afterEach(async () => {
  await installation.dispose()
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const ines = { email: 'ines@example.com', username: 'ines' }
const firstUser = () =>
  accounts.registerFirstUser({
    url: cms.url,
    collection: 'users',
    values: ines,
    password: 'first',
    keep: true,
  })
const logIn = (identifier: string, password: string) =>
  accounts.login({ url: cms.url, collection: 'users', identifier, password, keep: true, inPlace: false })

/** The link of the last e-mail that the site would have sent to an address. */
async function lastLink(to: string): Promise<MailLink | null> {
  const lines = (await readFile(path.join(dataDir, 'mails'), 'utf8')).trim().split('\n')
  const mails = lines.map((line) => JSON.parse(line) as { to: string; html: string })
  const html = mails.findLast((mail) => mail.to === to)?.html ?? ''
  return readMailLink(/href="([^"]+\/(?:reset|verify)\/[^"]+)"/.exec(html)?.[1] ?? '')
}

/** Whom a token stands for. */
const userOf = async (token: string) => at((await cms.request('GET', '/users/me', { token })).json, 'user')

test('S2.09 (create first user) a site without a user is told apart, and whoever makes the first one is signed in', async () => {
  const firstUserOf = { slug: 'users', adminUrl: `${cms.url}/admin/create-first-user` }
  expect(await accounts.probe(cms.url)).toMatchObject({ outcome: 'ok', firstUser: firstUserOf })
  const made = await firstUser()
  expect(made).toMatchObject({
    outcome: 'ok',
    account: { collection: 'users', server: { lastIdentifier: ines.email } },
  })
  expect(accounts.current()?.connection.state().status).toBe('online')
  expect(await accounts.probe(cms.url)).toMatchObject({ outcome: 'ok', firstUser: null })
  expect(await firstUser()).toMatchObject({ outcome: 'refused' })
  expect(await logIn('ines', 'first')).toMatchObject({ outcome: 'ok' })
})

test('S2.09 (create first user) what the site refuses of the first user is said at its field, and nobody is signed in', async () => {
  const values = { email: 'no address', username: 'ines' }
  expect(
    await accounts.registerFirstUser({
      url: cms.url,
      collection: 'users',
      values,
      password: 'first',
      keep: true,
    }),
  ).toMatchObject({ outcome: 'refused', fields: [{ path: 'email' }] })
  expect(accounts.current()).toBeNull()
})

test.each(['ines@example.com', 'ines'])(
  'S2.09 (forgot, reset) whoever forgot a password sets a new one with the code of the e-mail, asked for by %s',
  async (identifier) => {
    await firstUser()
    await accounts.logout()
    const asked = { url: cms.url, collection: 'users', identifier }
    expect(await accounts.forgotPassword(asked)).toEqual({ outcome: 'done' })
    const link = await lastLink(ines.email)
    const token = link?.kind === 'reset' ? link.token : ''
    const set = { url: cms.url, collection: 'users', token, password: 'second', keep: true }
    expect(await accounts.resetPassword({ ...set, token: 'wrong-code' })).toMatchObject({
      outcome: 'refused',
      message: 'Token is either invalid or has expired.',
    })
    expect(accounts.current()).toBeNull()
    expect(await accounts.resetPassword(set)).toMatchObject({ outcome: 'ok' })
    expect(accounts.current()?.connection.state().status).toBe('online')
    await accounts.logout()
    expect(await logIn('ines', 'first')).toMatchObject({ outcome: 'refused' })
    expect(await logIn('ines', 'second')).toMatchObject({ outcome: 'ok' })
    expect(await accounts.resetPassword({ ...set, password: 'third' })).toMatchObject({ outcome: 'refused' })
  },
)

test('S2.09 (forgot) nothing is said of whether somebody is known', async () => {
  await firstUser()
  const asked = { url: cms.url, collection: 'users', identifier: 'nobody@example.com' }
  expect(await accounts.forgotPassword(asked)).toEqual({ outcome: 'done' })
  expect(await accounts.forgotPassword({ ...asked, identifier: ' ' })).toMatchObject({ outcome: 'refused' })
})

test('S2.09 (verify) a new user signs in once the code of the e-mail was given', async () => {
  await firstUser()
  const { token } = await cms.login('ines', 'first')
  const otto = { email: 'otto@example.com', username: 'otto', password: 'otto-first' }
  ok(await cms.request('POST', '/users', { token, body: otto }))
  const refused = await logIn('otto', otto.password)
  expect(refused).toMatchObject({
    outcome: 'refused',
    message: 'Please verify your email before logging in.',
  })
  const link = await lastLink(otto.email)
  if (link?.kind !== 'verify') throw new Error('no link to verify an address')
  const step = { url: cms.url, collection: link.slug, token: link.token }
  expect(await accounts.verifyEmail({ ...step, token: 'wrong' })).toMatchObject({ outcome: 'refused' })
  expect(await accounts.verifyEmail(step)).toEqual({ outcome: 'done' })
  expect(await logIn('otto', otto.password)).toMatchObject({ outcome: 'ok' })
})

test('where somebody is signed in is listed, and each session is ended by itself', async () => {
  await firstUser()
  const site = accounts.current()?.site
  if (!site) throw new Error('nobody is signed in')
  const [phone, office] = [await cms.login('ines', 'first'), await cms.login('ines', 'first')]
  const listed = await ownSessions(site, [])
  const sessions = listed.outcome === 'listed' ? (listed.list ?? []) : []
  expect(sessions.map(({ isOwn }) => isOwn)).toEqual([true, false, false])
  const before = (await cms.request('GET', '/users?depth=0', phone)).json
  const ended = await ownSessions(site, [sessions[1]?.id ?? '', 'of nobody'])
  expect(ended).toEqual({ outcome: 'listed', list: [sessions[0], sessions[2]] })
  expect(await userOf(phone.token)).toBeNull()
  expect(await userOf(office.token)).toMatchObject({ username: 'ines' })
  // Ending one is no edit of the document.
  const after = (await cms.request('GET', '/users?depth=0', office)).json
  expect(at(after, 'docs', 0, 'updatedAt')).toBe(at(before, 'docs', 0, 'updatedAt'))
  expect(await site.checkConnection()).toMatchObject({ status: 'online' })
})

test('nobody ends a session of somebody else', async () => {
  await firstUser()
  const { token } = await cms.login('ines', 'first')
  const otto = { email: 'otto@example.com', username: 'otto', password: 'otto-first', _verified: true }
  ok(await cms.request('POST', '/users', { token, body: otto }))
  const other = await cms.login('otto', otto.password)
  const mine = await cms.request('GET', '/desktop/sessions', { token })
  const answer = await cms.request('POST', '/desktop/sessions', {
    token: other.token,
    body: { end: listAt(mine.json, 'sessions').map((session) => at(session, 'id')) },
  })
  expect(listAt(answer.json, 'sessions')).toHaveLength(1)
  expect(await userOf(token)).toMatchObject({ username: 'ines' })
  expect((await cms.request('POST', '/desktop/sessions', { body: { end: [] } })).status).toBe(401)
})

test('U36 the own password is changed by its owner, who stays signed in', async () => {
  await firstUser()
  const opened = accounts.current()
  if (!opened) throw new Error('nobody is signed in')
  const ref = makeRef('collection', 'users', opened.account.userId)
  const changed = await changeCredentials(opened.site, ref, { kind: 'password', password: 'second' })
  expect(changed).toEqual({ outcome: 'done' })
  expect(await opened.connection.check()).toMatchObject({ status: 'online' })
  expect(await logIn('ines', 'second')).toMatchObject({ outcome: 'ok' })
})

describe('a session that ends while nobody is there', () => {
  const HOUR = 3_600_000
  let proxy: FaultProxy
  beforeEach(async () => {
    await firstUser()
    await accounts.logout()
    proxy = await startFaultProxy(cms.url)
    await accounts.probe(proxy.url)
  })
  afterEach(() => proxy.close())

  const open = async (keep: boolean) => {
    const login = { collection: 'users', identifier: 'ines', password: 'first', inPlace: false }
    await accounts.login({ ...login, url: proxy.url, keep })
    const account = accounts.current()
    if (!account) throw new Error('nobody is signed in')
    return account
  }
  const renewals = () => proxy.seen.filter((seen) => seen.path.endsWith('/refresh-token')).length
  const asked = () => installation.events().filter(({ name }) => name === 'session.ending')

  test('is renewed by what the person does, and for nobody else', async () => {
    const account = await open(false)
    proxy.shiftClock(1.2 * HOUR)
    await account.connection.check()
    expect(renewals()).toBe(0)
    account.inactivity.personActs()
    await account.connection.check()
    expect(renewals()).toBe(1)
  })

  test('is renewed without anybody where the person asked to stay signed in on this computer', async () => {
    const account = await open(true)
    proxy.shiftClock(1.2 * HOUR)
    await account.connection.check()
    expect(renewals()).toBe(1)
  })

  test('its user is asked before it ends, and stays by doing something', async () => {
    const account = await open(false)
    proxy.shiftClock(2 * HOUR - 60_000)
    await account.connection.check()
    expect(asked().at(-1)?.payload).toEqual({ isNear: true })
    account.inactivity.personActs()
    await account.connection.check()
    expect(renewals()).toBe(1)
    expect(asked().at(-1)?.payload).toEqual({ isNear: false })
    expect(accounts.current()).toBe(account)
  })

  test('what nobody answers logs out, with what was not sent kept on this computer', async () => {
    const account = await open(false)
    const { store } = account.site
    const ref = await store.createDocument({ slug: 'notes', id: makeTempId(crypto.randomUUID()), data: {} })
    await store.putDraft({
      ref,
      changes: [{ kind: 'set', locale: null, path: 'title', from: null, to: 'Typed' }],
    })
    proxy.shiftClock(2 * HOUR - 60_000)
    await account.connection.check()
    // The site ends it.
    const { token } = await cms.login('ines', 'first')
    const all = (await cms.request('GET', '/desktop/sessions', { token })).json
    const end = listAt(all, 'sessions').map((session) => at(session, 'id'))
    await cms.request('POST', '/desktop/sessions', { token, body: { end } })
    await account.connection.check()
    await eventually(() => {
      expect(accounts.current()).toBeNull()
      expect(installation.notices()).toMatchObject([{ code: 'inactive', edits: 1 }])
    })
    const again = await open(false)
    expect((await again.site.store.getDocument(ref))?.draft?.changes).toMatchObject([{ to: 'Typed' }])
  })
})

test('a server that went away between two steps is told, and takes nothing with it', async () => {
  await firstUser()
  await cms.stop()
  const asked = { url: cms.url, collection: 'users', identifier: 'ines' }
  expect(await accounts.forgotPassword(asked)).toMatchObject({
    outcome: 'problem',
    problem: { code: 'unreachable' },
  })
  const set = { url: cms.url, collection: 'users', token: 'some-code', password: 'second', keep: true }
  expect(await accounts.resetPassword(set)).toMatchObject({
    outcome: 'problem',
    problem: { code: 'unreachable' },
  })
  expect(accounts.current()?.account.label).toBe(ines.email)
})
