import * as v from 'valibot'
import { refKey } from '../../shared/cms/doc-ref.ts'
import { canReadAll } from '../../shared/cms/permissions.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'
import {
  sessionInfo,
  type Account,
  type ConnectionState,
  type EventName,
  type EventPayload,
  type RefreshResult,
  type SessionInfo,
} from '../../shared/ipc.ts'
import { own, sameJson, type Json } from '../../shared/json.ts'
import { withoutTimes } from '../../shared/lists/base-filter.ts'
import type { FileFolder } from '../files/file-folder.ts'
import { sweepPictures } from '../files/sweep-pictures.ts'
import { errorName, type Log } from '../log.ts'
import { isShutOut, mayNotEnter } from '../server/session/shut-out.ts'
import { createApiClient, type ApiClientOptions } from '../server/http/api-client.ts'
import { createCompanion } from '../server/http/companion.ts'
import { createConnection, type Connection, type ContactResult } from '../server/connection.ts'
import { createBackgroundFetch } from '../server/read/fetch-missing.ts'
import { createPrefetch, type Prefetch } from '../server/prefetch/prefetch.ts'
import { createIdleGate } from '../server/prefetch/idle-gate.ts'
import type { HttpTransport } from '../server/http/http-transport.ts'
import { readHello } from '../server/session/probe.ts'
import { loadSchema, refreshSchema } from '../server/read/read-schema.ts'
import { refreshToken } from '../server/session/refresh-token.ts'
import { LONGEST_RUN_MS } from '../server/send/longest-run.ts'
import { createLockKeeper, type LockKeeper } from '../server/locks/lock-keeper.ts'
import { createEntrySender, type EntrySender } from '../server/send/send-entry.ts'
import { troubleOf } from '../server/server-trouble.ts'
import { askSession } from '../server/session/session.ts'
import type { AsyncStore, SiteContext } from '../server/site-context.ts'
import { identityOf, keepIdentity, readIdentity, samePerson, type Identity } from './identity.ts'
import { isOtherSite, keepSiteId, readSiteId } from './known-site.ts'
import { createUnsentAnnouncer, type UnsentAnnouncer } from '../server/unsent/announce-unsent.ts'
import { createNewPasswords } from '../server/session/new-passwords.ts'
import { createTransfers } from '../server/send/transfers.ts'
import { createInactivity, type Inactivity } from '../server/session/inactivity.ts'
import { readToken, type TokenJar } from '../server/session/token.ts'

export type SendEvent = <N extends EventName>(name: N, payload: EventPayload<N>) => void
export type ClosableStore = AsyncStore & { close: () => Promise<void> }

export type AccountOptions = {
  account: Account
  store: ClosableStore
  /** What waits to be sent with its document. */
  files: FileFolder
  transport: HttpTransport
  tokens: TokenJar
  /** How the site is reached; as most are where nothing is said. */
  site?: { api: string; cookiePrefix: string }
  language: () => string
  sendEvent: SendEvent
  /** What the policy of this computer says is to be kept here, or null. */
  keepPolicy?: 'all' | 'opened' | null
  /** The most megabytes that the policy allows for it, or null. */
  maxMegabytes?: number | null
  isOnBattery?: () => boolean
  /** How long a request without an answer may be worked on; LONGEST_RUN_MS where nothing is said. */
  longestRunMs?: number
  /**
   * The account cannot stay open: the id belongs to somebody else by now (F15), the user may not enter the admin panel
   * any more, or nobody was there until the session ended. Called once; nothing is sent from then on.
   */
  onEnd?: (why: AccountEnd) => void
  log: Log
}

export type AccountEnd = 'other-user' | 'access-removed' | 'inactive'

