import type { Account, Notice, ServerInfo } from '../../shared/ipc.ts'
import type { SerialQueue } from '../../shared/serial-queue.ts'
import { countUnsent } from '../../shared/sync/unsent.ts'
import { errorName } from '../log.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { noticeOf, StoreError } from '../store/store-error.ts'
import type { AccountsOptions } from './accounts-options.ts'
import { isOtherSite, keepIdentity, readIdentity, readSiteId, samePerson, type Identity } from './identity.ts'
import type { AccountKey } from './local-data.ts'
import type { SiteMeeting } from './meet-site.ts'
import type { AccountEnd } from './account-session.ts'
import { openAccount, type ClosableStore, type OpenAccount } from './open-account.ts'

/** The signed-in user and the id of the site, as the server says. */
type Found = { met: Identity; site: string | null }

/** The open account; at most one account is open at a time. */
export type CurrentAccount = {
  get: () => OpenAccount | null
  /** Opens an account whose person signed in earlier. The previous account must be closed before. */
  open: (account: Account) => Promise<OpenAccount>
  /** Opens the account of a person who signs in (`found`); null if a newer Galley made the database (SY15). */
  openUnlessNewer: (account: Account, found: Found) => Promise<OpenAccount | null>
  close: () => Promise<void>
}

/** `serially`: the queue that signing in, signing out and closing run in. */
export function createCurrentAccount(
  options: AccountsOptions,
  { serially, reaching }: { serially: SerialQueue['run']; reaching: SiteMeeting['reaching'] },
): CurrentAccount {
  let current: OpenAccount | null = null

  const openStore = (account: Account): Promise<ClosableStore> =>
    options.openStore(keyOf(account), () => void serially(() => mend(options, self, account)))

  const open = (account: Account, found: Found | null): Promise<OpenAccount> =>
    reaching(account.server.url, () => openReached(account, found))

  const openReached = async (account: Account, found: Found | null): Promise<OpenAccount> => {
    const access = options.accessFor(account.server)
    const store = await openStoreFor(options, openStore, account, found)
    current = await openAccount({
      account,
      store,
      files: options.openFiles(keyOf(account)),
      transport: access.transport,
      tokens: access.tokens,
      site: options.settings.siteOf(account.server.url),
      language: options.language,
      keepPolicy: options.keepPolicy ?? null,
      maxMegabytes: options.maxMegabytes ?? null,
      isOnBattery: options.isOnBattery ?? (() => false),
      sendEvent: options.sendEvent,
      onEnd: (why) => {
        options.onLeft()
        void serially(() => endAccount(options, self, account, why))
      },
      log: options.log,
    })
    options.onOpened(account)
    return current
  }

  const self: CurrentAccount = {
    get: () => current,
    open: (account) => open(account, null),
    openUnlessNewer: (account, found) =>
      open(account, found).catch((error: unknown) => {
        if (error instanceof StoreError && error.code === 'newer') return null
        throw error
      }),
    close: async () => {
      const closing = current
      current = null
      options.onLeft()
      await closing?.close()
    },
  }
  return self
}

/** Opens the database of an account. At a sign-in one of another site or person is set aside first (U41, F15). */
async function openStoreFor(
  options: AccountsOptions,
  openStore: (account: Account) => Promise<ClosableStore>,
  account: Account,
  found: Found | null,
): Promise<ClosableStore> {
  const store = await openStore(account)
  if (found === null) return store
  const { met, site } = found
  const known = await readIdentity(store)
  const isOfOtherSite = isOtherSite(await readSiteId(store), site)
  if (isOfOtherSite || (known !== null && !samePerson(known, met))) {
    await store.close()
    await setAside(options, account, isOfOtherSite ? { code: 'database-other-site' } : otherUser(known))
    return openStoreFor(options, openStore, account, found)
  }
  // A full disk does not prevent reading; the identity is kept again with the next answer about the session.
  await keepIdentity(store, known, met).catch((error: unknown) => {
    options.log.error('identity-not-kept', { error: errorName(error) })
  })
  return store
}

function otherUser(known: Identity | null) {
  return { code: 'database-other-user', name: known?.name ?? null } as const
}

async function setAside(
  options: AccountsOptions,
  account: Account,
  why: { code: 'database-other-site' } | ReturnType<typeof otherUser>,
): Promise<void> {
  const { edits } = await options.localData.setAside(keyOf(account))
  options.notify({ ...why, at: new Date().toISOString(), edits })
}

/** Ends the open account, as it cannot stay open (see AccountEnd). */
async function endAccount(
  options: AccountsOptions,
  current: CurrentAccount,
  account: Account,
  why: AccountEnd,
): Promise<void> {
  const { settings } = options
  const open = current.get()
  if (open?.account !== account) return
  const known = await readIdentity(open.site.store)
  const isWritten = await options.flush()
  settings.update({ lastAccount: null })
  await open.tokens.clear()
  // Closing would lose input that is in the page only. The page stays, and nothing is sent any more.
  if (!isWritten) return options.notify({ code: 'database-failed', message: 'not written' })
  const waiting = countUnsent(await open.site.store.outboxCounts())
  await current.close()
  if (why === 'other-user') await setAside(options, account, otherUser(known))
  else if (why === 'inactive') {
    settings.putServer({ ...account.server, ...knownServer(settings, account), waiting })
    options.notify({ code: 'inactive', at: new Date().toISOString(), edits: waiting })
  } else {
    const { edits, unreadable } = await options.localData.keepOnlyUnsent(keyOf(account))
    settings.putServer({ ...account.server, ...knownServer(settings, account), waiting: edits })
    const at = new Date().toISOString()
    options.notify({ code: 'access-removed', at, server: account.server.name, edits, unreadable })
  }
  options.sendEvent('session.accountChanged', null)
}

/**
 * Closes the damaged database and opens the account again, which creates a new one with the unsent edits
 * (F16).
 */
async function mend(options: AccountsOptions, current: CurrentAccount, account: Account): Promise<void> {
  if (current.get()?.account !== account) return
  // Closing would lose input that is only in the page, so the damaged database stays open until the next
  // start.
  if (!(await options.flush())) {
    return options.notify({ code: 'database-failed', message: 'damaged' })
  }
  await current.close()
  try {
    void (await current.open(account)).connection.check()
  } catch (error) {
    options.log.error('account-not-opened', { error: errorName(error) })
    options.notify(openingNotice(error))
    options.sendEvent('session.accountChanged', null)
    return
  }
  // Input typed while no account was open was not written. It is written now; if that fails, it stays in the
  // page.
  if (await options.flush()) options.reload()
  else options.notify({ code: 'database-failed', message: 'damaged' })
}

export function keyOf({ server, collection, userId }: Account): AccountKey {
  return { serverId: server.id, collection, userId }
}

/** The notice for a database that could not be opened. */
export function openingNotice(error: unknown): Notice {
  const failed: Notice = { code: 'database-failed', message: error instanceof StoreError ? error.code : '' }
  return error instanceof StoreError ? (noticeOf(error) ?? failed) : failed
}

export function knownServer(settings: SettingsStore, account: Account): Partial<ServerInfo> {
  return settings.get().servers.find((server) => server.id === account.server.id) ?? {}
}
