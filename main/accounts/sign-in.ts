import type { Account, CallInput, CallOutput, LoginResult, ServerInfo } from '../../shared/ipc.ts'
import { serverId } from '../server/address.ts'
import { createApiClient, type ApiClient } from '../server/http/api-client.ts'
import { beginBrowserLogin, redeemCode, type BrowserLogin } from '../server/session/browser-login.ts'
import { logout, type LoginAnswer } from '../server/session/login.ts'
import { readHello } from '../server/session/probe.ts'
import { askSession } from '../server/session/session.ts'
import type { AccountsOptions, ServerAccess } from './accounts-options.ts'
import type { CurrentAccount } from './current-account.ts'
import { identityOf, type Identity } from './identity.ts'
import type { MetSite, SiteMeeting } from './meet-site.ts'
import type { OpenAccount } from './open-account.ts'

/** A way to sign in. `identifier`: the typed name, null if none was typed. */
export type WayIn = {
  url: string
  /** Null: the collection of the user who signs in. */
  collection: string | null
  keep: boolean
  inPlace: boolean
  identifier: string | null
  ask: (client: ApiClient, cookiePrefix: string) => Promise<LoginAnswer>
}

/** The parts that a login works on. */
type SignInParts = { options: AccountsOptions; current: CurrentAccount; sites: SiteMeeting }

/** A login that the server has accepted. */
type Accepted = {
  outcome: 'accepted'
  met: MetSite
  /** The id of the site itself; null: it has none. */
  siteId: string | null
  account: Account
  person: Identity
  token: string
  /** True if the account of this person is open. */
  isSameUser: boolean
  /** The open account, if it is this person's and can go on; an ended one sends nothing more. */
  staying: OpenAccount | null
  access: ServerAccess
}

/** Signs a person in and opens the account. Must not run while another account is opened or closed. */
export async function signIn(parts: SignInParts, way: WayIn): Promise<LoginResult> {
  const { options } = parts
  const accepted = await askServer(parts, way)
  if (accepted.outcome !== 'accepted') return accepted
  const { met, account, access, token } = accepted
  const { collection, userId, label } = account
  const withToken = createApiClient({
    baseUrl: met.url,
    api: met.site.api,
    transport: access.transport,
    token: () => token,
    language: options.language,
    log: options.log,
  })
  // A session that is not used must not stay on the server.
  if (way.inPlace && !accepted.isSameUser) {
    await logout(withToken, collection)
    return { outcome: 'other-user', label }
  }
  // Not every user with a password may use the admin panel, and so this app.
  const session = await askSession(withToken, { collection, userId })
  if (session.kind === 'refused') {
    await logout(withToken, collection)
    return { outcome: 'refused', message: session.message, fields: [] }
  }
  return enterAccount(parts, { accepted, keep: way.keep, withToken })
}

/** Asks the server to accept the person. On this computer it only updates the stored facts about the site. */
async function askServer({ options, current, sites }: SignInParts, way: WayIn) {
  const { settings } = options
  const met = await sites.greet(way.url)
  if (met.outcome === 'problem') return met
  const { url, site, client, greeting } = met
  const id = serverId(url)
  const siteId = greeting.kind === 'http' ? greeting.site : null
  const isOpenServer = current.get()?.account.server.id === id
  const isOpenSite = isOpenServer && current.get()?.isSite(siteId) === true
  // Checked before a password is sent.
  if (way.inPlace && isOpenServer && !isOpenSite)
    return { outcome: 'problem', problem: { code: 'other-site', detail: '' } } as const
  const hello = readHello(greeting)
  const cookiePrefix = hello?.cookiePrefix ?? site.cookiePrefix
  settings.putSite({ ...site, cookiePrefix })
  const answer = await way.ask(client, cookiePrefix)
  if (answer.outcome !== 'ok') return answer
  const collection = way.collection ?? answer.user['collection']
  if (typeof collection !== 'string')
    return { outcome: 'problem', problem: { code: 'portal', detail: 'no collection' } } as const
  const person = identityOf(answer.user)
  const known = settings.get().servers.find((server) => server.id === id)
  const server: ServerInfo = {
    id,
    url,
    name: hello?.site.name ?? known?.name ?? new URL(url).host,
    waiting: null,
    lastIdentifier: way.identifier?.trim() ?? person.name,
  }
  const account: Account = { server, collection, userId: answer.userId, label: answer.label }
  const open = current.get()
  const isSameUser =
    isOpenSite &&
    open?.account.collection === collection &&
    open.account.userId === answer.userId &&
    open.isPerson(person)
  const staying = isSameUser && !open.hasEnded() ? open : null
  const access = options.accessFor({ id, url })
  const accepted: Accepted = {
    outcome: 'accepted',
    met,
    siteId,
    account,
    person,
    token: answer.token,
    isSameUser,
    staying,
    access,
  }
  return accepted
}

/** Keeps the token and opens the account, or goes on with the open one. */
async function enterAccount(
  { options, current }: SignInParts,
  { accepted, keep, withToken }: { accepted: Accepted; keep: boolean; withToken: ApiClient },
): Promise<LoginResult> {
  const { settings } = options
  const { account, person, siteId, staying } = accepted
  const { server, collection, userId, label } = account
  if (!staying) await current.close()
  // An account that stays open keeps its cookie jar, even if the site's cookie prefix has changed.
  const { tokens } = staying ?? accepted.access
  // A login in place keeps the earlier choice to stay signed in.
  const keeps = staying ? await tokens.isKept() : keep
  await tokens.set(accepted.token, keeps)
  settings.putServer(server)
  settings.update({ lastAccount: keeps ? { serverId: server.id, collection, userId, label } : null })
  const opened = staying ?? (await current.openUnlessNewer(account, { met: person, site: siteId }))
  if (opened === null) {
    // The new session is not used, so it ends on the server and its token is removed from this computer.
    await logout(withToken, collection)
    await tokens.clear()
    return { outcome: 'problem', problem: { code: 'newer-database', detail: '' } }
  }
  // The first check may join a running request that has the old token; the second one uses the new token.
  if ((await opened.connection.check()).status !== 'online') await opened.connection.check()
  if (!opened.schema()) await opened.refreshSchema()
  if (!accepted.isSameUser) options.sendEvent('session.accountChanged', account)
  return { outcome: 'ok', account: opened.account }
}

/** Logins that a person confirms in the system's browser, one at a time. */
export function createBrowserLogins({
  sites,
  enter,
  openExternal,
}: {
  sites: SiteMeeting
  enter: (way: WayIn) => Promise<LoginResult>
  openExternal: AccountsOptions['openExternal']
}) {
  let waiting: BrowserLogin | null = null
  /** Counts logins and cancellations: a login whose number is no longer the latest stops at its next step. */
  let tries = 0
  const cancel = (): void => {
    tries += 1
    waiting?.cancel()
    waiting = null
  }
  /** Runs outside the queue, since the person may take long in the browser. */
  const begin = async (
    input: CallInput<'session.browserLogin'>,
  ): Promise<CallOutput<'session.browserLogin'>> => {
    cancel()
    const mine = tries
    const met = await sites.reaching(input.url, () => sites.greet(input.url))
    if (met.outcome === 'problem') return met
    if (mine !== tries) return { outcome: 'cancelled' }
    const begun = await beginBrowserLogin(met.site)
    try {
      if (mine !== tries) return { outcome: 'cancelled' }
      waiting = begun
      await openExternal(begun.address)
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

  return { begin, cancel }
}
