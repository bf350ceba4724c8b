import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountFile, createLocalData } from '../../main/accounts/local-data.ts'
import { createAccounts, type Accounts } from '../../main/accounts/accounts.ts'
import type { ServerAccess } from '../../main/accounts/accounts-options.ts'
import { silentLog } from '../../main/log.ts'
import { memoryTokenJar } from '../../main/server/session/token.ts'
import { createSettings, type SettingsStore } from '../../main/settings/settings.ts'
import { openFileFolder } from '../../main/files/file-folder.ts'
import { openStore } from '../../main/store/worker/store-client.ts'
import { StoreError } from '../../main/store/store-error.ts'
import { makeRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import type { CallInput, Notice } from '../../shared/ipc.ts'
import { serverId } from '../../main/server/address.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { markDamaged } from '../../main/store/durability/set-aside.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { transport } from './main-site.ts'
import { editorLogin } from './main-starts.ts'
import { ADMIN, at, DEMO_PASSWORD, EDITOR, ok, startCms, type Cms } from './support/cms.ts'
import { storeWorker } from '../support/store-worker.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'

let cms: Cms
let proxy: FaultProxy
let folder: string
let settingsFile: unknown
let settings: SettingsStore
let accounts: Accounts
let access: Map<string, ServerAccess>
let events: string[]
let notices: Notice[]
/** Called at the next change of the account. */
let changed: () => void
let damaged: () => void
let reloads: number

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
  reloads = 0
  changed = () => undefined
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
    openStore: async (account, onDamaged) => {
      damaged = onDamaged
      return adapt(
        await openStore({
          file: accountFile(folder, account),
          workerUrl: storeWorker,
          onEvent: (event) => event.name === 'app.notice' && notices.push(event.payload),
          onFatal: () => undefined,
          onDamaged,
        }),
      )
    },
    openFiles: (account) => openFileFolder(accountFile(folder, account)),
    localData: createLocalData({ userData: folder, workerUrl: storeWorker }),
    flush: () => Promise.resolve(true),
    reload: () => {
      reloads += 1
      changed()
    },
    language: () => 'en',
    sendEvent: (name) => {
      events.push(name)
      if (name === 'session.accountChanged') changed()
    },
    notify: (notice) => void notices.push(notice),
    openExternal: () => Promise.resolve(),
    onOpened: () => undefined,
    onLeft: () => undefined,
    log: silentLog,
  })
}

const signIn = (parts: Partial<CallInput<'session.login'>> = {}) =>
  accounts.login(editorLogin(proxy.url, parts))

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

const accountChange = (): Promise<void> => new Promise((resolve) => (changed = resolve))

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
    match: ({ path: where }) => where === '/api/desktop/session',
    fault: { kind: 'status', status: 403, body },
  })
  expect(await signIn()).toEqual({ outcome: 'refused', message, fields: [] })
  expect(accounts.current()).toBeNull()
  expect(settings.get().lastAccount).toBeNull()
  expect(proxy.seen.some(({ path: where }) => where === '/api/users/logout')).toBe(true)
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
    expect(proxy.seen.some(({ path: where }) => where === '/api/users/logout')).toBe(true)
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