/** One signed-in user with all that works for them: database, server, connection (SY2). */
export type OpenAccount = {
  account: Account
  tokens: TokenJar
  /** The token for requests as this person; null: there is none, it is another user's, or the account has ended. */
  ownToken: () => Promise<string | null>
  site: SiteContext
  connection: Connection
  sender: EntrySender
  locks: LockKeeper
  unsent: UnsentAnnouncer
  backgroundFetch: ReturnType<typeof createBackgroundFetch>
  prefetch: Prefetch
  /** The person does something: what is in the background waits. */
  personActs: () => void
  inactivity: Inactivity
  session: () => SessionInfo | null
  /** Whether it cannot stay open (`onEnd`): nothing is sent any more. */
  hasEnded: () => boolean
  /** Whether a user of the same id is the person whose database this is. */
  isPerson: (met: Identity) => boolean
  /** True unless the site of this id is another one than the database's. */
  isSite: (id: string | null) => boolean
  /** Keeps the id of the other site that answered last, unless somebody else is signed in there. Asks the server now. */
  acceptSite: () => Promise<ConnectionState>
  schema: () => SiteSchema | null
  refreshSchema: () => Promise<RefreshResult>
  /** Ends all work and closes the database. Requests that are on their way get a moment to be settled. */
  close: () => Promise<void>
}

const SESSION_RESOURCE = 'session'
const CONTACT_RESOURCE = 'last-contact'
/** How often at most the time of the last contact is written while all is well. */
const KEEP_CONTACT_MS = 60_000
/** How often in a row a live session must say that its user may not enter the admin panel. */
const SHUT_OUT_TIMES = 2
/** How long closing waits for requests that are on their way; what is left is sorted out at the next start (SY4). */
const SETTLE_MS = 2000

