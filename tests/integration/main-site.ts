import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SendEvent } from '../../main/ipc/events.ts'
import { openAccount, type OpenAccount } from '../../main/accounts/open-account.ts'
import { openFileFolder } from '../../main/files/file-folder.ts'
import { silentLog } from '../../main/log.ts'
import { serverId } from '../../main/server/address.ts'
import { createApiClient, type ApiClient } from '../../main/server/http/api-client.ts'
import type { HttpTransport } from '../../main/server/http/http-transport.ts'
import { login } from '../../main/server/session/login.ts'
import { memoryTokenJar } from '../../main/server/session/token.ts'
import { openStore } from '../../main/store/worker/store-client.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import type { OutboxEntry, CommitMode } from '../../shared/sync/entry.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { ADMIN, DEMO_PASSWORD, EDITOR, startCms, type Cms } from './support/cms.ts'
import type { Json } from '../../shared/json.ts'
import { storeWorker } from '../support/store-worker.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'

/** Node's fetch instead of Electron's network stack; everything above is the program's own code. */
export const transport: HttpTransport = (url, init) => fetch(url, init)

export function clientOf(url: string, token: string | null = null, api = '/api'): ApiClient {
  return createApiClient({
    baseUrl: url,
    api,
    transport,
    token: () => token,
    language: () => 'en',
    log: silentLog,
  })
}

/** Starts a server on loopback that is no CMS. */
export async function listenOn(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

export async function serveAnswers(
  listener: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener)
  const { port, close } = await listenOn(server)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      return close()
    },
  }
}

export async function signIn(url: string, identifier: string): Promise<{ token: string; userId: string }> {
  const answer = await login(clientOf(url), {
    collection: 'users',
    identifier,
    password: DEMO_PASSWORD,
    cookiePrefix: 'payload',
  })
  if (answer.outcome !== 'ok') throw new Error(`cannot sign in: ${JSON.stringify(answer)}`)
  return answer
}

export type TestAccount = OpenAccount & {
  events: { name: string; payload: unknown }[]
  /** Path of the database, to reopen it. */
  file: string
  dispose: () => Promise<void>
}

/** Opens a user's real account: real store, real client, against `url` (the CMS or a proxy). */
export async function openTestAccount(options: {
  url: string
  token: string | null
  userId: string
  file?: string
  /** Tells if the computer runs on battery; by default false. */
  isOnBattery?: () => boolean
  /** Language; by default English. */
  language?: () => string
  /** Called on each event. */
  onEvent?: (name: string) => void
  /** A config that this computer has stored before. */
  config?: Json
}): Promise<TestAccount> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-main-'))
  const file = options.file ?? path.join(folder, 'account.sqlite')
  const events: TestAccount['events'] = []
  const sendEvent: SendEvent = (name, payload) => {
    events.push({ name, payload })
    options.onEvent?.(name)
  }
  const store = await openStore({
    file,
    workerUrl: storeWorker,
    onEvent: (event) => void events.push(event),
    onFatal: (error) => {
      throw error
    },
  })
  if (options.config !== undefined) {
    await store.putResource({ key: 'config', value: options.config, etag: null })
  }
  const tokens = memoryTokenJar()
  if (options.token !== null) await tokens.set(options.token, true)
  const server = {
    id: serverId(options.url),
    url: options.url,
    name: 'Test',
    waiting: null,
    lastIdentifier: null,
  }
  const account = await openAccount({
    account: { server, collection: 'users', userId: options.userId, label: 'Test' },
    store,
    files: openFileFolder(file),
    transport,
    tokens,
    language: options.language ?? (() => 'en'),
    sendEvent,
    log: silentLog,
    ...(options.isOnBattery && { isOnBattery: options.isOnBattery }),
  })
  return {
    ...account,
    events,
    file,
    dispose: async () => {
      await account.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A user at the server with only the HTTP client of the tested code: no store, no sender. */
export function otherEditor(url: string, token: string) {
  const client = clientOf(url, token)
  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    at: string,
    body?: { [key: string]: Json },
  ) => {
    const answer = await client.request({ method, path: at, ...(body ? { body } : {}) })
    if (answer.kind !== 'http' || answer.status >= 300)
      throw new Error(`${method} ${at}: ${JSON.stringify(answer)}`)
    return answer.json as { [key: string]: Json } & {
      doc: { [key: string]: Json }
      docs: { [key: string]: Json }[]
    }
  }
  return { ask }
}

/** The demo CMS behind a proxy, and an administrator who bypasses it. */
export type TestSite = {
  cms: Cms
  proxy: FaultProxy
  other: ReturnType<typeof otherEditor>
  /** Id of an author for posts. */
  author: Json
  dispose: () => Promise<void>
}

export async function openTestSite(): Promise<TestSite> {
  const site = await behindProxy(await startCms(), ADMIN)
  const author = (await site.other.ask('GET', '/authors?limit=1&depth=0')).docs[0]?.['id'] ?? null
  return { ...site, author }
}

/** Starts the site of a script in `support` behind a proxy, with an editor who bypasses it. */
export async function openSiteOf(script: string): Promise<Omit<TestSite, 'author'>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-site-'))
  const cms = await startCms({ dataDir, script: path.join(import.meta.dirname, 'support', script) })
  const site = await behindProxy(cms, EDITOR)
  return {
    ...site,
    dispose: async () => {
      await site.dispose()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function behindProxy(cms: Cms, identifier: string): Promise<Omit<TestSite, 'author'>> {
  const proxy = await startFaultProxy(cms.url)
  const other = otherEditor(cms.url, (await signIn(cms.url, identifier)).token)
  return {
    cms,
    proxy,
    other,
    dispose: async () => {
      await proxy.close()
      await cms.dispose()
    },
  }
}

/** Opens a user's account at the proxy, signed in, with the site's schema. */
export async function openSignedIn(
  { cms, proxy }: Pick<TestSite, 'cms' | 'proxy'>,
  identifier = EDITOR,
  more: Pick<Parameters<typeof openTestAccount>[0], 'isOnBattery' | 'language' | 'onEvent'> = {},
): Promise<TestAccount> {
  const account = await openTestAccount({ url: proxy.url, ...(await signIn(cms.url, identifier)), ...more })
  await account.connection.check()
  await account.refreshSchema()
  return account
}

/** Returns the id of an answer's document as a string. */
export function idOf(doc: { [key: string]: Json }): string {
  const { id } = doc
  if (typeof id !== 'string' && typeof id !== 'number') throw new Error('no id')
  return String(id)
}

export const post = (id: string): DocRef => makeRef('collection', 'posts', id)
export const set = (at: string, from: Json, to: Json, locale: string | null = 'en'): Change => ({
  kind: 'set',
  locale,
  path: at,
  from,
  to,
})

/** Queues changes as a form does; resolves to the entry's key. */
export async function commitOn(
  account: TestAccount,
  ref: DocRef,
  mode: CommitMode,
  changes: Change[],
  locale: string | null = account.schema()?.localization === null ? null : 'en',
): Promise<string> {
  const { key } = await account.site.store.commitDraft({ ref, locale, changes, mode })
  if (key === null) throw new Error('nothing was queued')
  return key
}

/** Resolves to the entry in the outbox; undefined if it is gone. */
export async function entryIn(account: TestAccount, key: string): Promise<OutboxEntry | undefined> {
  const documents = await wholeOutbox(account.site.store.outboxPage)
  return documents.flatMap(({ entries }) => entries).find((entry) => entry.key === key)
}
