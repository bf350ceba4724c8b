import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountFile } from '../../main/accounts/account-file.ts'
import { createAccounts, type Accounts, type ServerAccess } from '../../main/accounts/accounts.ts'
import { silentLog } from '../../main/log.ts'
import { memoryTokenJar } from '../../main/server/token.ts'
import { createSettings, type SettingsStore } from '../../main/settings/settings.ts'
import { openStore } from '../../main/store/store-client.ts'
import { StoreError } from '../../main/store/store-error.ts'
import type { CallInput } from '../../shared/ipc.ts'
import { makeTempId } from '../../shared/sync/temp-id.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { transport } from './main-site.ts'
import { ADMIN, DEMO_PASSWORD, EDITOR, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let proxy: FaultProxy
let folder: string
let settingsFile: unknown
let settings: SettingsStore
let accounts: Accounts
let access: Map<string, ServerAccess>
let events: string[]
let notices: string[]

beforeAll(async () => {
  cms = await startCms()
  proxy = await startFaultProxy(cms.url)
})
afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})
beforeEach(async () => {
  proxy.clearRules()
  proxy.seen.length = 0
  folder = await mkdtemp(path.join(tmpdir(), 'galley-accounts-'))
  settingsFile = null
  access = new Map()
  begin()
})
afterEach(async () => {
  await accounts.close()
  await rm(folder, { recursive: true, force: true })
})

type Store = Awaited<ReturnType<typeof openStore>>

/** A start of the program on what is kept in the folder, the settings and the cookie jars. */
function begin(adapt = (store: Store) => store): void {
  events = []
  notices = []
  settings = createSettings(
    { read: () => settingsFile, write: (next) => void (settingsFile = structuredClone(next)) },
    silentLog,
  )
  accounts = createAccounts({
    settings,
    accessFor: ({ id }) => {
      const known = access.get(id) ?? { transport, tokens: memoryTokenJar() }
      access.set(id, known)
      return known
    },
    openStore: async (account) =>
      adapt(
        await openStore({
          file: accountFile(folder, account),
          workerUrl: new URL('../../main/store/worker.ts', import.meta.url),
          onEvent: () => undefined,
          onFatal: () => undefined,
        }),
      ),
    language: () => 'en',
    sendEvent: (name) => void events.push(name),
    notify: (notice) => void notices.push(notice.code),
    onOpened: () => undefined,
    log: silentLog,
  })
}

const signIn = (parts: Partial<CallInput<'session.login'>> = {}) =>
  accounts.login({
    url: proxy.url,
    collection: 'users',
    identifier: EDITOR,
    password: DEMO_PASSWORD,
    keep: true,
    inPlace: false,
    ...parts,
  })

/** Something that waits to be sent. */
async function leaveWork(): Promise<void> {
  const store = accounts.current()?.site.store
  const ref = await store?.createDocument({ slug: 'notes', id: crypto.randomUUID(), data: {} })
  if (!store || !ref) throw new Error('nobody is signed in')
  const changes = [{ kind: 'set' as const, locale: null, path: 'title', from: null, to: 'Unsent' }]
  await store.commitDraft({ ref, locale: null, changes, mode: 'save' })
}

/** Something that was typed into a new post and not handed over yet. */
async function leaveDraft(): Promise<void> {
  const store = accounts.current()?.site.store
  const ref = await store?.createDocument({ slug: 'posts', id: makeTempId(crypto.randomUUID()), data: {} })
  if (!store || !ref) throw new Error('nobody is signed in')
  await store.putDraft({
    ref,
    changes: [{ kind: 'set', locale: 'en', path: 'title', from: null, to: 'Typed' }],
  })
}

test('signing in opens the user’s database with schema and permissions, and says so', async () => {
  expect(await signIn()).toMatchObject({
    outcome: 'ok',
    account: { collection: 'users', server: { url: proxy.url } },
  })
  expect(accounts.current()?.schema()).not.toBeNull()
  expect(accounts.current()?.session()?.visible.collections).toContain('posts')
  expect(accounts.current()?.connection.state().status).toBe('online')
  expect(events).toContain('session.accountChanged')
  expect(settings.get().servers).toMatchObject([
    { url: proxy.url, name: 'Nordlys Travel', lastIdentifier: EDITOR },
  ])
})

test('who may not use the admin panel is told so in the server’s words and gets no database', async () => {
  const message = 'Unauthorized, this user does not have access to the admin panel.'
  const body = JSON.stringify({ errors: [{ message, data: { code: 'NO_ADMIN_ACCESS' } }] })
  proxy.addRule({
    match: ({ path: at }) => at === '/api/desktop/session',
    fault: { kind: 'status', status: 403, body },
  })
  expect(await signIn()).toEqual({ outcome: 'refused', message, fields: [] })
  expect(accounts.current()).toBeNull()
  expect(settings.get().lastAccount).toBeNull()
  expect(proxy.seen.some(({ path: at }) => at === '/api/users/logout')).toBe(true)
})

