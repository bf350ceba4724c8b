import { rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Accounts } from '../../main/accounts/accounts.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import type { CallInput } from '../../shared/ipc.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'
import { at, EDITOR, newDataDir, ok, startCms, type Cms } from './support/cms.ts'
import { editorLogin, install, type Installation } from './main-starts.ts'

/** Two real sites that take turns at one address. They were made of one template: secret and users are the same. */
let ours: string
let theirs: string
let installation: Installation
let cms: Cms
let accounts: Accounts

beforeAll(async () => {
  ;[ours, theirs] = await Promise.all([newDataDir(), newDataDir()])
  cms = await startCms({ dataDir: ours })
  installation = await install()
  ;({ accounts } = await installation.start())
})
afterAll(async () => {
  await installation.dispose()
  await cms.stop()
  await Promise.all([ours, theirs].map((one) => rm(one, { recursive: true, force: true })))
})

const signIn = (parts: Partial<CallInput<'session.login'>> = {}) =>
  accounts.login(editorLogin(cms.url, parts))

/** The other site begins where the one before was. */
async function answerBy(dataDir: string): Promise<void> {
  const { port } = cms
  await cms.stop()
  cms = await startCms({ dataDir, port })
}

function open() {
  const account = accounts.current()
  if (account === null) throw new Error('nobody is signed in')
  return account
}

const notesThere = async (): Promise<unknown> => {
  const { token } = await cms.login(EDITOR)
  return at(ok(await cms.request('GET', '/notes?limit=0', { token })).json, 'totalDocs')
}

async function leaveNote(): Promise<string> {
  const { store } = open().site
  const ref = await store.createDocument({ slug: 'notes', id: crypto.randomUUID(), data: {} })
  const changes = [{ kind: 'set' as const, locale: null, path: 'title', from: null, to: 'Ours' }]
  const { key } = await store.commitDraft({ ref, locale: null, changes, mode: 'save' })
  if (key === null) throw new Error('nothing was queued')
  return key
}

const list = { slug: 'posts', page: 1, limit: 10, sort: '-updatedAt', search: '', where: null, locale: 'en' }

test('U41 (main) of another CMS at the address nothing is shown and nothing is saved there; work goes on when ours is back', async () => {
  expect(await signIn()).toMatchObject({ outcome: 'ok' })
  expect(await refreshList(open().site, list, () => undefined)).toEqual({ outcome: 'updated' })
  const before = await open().site.store.list(list)
  const [session, schema] = [open().session(), open().schema()]
  const key = await leaveNote()

  await answerBy(theirs)
  const notes = await notesThere()
  // Before anybody has asked who is there.
  expect(await open().sender.send(key)).toMatchObject({ type: 'offline' })
  expect(await open().connection.check()).toMatchObject({
    status: 'offline',
    problem: { code: 'other-site' },
  })
  expect(await refreshList(open().site, list, () => undefined)).toEqual({ outcome: 'offline' })
  expect(await open().refreshSchema()).toEqual({ outcome: 'offline' })
  expect(await open().site.store.list(list)).toEqual(before)
  expect(open().session()).toBe(session)
  expect(open().schema()).toBe(schema)
  expect(await notesThere()).toBe(notes)
  // A password that is typed at the question who one is goes to nobody.
  expect(await signIn({ inPlace: true })).toEqual({
    outcome: 'problem',
    problem: { code: 'other-site', detail: '' },
  })

  await answerBy(ours)
  expect((await open().connection.check()).status).toBe('online')
  expect(await open().sender.send(key)).toMatchObject({ type: 'sent' })
})

test('U41 (main) who signs in to the other CMS begins anew there, and unsent work is kept aside', async () => {
  const own = await leaveNote()
  await answerBy(theirs)
  await open().connection.check()
  const notes = await notesThere()
  expect(await accounts.logout()).toEqual({ waiting: 1 })
  expect(await signIn()).toMatchObject({ outcome: 'ok' })
  expect(installation.notices()).toMatchObject([{ code: 'database-other-site', edits: 1 }])
  expect(open().connection.state().status).toBe('online')
  const entries = (await wholeOutbox(open().site.store.outboxPage)).flatMap((one) => one.entries)
  expect(entries.map(({ key }) => key)).not.toContain(own)
  expect(await notesThere()).toBe(notes)
  const files = (await accounts.localData()).flatMap((account) => account.files)
  expect(files.find(({ kind }) => kind === 'other-user')).toMatchObject({ edits: 1 })
})

/** The site begins again from a backup that was made before it had an id. */
async function restore(also = ''): Promise<void> {
  const { port, dataDir } = cms
  await cms.stop()
  const database = new DatabaseSync(path.join(dataDir, 'cms.sqlite'))
  database.exec(`DELETE FROM payload_kv WHERE key = 'galley-site'; ${also}`)
  database.close()
  cms = await startCms({ dataDir, port })
}

test('U41 (main) work goes on at a restored site once a person says that it is theirs, and for nobody else', async () => {
  const key = await leaveNote()
  await restore()
  const { connection, sender, acceptSite } = open()
  expect(await connection.check()).toMatchObject({ problem: { code: 'other-site' } })
  expect((await acceptSite()).status).toBe('online')
  expect(await sender.send(key)).toMatchObject({ type: 'sent' })

  const waiting = await leaveNote()
  await restore(`UPDATE users SET created_at = '2001-01-01T00:00:00.000Z'`)
  const notes = await notesThere()
  expect(await connection.check()).toMatchObject({ problem: { code: 'other-site' } })
  expect((await acceptSite()).status).toBe('signed-out')
  expect(await sender.send(waiting)).not.toMatchObject({ type: 'sent' })
  expect(await notesThere()).toBe(notes)
})
