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
import { isPlainHttp } from '../../shared/cms/plain-http.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { FileFolder } from '../files/file-folder.ts'
import { errorName, type Log } from '../log.ts'
import { normaliseAddress, serverId } from '../server/address.ts'
import { createApiClient, type ApiClient } from '../server/http/api-client.ts'
import type { HttpTransport } from '../server/http/http-transport.ts'
import { beginBrowserLogin, redeemCode, type BrowserLogin } from '../server/session/browser-login.ts'
import { registerFirstUser } from '../server/session/first-user.ts'
import { login, type LoginAnswer } from '../server/session/login.ts'
import { logout } from '../server/session/logout.ts'
import { forgotPassword, resetPassword, verifyEmail } from '../server/session/reset-password.ts'
import { describeSite, findSite, readHello, type ApiRoot } from '../server/session/probe.ts'
import { troubleOf } from '../server/server-trouble.ts'
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

/** What one server is reached with. In the program both live in a session partition of its own. */
export type ServerAccess = { transport: HttpTransport; tokens: TokenJar }

export type AccountsOptions = {
  settings: SettingsStore
  /** The access to a server; the same one every time for the same server. */
  accessFor: (server: { id: string; url: string }) => ServerAccess
  /** Opens the database of a user. Rejects where that is not possible. */
  openStore: (account: AccountKey, onDamaged: () => void) => Promise<ClosableStore>
  /** The files of a user that wait to be sent. */
  openFiles: (account: AccountKey) => FileFolder
  language: () => string
  /** What the policy of this computer says is to be kept here, or null. */
  keepPolicy?: 'all' | 'opened' | null
  /** The most megabytes that the policy allows for it, or null. */
  maxMegabytes?: number | null
  /** False: the policy of this computer keeps this server out. */
  mayUseServer?: (url: string) => boolean
  isOnBattery?: () => boolean
  sendEvent: SendEvent
  notify: (notice: Notice) => void
  localData: LocalData
  /** Whether the person was being asked which certificate to show there; resolves with the answer. */
  certificateAnswered?: (url: string) => Promise<boolean>
  /** Resolves when no proxy waits for a log-in any more; true: one did, and was given one. */
  proxyAnswered?: () => Promise<boolean>
  /** Everything typed goes to the database. False: something could not, and is in the page only. */
  flush: () => Promise<boolean>
  /** Loads the page anew, with the account that is open by now. */
  reload: () => void
  /** Opens an address in the system's browser. */
  openExternal: (url: string) => Promise<void>
  /** Something outside this module belongs to the open account too: the theme's cookie. */
  onOpened: (account: Account) => void
  /** The open account closes, or may ask nothing of its server any more. */
  onLeft: () => void
  log: Log
}

/** Who is signed in where. At most one account is open at a time. */
export type Accounts = {
  current: () => OpenAccount | null
  /** Whether an origin is the open account's, or the one that the person is connecting to now. */
  isOwn: (origin: string) => boolean
  /** Opens the account of the last time without network. Resolves also where there is none or it cannot be opened. */
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
  /** Takes a server off the list, and what is here of it; not the one whose account is open. */
  removeServer: (id: string) => Promise<ServerInfo[]>
  localData: () => Promise<LocalAccount[]>
  /** Removes data from this computer for good. Signs out where it is that of the open account. */
  removeLocalData: (target: LocalTarget) => Promise<void>
  close: () => Promise<void>
}

/** How somebody is let in. `identifier`: the name that was typed, null where none was. */
type WayIn = {
  url: string
  /** Null: that of whoever is let in. */
  collection: string | null
  keep: boolean
  inPlace: boolean
  identifier: string | null
  ask: (client: ApiClient, cookiePrefix: string) => Promise<LoginAnswer>
}
/** Of the ways on which nobody types a name, beside no account that is open. */
const WITHOUT_NAME = { inPlace: false, identifier: null } as const