/** Reads what the database knows of the site, without network, and begins to ask the server. */
export async function openAccount(options: AccountOptions): Promise<OpenAccount> {
  const { account, store, tokens, log, sendEvent } = options
  const closed = new AbortController()
  const owner = { collection: account.collection, userId: account.userId }
  const companion = createCompanion()
  let schema = await loadSchema({ store, companion, log })
  // A full disk keeps nobody from reading; the drafts stay where they are until the next start.
  await store.commitLeftDrafts().catch((error: unknown) => {
    log.error('left-drafts-not-queued', { error: errorName(error) })
  })
  // Nobody waits for it. What is referred to is asked of the reader before a form can be open that gives a file up.
  void options.files.sweep(store.referredFiles).catch((error: unknown) => {
    log.warn('files-not-swept', { error: errorName(error) })
  })
  let session = await loadSession(store)
  let person = await readIdentity(store)
  let siteId = await readSiteId(store)
  let otherSiteId: string | null = null
  let end: AccountEnd | null = null
  let shutOut = 0
  let refreshing: Promise<RefreshResult> | null = null
  const inactivity = createInactivity()
  /** The person was asked whether to stay, and did nothing since. */
  let isEnding = false

  const tokenOfOwner = async (): Promise<string | null> => (end === null ? readOwnToken(tokens, owner) : null)

  const clientOptions: ApiClientOptions = {
    baseUrl: account.server.url,
    ...(options.site && { api: options.site.api }),
    transport: options.transport,
    token: tokenOfOwner,
    site: () => siteId,
    onOtherSite: (id) => (otherSiteId = id),
    language: options.language,
    onSchema: companion.named,
    log,
  }
  const client = createApiClient(clientOptions)

  const adoptSession = async (info: SessionInfo): Promise<void> => {
    if (sameJson(info, session)) return
    const differsByTimes = sameButForTimes(info, session)
    session = info
    await store.putResource({ key: SESSION_RESOURCE, value: info, etag: null })
    // A base filter that names the present is another one with every answer; nothing is asked anew for that.
    if (differsByTimes) return
    sendEvent('session.changed', undefined)
    // Other permissions may mean another schema: the server leaves out what the user may not see.
    void opened.refreshSchema()
  }

  /** Nothing is sent to the site before it has said who is signed in there. */
  const adoptSite = async (id: string): Promise<void> => {
    const there = createApiClient({ ...clientOptions, site: () => id })
    const answer = await askSession(there, owner)
    if (answer.kind === 'no-answer') return
    if (answer.kind === 'user' && !isPerson(identityOf(answer.info.user))) return void endAs('other-user')
    await keepSiteId(store, id)
    siteId = id
  }

  let contactKept = Number.NEGATIVE_INFINITY
  /** For the words on the screen after a restart without network. */
  const keepContact = (time: string): void => {
    if (performance.now() - contactKept < KEEP_CONTACT_MS) return
    contactKept = performance.now()
    store
      .putResource({ key: CONTACT_RESOURCE, value: time, etag: null })
      .catch((error: unknown) => log.warn('contact-not-kept', { error: errorName(error) }))
  }

  const endAs = (why: AccountEnd): ContactResult => {
    if (end === null) options.onEnd?.(why)
    end = why
    return { status: 'signed-out' }
  }
  /** A refusal alone removes nothing: a live session has to say twice that it may not enter. */
  const countShutOut = async (isRefused: boolean): Promise<boolean> => {
    shutOut = isRefused && (await isShutOut(client, owner)) ? shutOut + 1 : 0
    return shutOut >= SHUT_OUT_TIMES
  }
  const isPerson = (met: Identity): boolean => person === null || samePerson(person, met)

  const ask = async (): Promise<ContactResult> => {
    if (end !== null) return { status: 'signed-out' }
    const token = await tokenOfOwner()
    if (token === null) {
      // Nobody is signed in; whether the server is there still matters for the words on the screen.
      const hello = await client.request({ method: 'GET', path: '/desktop', authenticated: false })
      if (readHello(hello)) return { status: 'signed-out' }
      return { status: 'offline', problem: troubleOf(hello) ?? { code: 'portal', detail: 'other JSON' } }
    }
    const answer = await askSession(client, owner)
    if (answer.kind === 'no-answer') return { status: 'offline', problem: answer.problem }
    if (answer.kind === 'user' && !isPerson(identityOf(answer.info.user))) return endAs('other-user')
    const isRefused =
      answer.kind === 'user' ? mayNotEnter(answer.info.permissions) : answer.kind === 'refused'
    if (await countShutOut(isRefused)) return endAs('access-removed')
    if (answer.kind !== 'user') {
      const isInactive = answer.kind === 'nobody' && isEnding && !inactivity.hasActed()
      return isInactive ? endAs('inactive') : { status: 'signed-out' }
    }
    if (siteId === null && answer.site !== null) {
      siteId = answer.site
      await keepSiteId(store, siteId)
    }
    person = await keepIdentity(store, person, identityOf(answer.info.user))
    await adoptSession(answer.info)
    keepContact(new Date().toISOString())
    await keepSession(token, answer.date)
    return { status: 'online' }
  }

  /** Renews the token of whoever is there; who asked to stay signed in on this computer always is. */
  const keepSession = async (token: string, serverDate: string | null): Promise<void> => {
    const stays = session?.autoRefresh === true || (await tokens.isKept())
    const due = inactivity.judge(token, serverDate, stays)
    if (due === 'renew') await renewToken(token)
    if (isEnding || due === 'ask') sendEvent('session.ending', { isNear: due === 'ask' })
    isEnding = due === 'ask'
  }

  const renewToken = async (old: string): Promise<void> => {
    const fresh = await refreshToken(client, {
      collection: account.collection,
      cookiePrefix: options.site?.cookiePrefix ?? 'payload',
    })
    // Somebody may have signed in or out while the question was on its way.
    if (fresh === null || (await tokens.get()) !== old) return
    const kept = await tokens.isKept()
    await tokens.set(fresh, kept)
    log.info('token-renewed')
  }

  const connection = createConnection({
    lastContact: await loadLastContact(store),
    ask,
    onContact: (state) => sendEvent('connection.changed', state),
    onChange: (state) => {
      log.info('connection', { status: state.status, problem: state.problem?.code ?? null })
      sendEvent('connection.changed', state)
      if (state.status !== 'online') return
      void opened.refreshSchema()
      opened.prefetch.look()
      opened.locks.online()
      opened.unsent.online()
    },
  })

  const site: SiteContext = {
    client,
    store,
    files: options.files,
    transfers: createTransfers((state) => sendEvent('outbox.progress', state)),
    newPasswords: createNewPasswords(),
    schema: () => schema,
    companion,
    readsAll: ({ kind, slug }) => session !== null && canReadAll(session.permissions, kind, slug),
    baseFilter: (slug) => (session && own(session.baseFilters, slug)) ?? null,
    checkConnection: () => connection.check(),
    refreshSchema: () => opened.refreshSchema(),
    contacted: () => connection.contacted(),
    longestRunMs: options.longestRunMs ?? LONGEST_RUN_MS,
    log,
    closed: closed.signal,
  }
  void sweepPictures(site).catch((error: unknown) => {
    if (!closed.signal.aborted) log.warn('pictures-not-swept', { error: errorName(error) })
  })
  const locks = createLockKeeper({
    site,
    me: () => userOf(session, account.collection),
    connection: () => connection.state().status,
    hasUnsent: async (ref) => {
      const unsent = await store.unsentDocuments()
      return unsent.some((one) => refKey(one) === refKey(ref))
    },
    onChange: (ref, lock) => sendEvent('locks.changed', { ref, lock }),
  })
  const sender = createEntrySender(site, locks)
  const unsent = createUnsentAnnouncer({ site, isOnline: () => connection.state().status === 'online' })
  const backgroundFetch = createBackgroundFetch(site)
  const idleGate = createIdleGate()
  const prefetch = await createPrefetch({
    site,
    session: () => session,
    connection: () => connection.state().status,
    idleGate,
    isOnBattery: options.isOnBattery ?? (() => false),
    policy: options.keepPolicy ?? null,
    maxMegabytes: options.maxMegabytes ?? null,
    onChange: (state) => sendEvent('prefetch.changed', state),
  })

  /** In the language, and for the permissions, of when the answer is there: else it is asked anew. */
  const askSchema = async (): Promise<RefreshResult> => {
    const [language, askedFor] = [options.language(), session]
    const result = await refreshSchema(site, (next) => {
      schema = next
      sendEvent('schema.changed', undefined)
      opened.prefetch.look()
      opened.unsent.changed()
    })
    const isAsAsked = language === options.language() && sameButForTimes(askedFor, session)
    return isAsAsked || closed.signal.aborted ? result : askSchema()
  }

  const opened: OpenAccount = {
    account,
    tokens,
    ownToken: tokenOfOwner,
    site,
    connection,
    sender,
    locks,
    unsent,
    backgroundFetch,
    prefetch,
    personActs: idleGate.personActs,
    inactivity,
    session: () => session,
    hasEnded: () => end !== null,
    isPerson,
    isSite: (id) => !isOtherSite(siteId, id),
    acceptSite: async () => {
      if (connection.state().problem?.code === 'other-site' && otherSiteId !== null)
        await adoptSite(otherSiteId)
      const state = await connection.check()
      // A question that was on its way was meant for the site of before.
      return state.status === 'offline' ? connection.check() : state
    },
    schema: () => schema,
    refreshSchema: () => {
      refreshing ??= askSchema()
        .catch((error: unknown): RefreshResult => {
          log.error('schema-refresh-failed', { error: errorName(error) })
          return { outcome: 'failed', message: '' }
        })
        .finally(() => {
          refreshing = null
        })
      return refreshing
    },
    close: async () => {
      const released = Promise.all([locks.releaseAll(), unsent.now()])
      unsent.end()
      connection.close()
      closed.abort()
      await Promise.race([
        Promise.all([sender.idle(), released, backgroundFetch.idle(), prefetch.idle(), refreshing]),
        new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
      ])
      await options.files.close()
      await store.close()
    },
  }
  return opened
}

