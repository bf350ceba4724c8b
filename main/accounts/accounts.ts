import type {
  Account,
  CallInput,
  CallOutput,
  ConnectionState,
  LocalAccount,
  LocalTarget,
  LoginResult,
  Notice,
  ProbeResult,
  ServerInfo,
  ServerProblem,
} from '../../shared/ipc.ts'
import { isPlainHttp } from '../../shared/cms/addresses.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { FileFolder } from '../files/file-folder.ts'
import { errorName, type Log } from '../log.ts'
import { normaliseAddress, serverId } from '../server/address.ts'
import { createApiClient, type ApiClient } from '../server/http/api-client.ts'
import type { HttpTransport } from '../server/http/http-transport.ts'
import { beginBrowserLogin, redeemCode, type BrowserLogin } from '../server/session/browser-login.ts'
import { registerFirstUser } from '../server/session/first-user.ts'
import { login, type LoginAnswer, logout } from '../server/session/login.ts'
import { forgotPassword, resetPassword, verifyEmail } from '../server/session/reset-password.ts'
import { describeSite, findSite, readHello, type ApiRoot } from '../server/session/probe.ts'
import { troubleOf } from '../server/answer-shapes.ts'
import { askSession } from '../server/session/session.ts'
import type { TokenJar } from '../server/session/token.ts'
import { countUnsent } from '../../shared/sync/unsent.ts'
import { noticeOf, StoreError } from '../store/store-error.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { identityOf, keepIdentity, readIdentity, samePerson, type Identity } from './identity.ts'
import { isOtherSite, readSiteId } from './known-site.ts'
import { withOpen, type AccountKey, type LocalData } from './local-data.ts'
import {
  openAccount,
  type AccountEnd,
  type ClosableStore,
  type OpenAccount,
  type SendEvent,
} from './open-account.ts'

/** The HTTP transport and cookie jar of one server. In the program both belong to one session partition. */
export type ServerAccess = { transport: HttpTransport; tokens: TokenJar }

export type AccountsOptions = {
  settings: SettingsStore
  /** Returns the access to a server, the same object every time for the same server. */
  accessFor: (server: { id: string; url: string }) => ServerAccess
  /** Opens the database of a user. Rejects if that fails. */
  openStore: (account: AccountKey, onDamaged: () => void) => Promise<ClosableStore>
  /** Opens the folder of a user's pending files. */
  openFiles: (account: AccountKey) => FileFolder
  language: () => string
  /** The policy's decision about the documents to keep here, or null. */
  keepPolicy?: 'all' | 'opened' | null
  /** Largest number of megabytes that the policy allows for them, or null. */
  maxMegabytes?: number | null
  /** False: the policy forbids this server. */
  mayUseServer?: (url: string) => boolean
  isOnBattery?: () => boolean
  sendEvent: SendEvent
  notify: (notice: Notice) => void
  localData: LocalData
  /** Resolves once no certificate choice is open for that server; true if the person was asked for one. */
  certificateAnswered?: (url: string) => Promise<boolean>
  /** Resolves when no proxy waits for a login any more; true: one did, and was given one. */
  proxyAnswered?: () => Promise<boolean>
  /** Writes all input to the database. False: some of it could not be written and is in the page only. */
  flush: () => Promise<boolean>
  /** Reloads the page, with the account that is open now. */
  reload: () => void
  /** Opens an address in the system's browser. */
  openExternal: (url: string) => Promise<void>
  /** Called with the opened account, for parts outside this module such as the theme's cookie. */
  onOpened: (account: Account) => void
  /** Called when the open account closes, or may send nothing more. */
  onLeft: () => void
  log: Log
}