/** Who signed in, and at which site, as the server says. */
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
  // Signing in, out and closing run one after another: two at once could leave two databases open.
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

  /** Where another site or another person left the database it is set aside (U41, F15). */
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
    // A full disk keeps nobody from reading; the next answer about the session says it again.
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

  /** The origins that the person is connecting to. */
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

  /** Null where a newer Galley made the database (SY15). */
  const openUnlessNewer = (account: Account, found: Found): Promise<OpenAccount | null> =>
    open(account, found).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'newer') return null
      throw error
    })

  /** The server said of the open account that it cannot stay (F15, and who may not enter the admin panel any more). */
  const endAccount = async (account: Account, why: AccountEnd): Promise<void> => {
    if (current?.account !== account) return
    const known = await readIdentity(current.site.store)
    const isWritten = await options.flush()
    settings.update({ lastAccount: null })
    await current.tokens.clear()
    // What is only in the page would be lost with it. Nothing is sent any more; the page stays as it is.
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

  /** The open database was found damaged (F16): opening it again begins a new one with what is unsent. */
  const mend = async (account: Account): Promise<void> => {
    if (current?.account !== account) return
    // What is only in the page must not be lost by mending: then it waits for the next start.
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
    // What was typed meanwhile found no account; it is tried again, and is in the page only where that fails.
    if (await options.flush()) options.reload()
    else options.notify({ code: 'database-failed', message: 'damaged' })
  }

  /** Nothing of a session goes to an address without encryption that the person has not accepted (F31). */
  const isRefused = (url: string): boolean => isPlainHttp(url) && !settings.siteOf(url).plainHttp

  const mayUse = options.mayUseServer ?? (() => true)
  const NOT_ALLOWED: ServerProblem = { code: 'not-allowed', detail: '' }

  /** Who has a certificate to choose, or a proxy to log in to, may take longer than a server is waited for. */
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

  /** Meets the site at an address, before it is given anything: not a portal, nor a server in trouble. */
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
    // Without the plugin there is no such address, and a front end may have a page for that.
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
    // Before a password is given to it.
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
    // One that has ended sends nothing any more, whoever signs in.
    const staysOpen = sameUser && current?.hasEnded() === false
    const withToken = createApiClient({
      baseUrl: url,
      api: site.api,
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
    if (!staysOpen) await closeCurrent()
    // An account that stays open keeps its jar, whatever its site calls its cookies by now.
    const { tokens } = staysOpen && current ? current : access
    // Who logs in in place has said before whether to be kept.
    const keeps = staysOpen ? await tokens.isKept() : input.keep
    await tokens.set(answer.token, keeps)
    settings.putServer(server)
    settings.update({ lastAccount: keeps ? { serverId: id, collection, userId, label } : null })
    const account: Account = { server, collection, userId, label }
    const opened =
      staysOpen && current ? current : await openUnlessNewer(account, { met: person, site: metSite })
    if (opened === null) {
      // The session is not used: nothing of it may stay on the server or here.
      await logout(withToken, collection)
      await tokens.clear()
      return { outcome: 'problem', problem: { code: 'newer-database', detail: '' } }
    }
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
      // What is removed never arrives: while the session is good, others are told so.
      await unsent.withdraw()
      await signOut()
      settings.putServer({ ...account.server, ...knownServer(settings, account), waiting: null })
    }
    await forgetSession(target)
    await options.localData.remove(target)
  }

  /** The session of an account that could not be opened goes with its data, too. */
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
        // What was accepted of it is asked again when it is added again.
        sites: sites.filter(({ url }) => url !== server.url),
        lastAccount: lastAccount?.serverId === id ? null : lastAccount,
      })
    }
    return settings.get().servers
  }

  const enter = (way: WayIn): Promise<LoginResult> => serially(() => reaching(way.url, () => signIn(way)))

  let waiting: BrowserLogin | null = null
  /** Each try, so that one that was given up goes no further wherever it is. */
  let tries = 0
  const cancelBrowserLogin = (): void => {
    tries += 1
    waiting?.cancel()
    waiting = null
  }
  /** Waits beside everything else: it may take its time in the browser. */
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

/** Why a database could not be opened, for the screen. */
function openingNotice(error: unknown): Notice {
  const failed: Notice = { code: 'database-failed', message: error instanceof StoreError ? error.code : '' }
  return error instanceof StoreError ? (noticeOf(error) ?? failed) : failed
}

function knownServer(settings: SettingsStore, account: Account): Partial<ServerInfo> {
  return settings.get().servers.find((server) => server.id === account.server.id) ?? {}
}