describe('SY2 signing in again in place', () => {
  test('as the same user keeps everything open', async () => {
    await signIn()
    const before = accounts.current()
    expect(await signIn({ inPlace: true })).toMatchObject({ outcome: 'ok' })
    expect(accounts.current()).toBe(before)
    expect(events.filter((name) => name === 'session.accountChanged')).toHaveLength(1)
  })

  test('after the session ended brings the connection back', async () => {
    await signIn()
    const current = accounts.current()
    await current?.site.client.request({ method: 'POST', path: '/users/logout' })
    expect((await current?.connection.check())?.status).toBe('signed-out')
    await signIn({ inPlace: true })
    expect(current?.connection.state().status).toBe('online')
  })

  test('as somebody else changes nothing and leaves no session on the server', async () => {
    await signIn()
    const before = accounts.current()
    const token = await before?.tokens.get()
    expect(await signIn({ inPlace: true, identifier: ADMIN })).toMatchObject({ outcome: 'other-user' })
    expect(accounts.current()).toBe(before)
    expect(await before?.tokens.get()).toBe(token)
    expect((await before?.connection.check())?.status).toBe('online')
    expect(proxy.seen.some(({ path: at }) => at === '/api/users/logout')).toBe(true)
  })
})

test('SY2 another user has another database; the first one finds their work again', async () => {
  await signIn()
  await leaveWork()
  await signIn({ identifier: ADMIN })
  expect((await accounts.current()?.site.store.outboxCounts())?.waiting).toBe(0)
  await signIn()
  expect((await accounts.current()?.site.store.outboxCounts())?.waiting).toBe(1)
})

test('SY2 signing out keeps unsent work, says how much, and forgets the token', async () => {
  await signIn()
  await leaveWork()
  const jar = accounts.current()?.tokens
  const token = await jar?.get()
  expect(await accounts.logout()).toEqual({ waiting: 1 })
  expect(await jar?.get()).toBeNull()
  expect(accounts.current()).toBeNull()
  expect(settings.get()).toMatchObject({
    lastAccount: null,
    servers: [{ waiting: 1, lastIdentifier: EDITOR }],
  })
  const answer = await cms.request('GET', '/desktop/session', { token: token ?? '' })
  expect(answer.status).toBe(401)
})

test('SY2 signing out works without network too', async () => {
  await signIn()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  expect(await accounts.logout()).toEqual({ waiting: 0 })
  expect(accounts.current()).toBeNull()
})

test('M.03 the next start opens the same account without network', async () => {
  await signIn()
  await leaveWork()
  await accounts.close()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  begin()
  await accounts.restore()
  expect(accounts.current()?.account).toMatchObject({
    collection: 'users',
    server: { name: 'Nordlys Travel' },
  })
  expect(accounts.current()?.schema()).not.toBeNull()
  expect((await accounts.current()?.site.store.outboxCounts())?.waiting).toBe(1)
})

test('SY1 what autosave had no time to queue is queued at the next start', async () => {
  await signIn()
  await leaveDraft()
  await accounts.close()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  begin()
  await accounts.restore()
  expect(await accounts.current()?.site.store.outboxList()).toMatchObject([
    { entries: [{ create: true, mode: 'autosave', state: 'waiting' }] },
  ])
})

test('SY1 a disk that is full at the start keeps nobody from reading, and loses no draft', async () => {
  await signIn()
  await leaveDraft()
  await accounts.close()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  const full = new StoreError('disk-full', 'no space left')
  begin((store) => ({ ...store, commitLeftDrafts: () => Promise.reject(full) }))
  await accounts.restore()
  expect(notices).toEqual([])
  expect(await accounts.current()?.site.store.outboxCounts()).toMatchObject({ waiting: 0, onThisComputer: 1 })
})

test('a session that was not to be kept is not opened at the next start', async () => {
  await signIn({ keep: false })
  await accounts.close()
  begin()
  await accounts.restore()
  expect(accounts.current()).toBeNull()
})

test('SY2 no file holds a token or a password', async () => {
  await signIn()
  const token = await accounts.current()?.tokens.get()
  await accounts.close()
  expect(JSON.stringify(settingsFile)).not.toContain(DEMO_PASSWORD)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(path.join(entry.parentPath, entry.name))
    expect([entry.name, content.includes(token ?? 'none')]).toEqual([entry.name, false])
    expect([entry.name, content.includes(DEMO_PASSWORD)]).toEqual([entry.name, false])
  }
  expect(notices).toEqual([])
})