/** The accounts on this computer. At most one is open at a time. */
export type Accounts = {
  current: () => OpenAccount | null
  /** True if an origin is that of the open account, or of the server that the person is connecting to. */
  isOwn: (origin: string) => boolean
  /** Opens the last account without network. Resolves even if there is none or it cannot be opened. */
  restore: () => Promise<void>
  /** `acceptPlainHttp`: see the contract. */
  probe: (url: string, acceptPlainHttp?: string) => Promise<ProbeResult>
  login: (input: CallInput<'session.login'>) => Promise<LoginResult>
  browserLogin: (input: CallInput<'session.browserLogin'>) => Promise<CallOutput<'session.browserLogin'>>
  cancelBrowserLogin: () => void
  registerFirstUser: (input: CallInput<'session.firstUser'>) => Promise<LoginResult>
  forgotPassword: (
    input: CallInput<'session.forgotPassword'>,
  ) => Promise<CallOutput<'session.forgotPassword'>>
  resetPassword: (input: CallInput<'session.resetPassword'>) => Promise<LoginResult>
  verifyEmail: (input: CallInput<'session.verifyEmail'>) => Promise<CallOutput<'session.verifyEmail'>>
  logout: () => Promise<{ waiting: number }>
  /** Removes a server from the list, with its local data; not the server of the open account. */
  removeServer: (id: string) => Promise<ServerInfo[]>
  localData: () => Promise<LocalAccount[]>
  /** Removes data from this computer for good. Signs out if it belongs to the open account. */
  removeLocalData: (target: LocalTarget) => Promise<void>
  close: () => Promise<void>
}

/** A way to sign in. `identifier`: the typed name, null if none was typed. */
type WayIn = {
  url: string
  /** Null: the collection of the user who signs in. */
  collection: string | null
  keep: boolean
  inPlace: boolean
  identifier: string | null
  ask: (client: ApiClient, cookiePrefix: string) => Promise<LoginAnswer>
}
/** The options of logins without a typed name, which are never in place. */
const WITHOUT_NAME = { inPlace: false, identifier: null } as const

/** The signed-in user and the id of the site, as the server says. */
type Found = { met: Identity; site: string | null }