/** True for sessions that are the same but for the times that base filters name. */
function sameButForTimes(a: SessionInfo | null, b: SessionInfo | null): boolean {
  if (a === null || b === null) return a === b
  const timeless = (info: SessionInfo): Json => ({ ...info, baseFilters: withoutTimes(info.baseFilters) })
  return sameJson(timeless(a), timeless(b))
}

/** The token, unless it says that it is another user's: the partition is per server, not per user (SY2). */
async function readOwnToken(
  tokens: TokenJar,
  owner: { collection: string; userId: string },
): Promise<string | null> {
  const token = await tokens.get()
  if (token === null) return null
  const { userId, collection } = readToken(token)
  if (userId !== null && userId !== owner.userId) return null
  return collection !== null && collection !== owner.collection ? null : token
}

/** The signed-in user with the id as the site has it. */
function userOf(
  session: SessionInfo | null,
  collection: string,
): { collection: string; id: string | number } | null {
  const id = session?.user['id']
  return typeof id === 'string' || typeof id === 'number' ? { collection, id } : null
}

async function loadLastContact(store: AsyncStore): Promise<string | null> {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.isoTimestamp()),
    (await store.getResource(CONTACT_RESOURCE))?.value,
  )
  return parsed.success ? parsed.output : null
}

async function loadSession(store: AsyncStore): Promise<SessionInfo | null> {
  const resource = await store.getResource(SESSION_RESOURCE)
  const parsed = v.safeParse(sessionInfo, resource?.value)
  return parsed.success ? parsed.output : null
}
