import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountFile, createLocalData } from '../../../main/accounts/local-data.ts'
import { createAccounts, type Accounts } from '../../../main/accounts/accounts.ts'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import { accountOf } from '../../../main/store/durability/account-folder.ts'
import { silentLog } from '../../../main/log.ts'
import type { HttpTransport } from '../../../main/server/http/http-transport.ts'
import { memoryTokenJar, type TokenJar } from '../../../main/server/session/token.ts'
import { createSettings, type SettingsStore } from '../../../main/settings/settings.ts'
import { openStore } from '../../../main/store/worker/store-client.ts'
import { StoreError } from '../../../main/store/store-error.ts'
import type { Notice, ServerInfo } from '../../../shared/ipc.ts'
import { makeTempId } from '../../../shared/cms/doc-ref.ts'
import { storeWorker } from '../../support/store-worker.ts'
import { waitFor } from '../../support/wait.ts'

const server: ServerInfo = {
  id: 'nordlys',
  url: 'https://cms.example',
  name: 'Nordlys Travel',
  waiting: null,
  lastIdentifier: null,
}
const key = { serverId: server.id, collection: 'users', userId: '1' }

let folder: string
let settings: SettingsStore
let accounts: Accounts
let tokens: TokenJar
let notices: Notice[]
let events: [string, unknown][]
let reloads: number
let left: number
/** The page's answer to the request to write its drafts. */
let flush: () => Promise<boolean>
let opening: () => void
let damaged: () => void
let answers: Record<string, [number, unknown]>

const transport: HttpTransport = (url) => {
  const [status, body] = answers[new URL(url).pathname] ?? [404, { errors: [] }]
  const response = new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json' },
    status,
  })
  return Promise.resolve(response)
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'galley-accounts-'))
  notices = []
  events = []
  answers = {}
  reloads = 0
  left = 0
  flush = () => Promise.resolve(true)
  opening = () => undefined
  tokens = memoryTokenJar()
  await tokens.set('a-token', true)
  settings = createSettings({ read: () => null, write: () => undefined }, silentLog)
  settings.putServer(server)
  settings.update({ lastAccount: { ...key, label: 'Ada' } })
  accounts = createAccounts({
    settings,
    accessFor: () => ({ transport, tokens }),
    openStore: (account, onDamaged) => {
      damaged = onDamaged
      opening()
      const file = accountFile(folder, account)
      return openStore({
        file,
        workerUrl: storeWorker,
        onEvent: () => undefined,
        onFatal: () => undefined,
        onDamaged,
      })
    },
    openFiles: (account) => openFileFolder(accountFile(folder, account)),
    localData: createLocalData({ userData: folder, workerUrl: storeWorker }),
    flush: () => flush(),
    reload: () => void (reloads += 1),
    language: () => 'en',
    sendEvent: (name, payload) => void events.push([name, payload]),
    notify: (notice) => void notices.push(notice),
    openExternal: () => Promise.resolve(),
    onOpened: () => undefined,
    onLeft: () => void (left += 1),
    log: silentLog,
  })
})
afterEach(async () => {
  await accounts.close()
  rmSync(folder, { recursive: true })
})

/** Puts a draft into the open account, like a page. */
async function type(text: string): Promise<boolean> {
  const store = accounts.current()?.site.store
  if (!store) return false
  const ref = await store.createDocument({ slug: 'posts', id: makeTempId(crypto.randomUUID()), data: {} })
  await store.putDraft({ ref, changes: [{ kind: 'set', locale: 'en', path: 'title', from: null, to: text }] })
  return true
}

const drafts = async () => (await accounts.current()?.site.store.outboxCounts())?.onThisComputer

test('F16 what is typed while a damaged database is mended is written into the new one', async () => {
  await accounts.restore()
  let typed = ['before']
  flush = async () => {
    for (const text of typed) if (!(await type(text))) return false
    typed = []
    return true
  }
  opening = () => void (typed = ['meanwhile'])
  damaged()
  await waitFor(() => expect(reloads).toBe(1))
  expect(typed).toEqual([])
  expect(await drafts()).toBe(2)
})

test('F16 the page stays where what was typed meanwhile cannot be written', async () => {
  await accounts.restore()
  opening = () => void (flush = () => Promise.resolve(false))
  damaged()
  await waitFor(() => expect(notices).toMatchObject([{ code: 'database-failed' }]))
  expect(reloads).toBe(0)
  expect(accounts.current()).not.toBeNull()
})

test('F16 a database that cannot be opened again is told, and nobody is signed in', async () => {
  await accounts.restore()
  opening = () => {
    throw new StoreError('disk-full', 'No room')
  }
  damaged()
  await waitFor(() => expect(events).toContainEqual(['session.accountChanged', null]))
  expect(notices).toMatchObject([{ code: 'disk-full' }])
  expect(accounts.current()).toBeNull()
  expect(reloads).toBe(0)
})

test('F15 access removed while something cannot be written ends the session, and keeps page and database', async () => {
  await accounts.restore()
  const opened = accounts.current()
  await type('here')
  flush = () => Promise.resolve(false)
  answers = {
    '/api/desktop/session': [403, { errors: [{ message: 'No' }] }],
    '/api/access': [200, { canAccessAdmin: false }],
    '/api/users/me': [200, { user: { id: 1, collection: 'users' } }],
  }
  for (let index = 0; index < 3; index++) await opened?.connection.check()
  await waitFor(() => expect(notices).toMatchObject([{ code: 'database-failed' }]))
  expect(await tokens.get()).toBeNull()
  expect(settings.get().lastAccount).toBeNull()
  expect(accounts.current()).toBe(opened)
  expect(opened?.connection.state().status).toBe('signed-out')
  expect(events.map(([name]) => name)).not.toContain('session.accountChanged')
  expect(await type('after')).toBe(true)
  expect(await drafts()).toBe(2)
  // Other requests as this person are refused, and get no token even if there is a new one.
  expect(left).toBe(1)
  await tokens.set('a-token', true)
  expect(await opened?.ownToken()).toBeNull()
})

test('F33 removing the data of an account that could not be opened ends its session too', async () => {
  await accounts.restore()
  await accounts.close()
  const account = accountOf(path.basename(accountFile(folder, key)))
  await accounts.removeLocalData({ serverId: 'other', account: null, file: null })
  expect(await tokens.get()).toBe('a-token')
  await accounts.removeLocalData({ serverId: server.id, account, file: null })
  expect(await tokens.get()).toBeNull()
  expect(settings.get().lastAccount).toBeNull()
  expect(existsSync(accountFile(folder, key))).toBe(false)
})

test('SY2 (part) the token of an account is its user’s alone, and what shows it is told when the account closes', async () => {
  await accounts.restore()
  const opened = accounts.current()
  expect(await opened?.ownToken()).toBe('a-token')
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  await tokens.set(`${part({})}.${part({ id: 'somebody-else', collection: key.collection })}.x`, true)
  expect(await opened?.ownToken()).toBeNull()
  await tokens.set('a-token', true)
  expect(left).toBe(0)
  await accounts.logout()
  expect(left).toBe(1)
})