export const SIGNED_OUT: ConnectionState = {
  status: 'signed-out',
  since: new Date(0).toISOString(),
  lastContact: null,
  problem: null,
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { settings, log, sendEvent } = options
  let current: OpenAccount | null = null
  // Signing in, out and closing run one after another: in parallel they could leave two databases open.
  const { run: serially } = createSerialQueue()

  const strangerClient = ({ url, api }: ApiRoot): ApiClient =>
    createApiClient({
      baseUrl: url,
      api,
      transport: options.accessFor({ id: serverId(url), url }).transport,
      token: () => null,
      language: options.language,
      log,
    })

  const closeCurrent = async (): Promise<void> => {
    const closing = current
    current = null
    options.onLeft()
    await closing?.close()
  }

  const openStore = (account: Account): Promise<ClosableStore> =>
    options.openStore(keyOf(account), () => void serially(() => mend(account)))

  /** Opens the database; one of another site or another person is set aside first (U41, F15). */
  const openStoreFor = async (account: Account, found: Found | null): Promise<ClosableStore> => {
    const store = await openStore(account)
    if (found === null) return store
    const { met, site } = found
    const known = await readIdentity(store)
    const isOfOtherSite = isOtherSite(await readSiteId(store), site)
    if (isOfOtherSite || (known !== null && !samePerson(known, met))) {
      await store.close()
      await setAside(account, isOfOtherSite ? { code: 'database-other-site' } : otherUser(known))
      return openStoreFor(account, found)
    }
    // A full disk does not prevent reading; the identity is kept again with the next answer about the session.
    await keepIdentity(store, known, met).catch((error: unknown) => {
      log.error('identity-not-kept', { error: errorName(error) })
    })
    return store
  }

  const otherUser = (known: Identity | null) =>
    ({ code: 'database-other-user', name: known?.name ?? null }) as const

  const setAside = async (
    account: Account,
    why: { code: 'database-other-site' } | ReturnType<typeof otherUser>,
  ): Promise<void> => {
    const { edits } = await options.localData.setAside(keyOf(account))
    options.notify({ ...why, at: new Date().toISOString(), edits })
  }

  /** Origins that the person is connecting to. */
  const reached: string[] = []
  const reaching = async <T>(typed: string, work: () => Promise<T>): Promise<T> => {
    const address = normaliseAddress(typed)
    if (!address.ok) return work()
    const { origin } = new URL(address.url)
    reached.push(origin)
    return work().finally(() => reached.splice(reached.indexOf(origin), 1))
  }
  const isOwn = (origin: string): boolean =>
    reached.includes(origin) || (current !== null && new URL(current.account.server.url).origin === origin)

  const open = (account: Account, found: Found | null = null): Promise<OpenAccount> =>
    reaching(account.server.url, () => openReached(account, found))

  const openReached = async (account: Account, found: Found | null): Promise<OpenAccount> => {
    const access = options.accessFor(account.server)
    const store = await openStoreFor(account, found)
    current = await openAccount({
      account,
      store,
      files: options.openFiles(keyOf(account)),
      transport: access.transport,
      tokens: access.tokens,
      site: settings.siteOf(account.server.url),
      language: options.language,
      keepPolicy: options.keepPolicy ?? null,
      maxMegabytes: options.maxMegabytes ?? null,
      isOnBattery: options.isOnBattery ?? (() => false),
      sendEvent,
      onEnd: (why) => {
        options.onLeft()
        void serially(() => endAccount(account, why))
      },
      log,
    })
    options.onOpened(account)
    return current
  }

  /** Opens the account; null if a newer Galley made the database (SY15). */
  const openUnlessNewer = (account: Account, found: Found): Promise<OpenAccount | null> =>
    open(account, found).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'newer') return null
      throw error
    })

  /**
   * Ends the open account because the server says that it cannot stay (F15, or the user may not enter the admin
   * panel).
   */
  const endAccount = async (account: Account, why: AccountEnd): Promise<void> => {
    if (current?.account !== account) return
    const known = await readIdentity(current.site.store)
    const isWritten = await options.flush()
    settings.update({ lastAccount: null })
    await current.tokens.clear()
    // Closing would lose input that is in the page only. The page stays, and nothing is sent any more.
    if (!isWritten) return options.notify({ code: 'database-failed', message: 'not written' })
    const waiting = countUnsent(await current.site.store.outboxCounts())
    await closeCurrent()
    if (why === 'other-user') await setAside(account, otherUser(known))
    else if (why === 'inactive') {
      settings.putServer({ ...account.server, ...knownServer(settings, account), waiting })
      options.notify({ code: 'inactive', at: new Date().toISOString(), edits: waiting })
    } else {
      const { edits, unreadable } = await options.localData.keepOnlyUnsent(keyOf(account))
      settings.putServer({ ...account.server, ...knownServer(settings, account), waiting: edits })
      const at = new Date().toISOString()
      options.notify({ code: 'access-removed', at, server: account.server.name, edits, unreadable })
    }
    sendEvent('session.accountChanged', null)
  }

  /** Reopens the open database because it is damaged (F16): that creates a new one with the unsent edits. */
  const mend = async (account: Account): Promise<void> => {
    if (current?.account !== account) return
    // Input that is only in the page must not be lost by this: the database stays as it is until the next start.
    if (!(await options.flush())) {
      return options.notify({ code: 'database-failed', message: 'damaged' })
    }
    await closeCurrent()
    try {
      void (await open(account)).connection.check()
    } catch (error) {
      log.error('account-not-opened', { error: errorName(error) })
      options.notify(openingNotice(error))
      sendEvent('session.accountChanged', null)
      return
    }
    // Input typed in between could not be written without an account. It is written again now, and stays in the page
    // if that fails.
    if (await options.flush()) options.reload()
    else options.notify({ code: 'database-failed', message: 'damaged' })
  }

  /** True if an address is unencrypted and the person has not accepted that: no session is started there (F31). */
  const isRefused = (url: string): boolean => isPlainHttp(url) && !settings.siteOf(url).plainHttp

  const mayUse = options.mayUseServer ?? (() => true)
  const NOT_ALLOWED: ServerProblem = { code: 'not-allowed', detail: '' }

  /**
   * Finds the site, and again after the person has chosen a certificate or logged in to a proxy, which may take
   * longer than the timeout.
   */
  const findPatiently = async (typed: string): ReturnType<typeof findSite> => {
    const found = await findSite(typed, strangerClient)
    const address = normaliseAddress(typed)
    if (found.ok || !address.ok) return found
    if (found.problem.code === 'proxy-login')
      return (await options.proxyAnswered?.()) === true ? findPatiently(typed) : found
    const wasAsked = await options.certificateAnswered?.(address.url)
    return wasAsked === true ? findSite(typed, strangerClient) : found
  }

  const probe: Accounts['probe'] = async (typed, acceptPlainHttp) => {
    const address = normaliseAddress(typed)
    if (address.ok && !mayUse(address.url)) return { outcome: 'problem', problem: NOT_ALLOWED }
    const found = await reaching(typed, () => findPatiently(typed))
    if (!found.ok) return { outcome: 'problem', problem: found.problem }
    const { url, api, hello } = found
    if (!mayUse(url)) return { outcome: 'problem', problem: NOT_ALLOWED }
    if (isRefused(url) && acceptPlainHttp !== url) {
      return { outcome: 'problem', problem: { code: 'plain-http', detail: url } }
    }
    settings.putSite({ url, api, cookiePrefix: hello.cookiePrefix, plainHttp: isPlainHttp(url) })
    return describeSite(found, strangerClient(found))
  }

  const restore = async (): Promise<void> => {
    const { lastAccount, servers } = settings.get()
    const server = servers.find((candidate) => candidate.id === lastAccount?.serverId)
    if (!lastAccount || !server || isRefused(server.url) || !mayUse(server.url)) return
    const { collection, userId, label } = lastAccount
    try {
      const opened = await open({ server, collection, userId, label })
      void opened.connection.check()
    } catch (error) {
      log.error('account-not-opened', { error: errorName(error) })
      options.notify(openingNotice(error))
    }
  }

  /** Checks that a site answers at an address before credentials are sent: no portal, no server in trouble. */
  const greet = async (typed: string) => {
    const problem = (found: ServerProblem) => ({ outcome: 'problem', problem: found }) as const
    const address = normaliseAddress(typed)
    if (!address.ok) return problem({ code: 'bad-address', detail: address.detail })
    const { url } = address
    if (!mayUse(url)) return problem(NOT_ALLOWED)
    if (isRefused(url)) return problem({ code: 'plain-http', detail: url })
    const site = settings.siteOf(url)
    const client = strangerClient(site)
    const greeting = await client.request({ method: 'GET', path: '/desktop', authenticated: false })
    const trouble = troubleOf(greeting)
    // Without the plugin this address does not exist, and a front end may answer it with a page.
    const isMissing = greeting.kind === 'http' && greeting.status === 404
    if (trouble && !isMissing) return problem(trouble)
    return { outcome: 'met', url, site, client, greeting } as const
  }

  const signIn = async (input: WayIn): Promise<LoginResult> => {
    const met = await greet(input.url)
    if (met.outcome === 'problem') return met
    const { url, site, client, greeting } = met
    const id = serverId(url)
    const metSite = greeting.kind === 'http' ? greeting.site : null
    const isOpenSite = current?.account.server.id === id && current.isSite(metSite)
    // Checked before a password is sent.
    if (input.inPlace && current?.account.server.id === id && !isOpenSite)
      return { outcome: 'problem', problem: { code: 'other-site', detail: '' } }
    const hello = readHello(greeting)
    const cookiePrefix = hello?.cookiePrefix ?? site.cookiePrefix
    settings.putSite({ ...site, cookiePrefix })
    const answer = await input.ask(client, cookiePrefix)
    if (answer.outcome !== 'ok') return answer
    const collection = input.collection ?? answer.user['collection']
    if (typeof collection !== 'string')
      return { outcome: 'problem', problem: { code: 'portal', detail: 'no collection' } }
    const person = identityOf(answer.user)
    const access = options.accessFor({ id, url })
    const known = settings.get().servers.find((server) => server.id === id)
    const server: ServerInfo = {
      id,
      url,
      name: hello?.site.name ?? known?.name ?? new URL(url).host,
      waiting: null,
      lastIdentifier: input.identifier?.trim() ?? person.name,
    }
    const { userId, label } = answer
    const sameUser =
      isOpenSite &&
      current?.account.collection === collection &&
      current.account.userId === userId &&
      current.isPerson(person)
    // An account that has ended sends nothing more, even if its user signs in again.
    const staysOpen = sameUser && current?.hasEnded() === false
    const withToken = createApiClient({
      baseUrl: url,
      api: site.api,
      transport: access.transport,
      token: () => answer.token,
      language: options.language,
      log,
    })
    // A session that is not used must not stay on the server.
    if (input.inPlace && !sameUser) {
      await logout(withToken, collection)
      return { outcome: 'other-user', label }
    }
    // Not every user with a password may use the admin panel, and so this app.
    const session = await askSession(withToken, { collection, userId })
    if (session.kind === 'refused') {
      await logout(withToken, collection)
      return { outcome: 'refused', message: session.message, fields: [] }
    }
    if (!staysOpen) await closeCurrent()
    // An account that stays open keeps its cookie jar, even if the site's cookie prefix has changed.
    const { tokens } = staysOpen && current ? current : access
    // A login in place keeps the earlier choice to stay signed in.
    const keeps = staysOpen ? await tokens.isKept() : input.keep
    await tokens.set(answer.token, keeps)
    settings.putServer(server)
    settings.update({ lastAccount: keeps ? { serverId: id, collection, userId, label } : null })
    const account: Account = { server, collection, userId, label }
    const opened =
      staysOpen && current ? current : await openUnlessNewer(account, { met: person, site: metSite })
    if (opened === null) {
      // The session is not used, so it is removed from the server and from here.
      await logout(withToken, collection)
      await tokens.clear()
      return { outcome: 'problem', problem: { code: 'newer-database', detail: '' } }
    }
    // A request that was running used the old token, so the second one counts.
    if ((await opened.connection.check()).status !== 'online') await opened.connection.check()
    if (!opened.schema()) await opened.refreshSchema()
    if (!sameUser) sendEvent('session.accountChanged', account)
    return { outcome: 'ok', account: opened.account }
  }

  const signOut = async (): Promise<{ waiting: number }> => {
    if (!current) return { waiting: 0 }
    const { account, site, tokens } = current
    const waiting = countUnsent(await site.store.outboxCounts())
    // The account is forgotten here first; the server is told if it can be reached.
    settings.update({ lastAccount: null })
    settings.putServer({ ...account.server, ...knownServer(settings, account), waiting })
    await Promise.all([current.locks.releaseAll(), current.unsent.now()])
    await logout(site.client, account.collection)
    await tokens.clear()
    await closeCurrent()
    sendEvent('session.accountChanged', null)
    return { waiting }
  }

  const removeLocalData = async (target: LocalTarget): Promise<void> => {
    if (current && options.localData.concerns(target, keyOf(current.account))) {
      const { account, unsent } = current
      // Removed edits never arrive: while the session is valid, other users are told.
      await unsent.withdraw()
      await signOut()
      settings.putServer({ ...account.server, ...knownServer(settings, account), waiting: null })
    }
    await forgetSession(target)
    await options.localData.remove(target)
  }

  /** Forgets the session of an account that could not be opened, with its data. */
  const forgetSession = async (target: LocalTarget): Promise<void> => {
    const { lastAccount, servers } = settings.get()
    if (current || !lastAccount || !options.localData.concerns(target, lastAccount)) return
    settings.update({ lastAccount: null })
    const server = servers.find(({ id }) => id === lastAccount.serverId)
    if (server) await options.accessFor(server).tokens.clear()
  }

  const removeServer = async (id: string): Promise<ServerInfo[]> => {
    const { servers, sites, lastAccount } = settings.get()
    const server = servers.find((one) => one.id === id)
    if (server && current?.account.server.id !== id) {
      await options.accessFor(server).tokens.clear()
      await options.localData.remove({ serverId: id, account: null, file: null })
      settings.update({
        servers: servers.filter((one) => one !== server),
        // Permissions given to the site are asked for again if it is added again.
        sites: sites.filter(({ url }) => url !== server.url),
        lastAccount: lastAccount?.serverId === id ? null : lastAccount,
      })
    }
    return settings.get().servers
  }

  const enter = (way: WayIn): Promise<LoginResult> => serially(() => reaching(way.url, () => signIn(way)))

  let waiting: BrowserLogin | null = null
  /** Number of the latest try, so that cancelled ones stop wherever they are. */
  let tries = 0
  const cancelBrowserLogin = (): void => {
    tries += 1
    waiting?.cancel()
    waiting = null
  }
  /** Runs outside the queue, since the person may take long in the browser. */
  const browserLogin: Accounts['browserLogin'] = async (input) => {
    cancelBrowserLogin()
    const mine = tries
    const met = await reaching(input.url, () => greet(input.url))
    if (met.outcome === 'problem') return met
    if (mine !== tries) return { outcome: 'cancelled' }
    const begun = await beginBrowserLogin(met.site)
    try {
      if (mine !== tries) return { outcome: 'cancelled' }
      waiting = begun
      await options.openExternal(begun.address)
      const code = await begun.code
      if (code === null || mine !== tries) return { outcome: 'cancelled' }
      return await enter({
        ...input,
        collection: null,
        identifier: null,
        ask: (client, cookiePrefix) => redeemCode(client, { code, verifier: begun.verifier }, cookiePrefix),
      })
    } finally {
      begun.cancel()
    }
  }

  type StepResult = CallOutput<'session.forgotPassword'>
  const ask = (url: string, step: (client: ApiClient) => Promise<StepResult>): Promise<StepResult> =>
    reaching(url, async () => {
      const met = await greet(url)
      return met.outcome === 'problem' ? met : step(met.client)
    })

  return {
    current: () => current,
    isOwn,
    restore: () => serially(restore),
    probe,
    login: (input) =>
      enter({ ...input, ask: (client, cookiePrefix) => login(client, { ...input, cookiePrefix }) }),
    browserLogin,
    cancelBrowserLogin,
    registerFirstUser: (input) =>
      enter({
        ...input,
        ...WITHOUT_NAME,
        ask: (client, prefix) => registerFirstUser(client, input, prefix),
      }),
    resetPassword: (input) =>
      enter({ ...input, ...WITHOUT_NAME, ask: (client, prefix) => resetPassword(client, input, prefix) }),
    forgotPassword: (input) => ask(input.url, (client) => forgotPassword(client, input)),
    verifyEmail: (input) => ask(input.url, (client) => verifyEmail(client, input)),
    logout: () => serially(signOut),
    removeServer: (id) => serially(() => removeServer(id)),
    localData: async () =>
      withOpen(await options.localData.list(), options.localData, current && keyOf(current.account)),
    removeLocalData: (target) => serially(() => removeLocalData(target)),
    close: () => {
      cancelBrowserLogin()
      return serially(closeCurrent)
    },
  }
}

function keyOf({ server, collection, userId }: Account): AccountKey {
  return { serverId: server.id, collection, userId }
}

/** The notice for a database that could not be opened. */
function openingNotice(error: unknown): Notice {
  const failed: Notice = { code: 'database-failed', message: error instanceof StoreError ? error.code : '' }
  return error instanceof StoreError ? (noticeOf(error) ?? failed) : failed
}

function knownServer(settings: SettingsStore, account: Account): Partial<ServerInfo> {
  return settings.get().servers.find((server) => server.id === account.server.id) ?? {}
}
