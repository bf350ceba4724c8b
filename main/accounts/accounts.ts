import type {
  Account,
  CallInput,
  ConnectionState,
  LoginResult,
  Notice,
  ProbeResult,
  ServerInfo,
} from '../../shared/ipc.ts'
import { errorName, type Log } from '../log.ts'
import { normaliseAddress, serverId } from '../server/address.ts'
import { createApiClient, type ApiClient } from '../server/api-client.ts'
import type { HttpTransport } from '../server/http-transport.ts'
import { login } from '../server/login.ts'
import { logout } from '../server/logout.ts'
import { probeServer, readHello } from '../server/probe.ts'
import { askSession } from '../server/session.ts'
import type { TokenJar } from '../server/token.ts'
import { countUnsent } from '../../shared/sync/unsent.ts'
import { noticeOf, StoreError } from '../store/store-error.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { openAccount, type ClosableStore, type OpenAccount, type SendEvent } from './open-account.ts'

/** What one server is reached with. In the program both live in a session partition of its own. */
export type ServerAccess = { transport: HttpTransport; tokens: TokenJar }

export type AccountsOptions = {
  settings: SettingsStore
  /** The access to a server; the same one every time for the same server. */
  accessFor: (server: { id: string; url: string }) => ServerAccess
  /** Opens the database of a user. Rejects where that is not possible. */
  openStore: (account: { serverId: string; collection: string; userId: string }) => Promise<ClosableStore>
  language: () => string
  sendEvent: SendEvent
  notify: (notice: Notice) => void
  /** Something outside this module belongs to the open account too: the theme's cookie. */
  onOpened: (account: Account) => void
  log: Log
}

/** Who is signed in where. At most one account is open at a time. */
export type Accounts = {
  current: () => OpenAccount | null
  /** Opens the account of the last time without network. Resolves also where there is none or it cannot be opened. */
  restore: () => Promise<void>
  probe: (url: string) => Promise<ProbeResult>
  login: (input: CallInput<'session.login'>) => Promise<LoginResult>
  logout: () => Promise<{ waiting: number }>
  /** Takes a server off the list; not the one whose account is open. */
  removeServer: (id: string) => ServerInfo[]
  close: () => Promise<void>
}

export const SIGNED_OUT: ConnectionState = {
  status: 'signed-out',
  since: new Date(0).toISOString(),
  lastContact: null,
  problem: null,
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { settings, log, sendEvent } = options
  let current: OpenAccount | null = null
  // Signing in, out and closing run one after another: two at once could leave two databases open.
  let last: Promise<unknown> = Promise.resolve()
  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work)
    last = done.catch(() => undefined)
    return done
  }

  const strangerClient = (url: string): ApiClient =>
    createApiClient({
      baseUrl: url,
      transport: options.accessFor({ id: serverId(url), url }).transport,
      token: () => null,
      language: options.language,
      log,
    })

  const closeCurrent = async (): Promise<void> => {
    const closing = current
    current = null
    await closing?.close()
  }

  const open = async (account: Account): Promise<OpenAccount> => {
    const access = options.accessFor(account.server)
    const store = await options.openStore({
      serverId: account.server.id,
      collection: account.collection,
      userId: account.userId,
    })
    current = await openAccount({
      account,
      store,
      transport: access.transport,
      tokens: access.tokens,
      language: options.language,
      sendEvent,
      log,
    })
    options.onOpened(account)
    return current
  }

  const restore = async (): Promise<void> => {
    const { lastAccount, servers } = settings.get()
    const server = servers.find((candidate) => candidate.id === lastAccount?.serverId)
    if (!lastAccount || !server) return
    const { collection, userId, label } = lastAccount
    try {
      const opened = await open({ server, collection, userId, label })
      void opened.connection.check()
    } catch (error) {
      log.error('account-not-opened', { error: errorName(error) })
      options.notify(openingNotice(error))
    }
  }

  const signIn = async (input: CallInput<'session.login'>): Promise<LoginResult> => {
    const address = normaliseAddress(input.url)
    if (!address.ok) return { outcome: 'problem', problem: { code: 'bad-address', detail: address.detail } }
    const { url } = address
    const id = serverId(url)
    const client = strangerClient(url)
    const [answer, hello] = await Promise.all([
      login(client, input),
      client.request({ method: 'GET', path: '/desktop', authenticated: false }),
    ])
    if (answer.outcome !== 'ok') return answer
    const { collection } = input
    const access = options.accessFor({ id, url })
    const known = settings.get().servers.find((server) => server.id === id)
    const server: ServerInfo = {
      id,
      url,
      name: readHello(hello)?.site.name ?? known?.name ?? new URL(url).host,
      waiting: null,
      lastIdentifier: input.identifier.trim(),
    }
    const { userId, label } = answer
    const sameUser =
      current?.account.server.id === id &&
      current.account.collection === collection &&
      current.account.userId === userId
    const withToken = createApiClient({
      baseUrl: url,
      transport: access.transport,
      token: () => answer.token,
      language: options.language,
      log,
    })
    // Nothing may be left on the server of a session that is not used.
    if (input.inPlace && !sameUser) {
      await logout(withToken, collection)
      return { outcome: 'other-user', label }
    }
    // Not everybody with a password may use the admin panel, and so this app.
    const session = await askSession(withToken, { collection, userId })
    if (session.kind === 'refused') {
      await logout(withToken, collection)
      return { outcome: 'refused', message: session.message, fields: [] }
    }
    if (!sameUser) await closeCurrent()
    await access.tokens.set(answer.token, input.keep)
    settings.putServer(server)
    settings.update({ lastAccount: input.keep ? { serverId: id, collection, userId, label } : null })
    const account: Account = { server, collection, userId, label }
    const opened = sameUser && current ? current : await open(account)
    // A question that was on its way went out with the old token.
    if ((await opened.connection.check()).status !== 'online') await opened.connection.check()
    if (!opened.schema()) await opened.refreshSchema()
    if (!sameUser) sendEvent('session.accountChanged', account)
    return { outcome: 'ok', account: opened.account }
  }

  const signOut = async (): Promise<{ waiting: number }> => {
    if (!current) return { waiting: 0 }
    const { account, site, tokens } = current
    const waiting = countUnsent(await site.store.outboxCounts())
    // Forgotten here first and for sure; the server is informed as far as it can be reached.
    settings.update({ lastAccount: null })
    settings.putServer({ ...account.server, ...knownServer(settings, account), waiting })
    await logout(site.client, account.collection)
    await tokens.clear()
    await closeCurrent()
    sendEvent('session.accountChanged', null)
    return { waiting }
  }

  return {
    current: () => current,
    restore: () => serially(restore),
    probe: (url) => probeServer(url, strangerClient),
    login: (input) => serially(() => signIn(input)),
    logout: () => serially(signOut),
    removeServer: (id) => {
      // The databases stay: there may be unsent work in them, and signing in again finds it.
      if (current?.account.server.id !== id) {
        settings.update({ servers: settings.get().servers.filter((server) => server.id !== id) })
      }
      return settings.get().servers
    },
    close: () => serially(closeCurrent),
  }
}

/** Why a database could not be opened, for the screen. */
function openingNotice(error: unknown): Notice {
  const failed: Notice = { code: 'database-failed', message: error instanceof StoreError ? error.code : '' }
  return error instanceof StoreError ? (noticeOf(error) ?? failed) : failed
}

function knownServer(settings: SettingsStore, account: Account): Partial<ServerInfo> {
  return settings.get().servers.find((server) => server.id === account.server.id) ?? {}
}
