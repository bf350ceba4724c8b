import type {
  CallInput,
  CallOutput,
  ConnectionState,
  LocalAccount,
  LocalTarget,
  LoginResult,
  ProbeResult,
  ServerInfo,
} from '../../shared/ipc.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { countUnsent } from '../../shared/sync/unsent.ts'
import { errorName } from '../log.ts'
import type { ApiClient } from '../server/http/api-client.ts'
import { registerFirstUser } from '../server/session/first-user.ts'
import { login, logout } from '../server/session/login.ts'
import { forgotPassword, resetPassword, verifyEmail } from '../server/session/reset-password.ts'
import type { AccountsOptions } from './accounts-options.ts'
import {
  createCurrentAccount,
  keyOf,
  knownServer,
  openingNotice,
  type CurrentAccount,
} from './current-account.ts'
import { withOpen } from './local-data.ts'
import { createSiteMeeting, type SiteMeeting } from './meet-site.ts'
import type { OpenAccount } from './open-account.ts'
import { createBrowserLogins, signIn, type WayIn } from './sign-in.ts'

/** The accounts on this computer. At most one is open at a time. */
export type Accounts = {
  current: () => OpenAccount | null
  /** True if an origin is that of the open account, or of the server that the person is connecting to. */
  isOwn: (origin: string) => boolean
  /** Opens the last account without network. Resolves even if there is none or it cannot be opened. */
  restore: () => Promise<void>
  /** Finds a site before a login; see `servers.probe` in shared/ipc.ts. */
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
  /** Removes a server and its local data, unless its account is open. Returns the remaining servers. */
  removeServer: (id: string) => Promise<ServerInfo[]>
  localData: () => Promise<LocalAccount[]>
  /** Removes data from this computer for good. Signs out if it belongs to the open account. */
  removeLocalData: (target: LocalTarget) => Promise<void>
  close: () => Promise<void>
}

/** The options of logins without a typed name: none of them keeps the account open (`inPlace`). */
const WITHOUT_NAME = { inPlace: false, identifier: null } as const

export const SIGNED_OUT: ConnectionState = {
  status: 'signed-out',
  since: new Date(0).toISOString(),
  lastContact: null,
  problem: null,
}

export function createAccounts(options: AccountsOptions): Accounts {
  // Signing in, out and closing run one after another: in parallel they could leave two databases open.
  const { run: serially } = createSerialQueue()
  const sites = createSiteMeeting(options)
  const { reaching } = sites
  const current = createCurrentAccount(options, { serially, reaching })
  const parts = { options, current, sites }
  const enter = (way: WayIn): Promise<LoginResult> =>
    serially(() => reaching(way.url, () => signIn(parts, way)))
  const browserLogins = createBrowserLogins({ sites, enter, openExternal: options.openExternal })

  type StepResult = CallOutput<'session.forgotPassword'>
  const ask = (url: string, step: (client: ApiClient) => Promise<StepResult>): Promise<StepResult> =>
    reaching(url, async () => {
      const met = await sites.greet(url)
      return met.outcome === 'problem' ? met : step(met.client)
    })

  return {
    current: current.get,
    isOwn: (origin) => {
      const open = current.get()
      return sites.isReaching(origin) || (open !== null && new URL(open.account.server.url).origin === origin)
    },
    restore: () => serially(() => restore(parts)),
    probe: sites.probe,
    login: (input) =>
      enter({ ...input, ask: (client, cookiePrefix) => login(client, { ...input, cookiePrefix }) }),
    browserLogin: browserLogins.begin,
    cancelBrowserLogin: browserLogins.cancel,
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
    logout: () => serially(() => signOut(parts)),
    removeServer: (id) => serially(() => removeServer(parts, id)),
    localData: async () => {
      const found = await options.localData.list()
      const open = current.get()
      return withOpen(found, options.localData, open && keyOf(open.account))
    },
    removeLocalData: (target) => serially(() => removeLocalData(parts, target)),
    close: () => {
      browserLogins.cancel()
      return serially(current.close)
    },
  }
}

/** The parts that the accounts are made of. */
type Parts = { options: AccountsOptions; current: CurrentAccount; sites: SiteMeeting }

async function restore({ options, current, sites }: Parts): Promise<void> {
  const { settings } = options
  const { lastAccount, servers } = settings.get()
  const server = servers.find((candidate) => candidate.id === lastAccount?.serverId)
  if (!lastAccount || !server || !sites.mayOpen(server.url)) return
  const { collection, userId, label } = lastAccount
  try {
    const opened = await current.open({ server, collection, userId, label })
    void opened.connection.check()
  } catch (error) {
    options.log.error('account-not-opened', { error: errorName(error) })
    options.notify(openingNotice(error))
  }
}

async function signOut({ options, current }: Parts): Promise<{ waiting: number }> {
  const { settings } = options
  const open = current.get()
  if (!open) return { waiting: 0 }
  const { account, site, tokens } = open
  const waiting = countUnsent(await site.store.outboxCounts())
  // The account is forgotten on this computer first; the server is told afterwards, if it can be reached.
  settings.update({ lastAccount: null })
  settings.putServer({ ...account.server, ...knownServer(settings, account), waiting })
  await Promise.all([open.locks.releaseAll(), open.unsent.now()])
  await logout(site.client, account.collection)
  await tokens.clear()
  await current.close()
  options.sendEvent('session.accountChanged', null)
  return { waiting }
}

async function removeLocalData(parts: Parts, target: LocalTarget): Promise<void> {
  const { options, current } = parts
  const { settings } = options
  const open = current.get()
  if (open && options.localData.concerns(target, keyOf(open.account))) {
    const { account, unsent } = open
    // Removed edits never reach the server, so other users are told while the session is still valid.
    await unsent.withdraw()
    await signOut(parts)
    settings.putServer({ ...account.server, ...knownServer(settings, account), waiting: null })
  }
  await forgetSession(parts, target)
  await options.localData.remove(target)
}

/** Forgets the session of an account that could not be opened, with its data. */
async function forgetSession({ options, current }: Parts, target: LocalTarget): Promise<void> {
  const { settings } = options
  const { lastAccount, servers } = settings.get()
  if (current.get() || !lastAccount || !options.localData.concerns(target, lastAccount)) return
  settings.update({ lastAccount: null })
  const server = servers.find(({ id }) => id === lastAccount.serverId)
  if (server) await options.accessFor(server).tokens.clear()
}

async function removeServer({ options, current }: Parts, id: string): Promise<ServerInfo[]> {
  const { settings } = options
  const { servers, sites, lastAccount } = settings.get()
  const server = servers.find((one) => one.id === id)
  if (server && current.get()?.account.server.id !== id) {
    await options.accessFor(server).tokens.clear()
    await options.localData.remove({ serverId: id, account: null, file: null })
    settings.update({
      servers: servers.filter((one) => one !== server),
      // Forgets what the person accepted for the site (plain HTTP), so they are asked again if they add it
      // again.
      sites: sites.filter(({ url }) => url !== server.url),
      lastAccount: lastAccount?.serverId === id ? null : lastAccount,
    })
  }
  return settings.get().servers
}