test('M.03 (part) the next start opens the same account without network', async () => {
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
  const open = accounts.current()?.site.store
  expect(open && (await wholeOutbox(open.outboxPage))).toMatchObject([
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

describe('F15 a user id that was given again', () => {
  const predecessor = 'nora@example.com'
  const successor = 'paul@example.com'

  /** Somebody new on the server; the id. */
  async function makeUser(email: string): Promise<string> {
    const { token } = await cms.login(ADMIN)
    const body = { email, name: email, role: 'editor', password: DEMO_PASSWORD }
    const { json } = ok(await cms.request('POST', '/users', { token, body }))
    return String(at(json, 'doc', 'id'))
  }
  async function removeUser(id: string): Promise<void> {
    const { token } = await cms.login(ADMIN)
    ok(await cms.request('DELETE', `/users/${id}`, { token }))
  }
  const notesOnServer = async (): Promise<unknown> => {
    const { token } = await cms.login(ADMIN)
    return at((await cms.request('GET', '/notes?limit=0', { token })).json, 'totalDocs')
  }

  test('opens no work of the one before: it is set aside, said, and stays to be exported', async () => {
    const id = await makeUser(predecessor)
    await signIn({ identifier: predecessor })
    await leaveWork()
    await leaveDraft()
    await accounts.logout()
    await removeUser(id)
    const notes = await notesOnServer()
    expect(await makeUser(successor)).toBe(id)

    expect(await signIn({ identifier: successor })).toMatchObject({ outcome: 'ok' })
    expect(await accounts.current()?.site.store.outboxCounts()).toMatchObject({
      waiting: 0,
      onThisComputer: 0,
    })
    expect(notices).toMatchObject([{ code: 'database-other-user', name: predecessor, edits: 2 }])
    expect(await notesOnServer()).toBe(notes)
    // Not even the next start finds the copy of it.
    await accounts.close()
    begin()
    await accounts.restore()
    expect(await accounts.current()?.site.store.outboxCounts()).toMatchObject({
      waiting: 0,
      onThisComputer: 0,
    })

    const [local] = await accounts.localData()
    const aside = local?.files.find(({ kind }) => kind === 'other-user')
    expect(aside).toMatchObject({ edits: 2 })
    const text = await createLocalData({ userData: folder, workerUrl: storeWorker }).exportText({
      serverId: local?.serverId ?? '',
      account: local?.id ?? '',
      file: aside?.name ?? '',
    })
    expect(text).toContain('Unsent')
    expect(text).toContain('Typed')
    await accounts.logout()
    await removeUser(id)
  })

  test('is found by an answer about the session as well, and nothing is sent from then on', async () => {
    const id = await makeUser(predecessor)
    await signIn({ identifier: predecessor })
    await leaveWork()
    await removeUser(id)
    await makeUser(successor)
    const other = await cms.login(successor)
    // As where the session of the deleted user is not told from that of the new one.
    await accounts.current()?.tokens.set(other.token, true)
    const gone = accountChange()
    const before = accounts.current()
    expect((await before?.connection.check())?.status).toBe('signed-out')
    await gone
    expect(accounts.current()).toBeNull()
    expect(settings.get().lastAccount).toBeNull()
    expect(notices).toMatchObject([{ code: 'database-other-user', name: predecessor, edits: 1 }])
    await removeUser(id)
  })

  test('is somebody else also where one signs in again in place', async () => {
    const id = await makeUser(predecessor)
    await signIn({ identifier: predecessor })
    const before = accounts.current()
    await removeUser(id)
    await makeUser(successor)
    expect(await signIn({ identifier: successor, inPlace: true })).toMatchObject({ outcome: 'other-user' })
    expect(accounts.current()).toBe(before)
    await removeUser(id)
  })

  test('is not the same person with another e-mail address', async () => {
    await signIn()
    await leaveWork()
    const id = accounts.current()?.account.userId ?? ''
    const { token } = await cms.login(ADMIN)
    const rename = (email: string) => cms.request('PATCH', `/users/${id}`, { token, body: { email } })
    ok(await rename('renamed@example.com'))
    expect((await accounts.current()?.connection.check())?.status).toBe('online')
    await accounts.logout()
    await signIn({ identifier: 'renamed@example.com' })
    expect((await accounts.current()?.site.store.outboxCounts())?.waiting).toBe(1)
    expect(notices).toEqual([])
    ok(await rename(EDITOR))
  })
})

describe('F33 who may not enter the admin panel any more', () => {
  const refusal = JSON.stringify({ errors: [{ message: 'no', data: { code: 'NO_ADMIN_ACCESS' } }] })
  const answer = (start: string, status: number, body: string, times?: number): void => {
    const fault = { kind: 'status' as const, status, body }
    proxy.addRule({ match: (request) => request.path.startsWith(start), fault, ...(times && { times }) })
  }
  const check = () => accounts.current()?.connection.check()

  test('loses the documents by the second word of a live session, and keeps what is unsent', async () => {
    await signIn()
    await leaveWork()
    const posts = {
      slug: 'posts',
      page: 1,
      limit: 10,
      sort: '-updatedAt',
      search: '',
      where: null,
      locale: 'en',
    }
    const site = accounts.current()?.site
    if (!site) throw new Error('nobody is signed in')
    await refreshList(site, posts, () => undefined)
    expect((await site.store.list(posts)).rows.length).toBeGreaterThan(0)
    answer('/api/desktop/session', 403, refusal)
    answer('/api/access', 200, JSON.stringify({ canAccessAdmin: false }))
    await check()
    expect(accounts.current()).not.toBeNull()
    const gone = accountChange()
    await check()
    await gone
    expect(accounts.current()).toBeNull()
    expect(notices).toMatchObject([
      { code: 'access-removed', server: 'Nordlys Travel', edits: 1, unreadable: 0 },
    ])
    proxy.clearRules()
    const files = (await accounts.localData()).flatMap((one) => one.files)
    expect(files).toMatchObject([
      { kind: 'documents', edits: 1 },
      { kind: 'copy', edits: 1 },
    ])
    for (const { name } of files) {
      const content = await readFile(path.join(folder, 'accounts', serverId(proxy.url), name))
      expect(content.includes('Porto before the ferries')).toBe(false)
    }
    await signIn()
    expect((await accounts.current()?.site.store.outboxCounts())?.waiting).toBe(1)
  })

  test.each<[string, () => void]>([
    ['a refusal alone', () => answer('/api/desktop/session', 403, refusal)],
    ['nobody signed in', () => answer('/api/desktop/session', 200, '{"user":null}')],
    [
      'an expired session, of which /access says the same',
      () => {
        answer('/api/desktop/session', 401, refusal)
        answer('/api/access', 200, '{"canAccessAdmin":false}')
      },
    ],
    [
      'a refusal and an access of nobody',
      () => {
        answer('/api/desktop/session', 403, refusal)
        answer('/api/access', 200, '{"canAccessAdmin":false}')
        answer('/api/users/me', 200, '{"user":null}')
      },
    ],
    [
      'one word that is taken back',
      () => {
        answer('/api/desktop/session', 403, refusal, 3)
        answer('/api/access', 200, '{"canAccessAdmin":false}', 1)
      },
    ],
  ])('loses nothing by %s', async (_name, arrange) => {
    await signIn()
    arrange()
    for (let index = 0; index < 4; index++) await check()
    expect(accounts.current()).not.toBeNull()
    expect(notices).toEqual([])
  })
})

describe('F33 what is on this computer', () => {
  test('is listed with its unsent edits, signed in or not, and goes when it is removed', async () => {
    await signIn()
    await leaveWork()
    await leaveDraft()
    const before = await accounts.localData()
    expect(before).toMatchObject([{ serverId: serverId(proxy.url), isOpen: true, files: [{ edits: 2 }] }])
    expect(before[0]?.label).toBe('Jonas Lindqvist')
    await accounts.logout()
    expect(await accounts.localData()).toMatchObject([
      {
        isOpen: false,
        files: [
          { kind: 'documents', edits: 2 },
          { kind: 'copy', edits: 2 },
        ],
      },
    ])
    expect(settings.get().servers).toMatchObject([{ waiting: 2 }])
    await accounts.removeLocalData({
      serverId: serverId(proxy.url),
      account: before[0]?.id ?? '',
      file: null,
    })
    expect(await accounts.localData()).toEqual([])
    expect(await readdir(path.join(folder, 'accounts'))).toEqual([])
    await signIn()
    expect(await accounts.current()?.site.store.outboxCounts()).toMatchObject({
      waiting: 0,
      onThisComputer: 0,
    })
  })

  test('of the open account is taken back from others, who were told that it has not arrived', async () => {
    await signIn()
    const site = accounts.current()?.site
    if (!site) throw new Error('nobody is signed in')
    const header = makeRef('global', 'header', '')
    await refreshDocument(site, header)
    await site.store.putDraft({
      ref: header,
      changes: [{ kind: 'set', locale: 'en', path: 'tagline', from: null, to: 'Unsent' }],
    })
    await accounts.current()?.unsent.now()
    const told = () =>
      proxy.seen.filter(({ method, path: address }) => method === 'POST' && address.includes('/unsent'))
    expect(JSON.parse(told().at(-1)?.body ?? '')).toMatchObject({ documents: [{ global: 'header' }] })
    const open = (await accounts.localData()).find(({ isOpen }) => isOpen)
    await accounts.removeLocalData({ serverId: open?.serverId ?? '', account: open?.id ?? '', file: null })
    expect(JSON.parse(told().at(-1)?.body ?? '')).toMatchObject({ documents: [] })
    expect(accounts.current()).toBeNull()
  })

  test('of the open account signs out first, and the others’ stays', async () => {
    await signIn({ identifier: ADMIN })
    await signIn()
    const open = (await accounts.localData()).find(({ isOpen }) => isOpen)
    await accounts.removeLocalData({ serverId: open?.serverId ?? '', account: open?.id ?? '', file: null })
    expect(accounts.current()).toBeNull()
    expect(settings.get().lastAccount).toBeNull()
    expect(events.at(-1)).toBe('session.accountChanged')
    expect(await accounts.localData()).toMatchObject([{ label: 'Ines Carvalho' }])
  })

  test('is named by what is there: nothing outside is removed', async () => {
    await signIn()
    const [open] = await accounts.localData()
    const target = { serverId: open?.serverId ?? '', account: open?.id ?? '' }
    await accounts.removeLocalData({ ...target, file: '../../settings.json' })
    await accounts.removeLocalData({ ...target, serverId: '..', file: null })
    expect(await accounts.localData()).toMatchObject([{ isOpen: true }])
  })

  test('goes with the server that is taken off the list, with its session', async () => {
    await signIn()
    await accounts.close()
    begin()
    const jar = access.get(serverId(proxy.url))?.tokens
    expect(await jar?.get()).not.toBeNull()
    expect(await accounts.removeServer(serverId(proxy.url))).toEqual([])
    expect(await accounts.localData()).toEqual([])
    expect(await jar?.get()).toBeNull()
    expect(settings.get().lastAccount).toBeNull()
  })
})

test('F16 a database that is found damaged while it is open is mended: its unsent edits are in a new one', async () => {
  await signIn()
  await leaveWork()
  const file = accountFile(folder, {
    serverId: serverId(proxy.url),
    collection: 'users',
    userId: accounts.current()?.account.userId ?? '',
  })
  markDamaged(file)
  const mended = accountChange()
  damaged()
  await mended
  expect(reloads).toBe(1)
  expect(notices).toMatchObject([{ code: 'database-set-aside', edits: 1, complete: true }])
  expect((await accounts.current()?.site.store.outboxCounts())?.waiting).toBe(1)
})

test('SY15 (part) a database that a newer Galley made is said at the start and at the log-in, which leaves no session', async () => {
  await signIn()
  await leaveWork()
  const { userId = '' } = accounts.current()?.account ?? {}
  await accounts.close()
  const file = accountFile(folder, { serverId: serverId(proxy.url), collection: 'users', userId })
  const db = new Database(file)
  const version = Number(db.pragma('user_version', { simple: true }))
  db.pragma(`user_version = ${version + 1}`)
  db.close()
  const before = await readFile(file)

  begin()
  await accounts.restore()
  expect(notices).toEqual([{ code: 'database-newer' }])
  expect(accounts.current()).toBeNull()
  expect(await signIn()).toEqual({ outcome: 'problem', problem: { code: 'newer-database', detail: '' } })
  expect(proxy.seen.some(({ path: where }) => where === '/api/users/logout')).toBe(true)
  expect(await access.get(serverId(proxy.url))?.tokens.get()).toBeNull()
  expect(accounts.current()).toBeNull()
  expect((await readFile(file)).equals(before)).toBe(true)
})
