import { refKey } from '../../shared/cms/doc-ref.ts'
import { canReadAll } from '../../shared/cms/permissions.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'
import type { Account, ConnectionState, RefreshResult, SessionInfo } from '../../shared/ipc.ts'
import { own } from '../../shared/json.ts'
import type { FileFolder } from '../files/file-folder.ts'
import type { SendEvent } from '../ipc/events.ts'
import { errorName, type Log } from '../log.ts'
import { createConnection, type Connection } from '../server/connection.ts'
import { createCompanion } from '../server/http/companion.ts'
import type { HttpTransport } from '../server/http/http-transport.ts'
import { createLockKeeper, type LockKeeper } from '../server/locks/lock-keeper.ts'
import { createIdleGate } from '../server/prefetch/idle-gate.ts'
import { sweepPictures } from '../server/prefetch/local-pictures.ts'
import { createPrefetch, type Prefetch } from '../server/prefetch/prefetch.ts'
import { createBackgroundFetch } from '../server/read/fetch-missing.ts'
import { loadSchema, refreshSchema } from '../server/read/read-schema.ts'
import { LONGEST_RUN_MS } from '../server/send/look-up-write.ts'
import { createEntrySender, type EntrySender } from '../server/send/send-entry.ts'
import { createTransfers } from '../server/send/transfers.ts'
import { createInactivity, type Inactivity } from '../server/session/inactivity.ts'
import { createNewPasswords } from '../server/session/new-passwords.ts'
import type { TokenJar } from '../server/session/token.ts'
import type { AsyncStore, SiteContext } from '../server/site-context.ts'
import { createUnsentAnnouncer, type UnsentAnnouncer } from '../server/unsent-edits.ts'
import {
  loadLastContact,
  openAccountSession,
  sameButForTimes,
  type AccountEnd,
  type AccountSession,
} from './account-session.ts'
import type { Identity } from './identity.ts'

export type ClosableStore = AsyncStore & { close: () => Promise<void> }

export type AccountOptions = {
  account: Account
  store: ClosableStore
  /** The folder of pending files. */
  files: FileFolder
  transport: HttpTransport
  tokens: TokenJar
  /** The API route and cookie prefix of the site; the usual ones by default. */
  site?: { api: string; cookiePrefix: string }
  language: () => string
  sendEvent: SendEvent
  /** The policy's decision about which documents to keep on this computer; null: none. */
  keepPolicy?: 'all' | 'opened' | null
  /** The policy's limit for documents kept on this computer, in megabytes; null: none. */
  maxMegabytes?: number | null
  isOnBattery?: () => boolean
  /** Longest time that the server may work on a request without an answer; LONGEST_RUN_MS by default. */
  longestRunMs?: number
  /**
   * The account cannot stay open: its id belongs to another person (F15), the user may not enter the admin panel, or
   * the session ended without activity. Called once; nothing is sent from then on.
   */
  onEnd?: (why: AccountEnd) => void
  log: Log
}

/** A signed-in user with their database, server and connection (SY2). */
export type OpenAccount = {
  account: Account
  tokens: TokenJar
  /** The token of this person; null: there is none, it is another user's, or the account has ended. */
  ownToken: () => Promise<string | null>
  site: SiteContext
  connection: Connection
  sender: EntrySender
  locks: LockKeeper
  unsent: UnsentAnnouncer
  backgroundFetch: ReturnType<typeof createBackgroundFetch>
  prefetch: Prefetch
  /** The person does something, so background work pauses. */
  personActs: () => void
  inactivity: Inactivity
  session: () => SessionInfo | null
  /** True if the account has ended (`onEnd`) and sends nothing more. */
  hasEnded: () => boolean
  /** True if a user with the same id is the person who owns the database. */
  isPerson: (met: Identity) => boolean
  /** False if this site id is not the one of the database. */
  isSite: (id: string | null) => boolean
  /**
   * Stores the id of the other site that answered last, unless somebody else is signed in there. Asks the server at
   * once.
   */
  acceptSite: () => Promise<ConnectionState>
  schema: () => SiteSchema | null
  refreshSchema: () => Promise<RefreshResult>
  /** Stops all work and closes the database. Running requests get a moment to finish. */
  close: () => Promise<void>
}

/** Longest wait for running requests when closing; the rest is resolved at the next start (SY4). */
const SETTLE_MS = 2000

/** Reads the stored data of the site, without network. The caller then asks the server (`connection.check`). */
export async function openAccount(options: AccountOptions): Promise<OpenAccount> {
  const { account, store, tokens, log, sendEvent } = options
  const closed = new AbortController()
  const companion = createCompanion()
  const storedSchema = await loadSchema({ store, companion, log })
  await readyStore(options)
  const inactivity = createInactivity()
  const session = await openAccountSession({
    account,
    store,
    transport: options.transport,
    tokens,
    ...(options.site && { site: options.site }),
    language: options.language,
    inactivity,
    onSchema: companion.named,
    // Permissions decide about the schema: the server leaves out parts that the user may not see.
    onChanged: () => void schema.refresh(),
    ...(options.onEnd && { onEnd: options.onEnd }),
    sendEvent,
    log,
  })
  const connection = createConnection({
    lastContact: await loadLastContact(store),
    ask: session.ask,
    onContact: (state) => sendEvent('connection.changed', state),
    onChange: (state) => {
      log.info('connection', { status: state.status, problem: state.problem?.code ?? null })
      sendEvent('connection.changed', state)
      if (state.status !== 'online') return
      void schema.refresh()
      work.prefetch.look()
      work.locks.online()
      work.unsent.online()
    },
  })
  const site: SiteContext = {
    client: session.client,
    store,
    files: options.files,
    transfers: createTransfers((state) => sendEvent('outbox.progress', state)),
    newPasswords: createNewPasswords(),
    schema: () => schema.current(),
    companion,
    readsAll: ({ kind, slug }) => {
      const info = session.info()
      return info !== null && canReadAll(info.permissions, kind, slug)
    },
    baseFilter: (slug) => own(session.info()?.baseFilters ?? {}, slug) ?? null,
    checkConnection: () => connection.check(),
    refreshSchema: () => schema.refresh(),
    contacted: () => connection.contacted(),
    longestRunMs: options.longestRunMs ?? LONGEST_RUN_MS,
    log,
    closed: closed.signal,
  }
  const schema = createAccountSchema(
    { stored: storedSchema, site, session, language: options.language },
    () => {
      sendEvent('schema.changed', undefined)
      work.prefetch.look()
      work.unsent.changed()
    },
  )
  const { idleGate, ...work } = await startWork(options, { site, session, connection })

  return {
    account,
    tokens,
    ownToken: session.ownToken,
    site,
    connection,
    ...work,
    personActs: idleGate.personActs,
    inactivity,
    session: session.info,
    hasEnded: session.hasEnded,
    isPerson: session.isPerson,
    isSite: session.isSite,
    acceptSite: () => acceptSite(session, connection),
    schema: schema.current,
    refreshSchema: schema.refresh,
    close: async () => {
      const { locks, sender, unsent, backgroundFetch, prefetch } = work
      const released = Promise.all([locks.releaseAll(), unsent.now()])
      unsent.end()
      connection.close()
      closed.abort()
      await Promise.race([
        Promise.all([sender.idle(), released, backgroundFetch.idle(), prefetch.idle(), schema.idle()]),
        new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
      ])
      await options.files.close()
      await store.close()
    },
  }
}

/** Queues the drafts that the last run of the program left, and removes files that nothing refers to any more. */
async function readyStore({ store, files, log }: AccountOptions): Promise<void> {
  // A full disk does not prevent reading; the drafts stay until the next start.
  await store.commitLeftDrafts().catch((error: unknown) => {
    log.error('left-drafts-not-queued', { error: errorName(error) })
  })
  // Runs in the background. Referred files are read before an open form can give up a file.
  void files.sweep(store.referredFiles).catch((error: unknown) => {
    log.warn('files-not-swept', { error: errorName(error) })
  })
}

/** Starts the background work of an open account: sending, locks and prefetch. */
async function startWork(
  options: AccountOptions,
  { site, session, connection }: { site: SiteContext; session: AccountSession; connection: Connection },
) {
  const { account, store, sendEvent } = options
  void sweepPictures(site).catch((error: unknown) => {
    if (!site.closed.aborted) site.log.warn('pictures-not-swept', { error: errorName(error) })
  })
  const locks = createLockKeeper({
    site,
    me: () => userOf(session.info(), account.collection),
    connection: () => connection.state().status,
    hasUnsent: async (ref) => {
      const unsent = await store.unsentDocuments()
      return unsent.some((one) => refKey(one) === refKey(ref))
    },
    onChange: (ref, lock) => sendEvent('locks.changed', { ref, lock }),
  })
  const idleGate = createIdleGate()
  return {
    locks,
    sender: createEntrySender(site, locks),
    unsent: createUnsentAnnouncer({ site, isOnline: () => connection.state().status === 'online' }),
    backgroundFetch: createBackgroundFetch(site),
    idleGate,
    prefetch: await createPrefetch({
      site,
      session: session.info,
      connection: () => connection.state().status,
      idleGate,
      isOnBattery: options.isOnBattery ?? (() => false),
      policy: options.keepPolicy ?? null,
      maxMegabytes: options.maxMegabytes ?? null,
      onChange: (state) => sendEvent('prefetch.changed', state),
    }),
  }
}

async function acceptSite(session: AccountSession, connection: Connection): Promise<ConnectionState> {
  if (connection.state().problem?.code === 'other-site') await session.acceptOtherSite()
  const state = await connection.check()
  // The check may have joined a request that was sent for the previous site, so an offline result is checked
  // again.
  return state.status === 'offline' ? connection.check() : state
}

/** The schema of the account's site: the stored one, until the server has sent a newer one. */
function createAccountSchema(
  parts: {
    stored: SiteSchema | null
    site: SiteContext
    session: AccountSession
    language: () => string
  },
  onChanged: () => void,
) {
  const { site, session, language } = parts
  let schema = parts.stored
  let refreshing: Promise<RefreshResult> | null = null

  /** Fetches the schema. If language or permissions changed during the request, it asks again. */
  const ask = async (): Promise<RefreshResult> => {
    const [askedIn, askedAs] = [language(), session.info()]
    const result = await refreshSchema(site, (next) => {
      schema = next
      onChanged()
    })
    const isAsAsked = askedIn === language() && sameButForTimes(askedAs, session.info())
    return isAsAsked || site.closed.aborted ? result : ask()
  }

  return {
    current: () => schema,
    /** Simultaneous calls share one request. */
    refresh: (): Promise<RefreshResult> => {
      refreshing ??= ask()
        .catch((error: unknown): RefreshResult => {
          site.log.error('schema-refresh-failed', { error: errorName(error) })
          return { outcome: 'failed', message: '' }
        })
        .finally(() => {
          refreshing = null
        })
      return refreshing
    },
    /** Resolves when no request runs any more. */
    idle: async () => void (await refreshing),
  }
}

/** The signed-in user. The id has the site's own type, number or string. */
function userOf(
  session: SessionInfo | null,
  collection: string,
): { collection: string; id: string | number } | null {
  const id = session?.user['id']
  return typeof id === 'string' || typeof id === 'number' ? { collection, id } : null
}
