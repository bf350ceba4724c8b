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
import { sweepPictures } from '../server/prefetch/local-pictures.ts'
import { errorName, type Log } from '../log.ts'
import { isShutOut, mayNotEnter, askSession } from '../server/session/session.ts'
import { createApiClient, type ApiClientOptions } from '../server/http/api-client.ts'
import { createCompanion } from '../server/http/companion.ts'
import { createConnection, type Connection, type ContactResult } from '../server/connection.ts'
import { createBackgroundFetch } from '../server/read/fetch-missing.ts'
import { createPrefetch, type Prefetch } from '../server/prefetch/prefetch.ts'
import { createIdleGate } from '../server/prefetch/idle-gate.ts'
import type { HttpTransport } from '../server/http/http-transport.ts'
import { readHello } from '../server/session/probe.ts'
import { loadSchema, refreshSchema } from '../server/read/read-schema.ts'
import { refreshToken, readToken, type TokenJar } from '../server/session/token.ts'
import { LONGEST_RUN_MS } from '../server/send/longest-run.ts'
import { createLockKeeper, type LockKeeper } from '../server/locks/lock-keeper.ts'
import { createEntrySender, type EntrySender } from '../server/send/send-entry.ts'
import { troubleOf } from '../server/answer-shapes.ts'
import type { AsyncStore, SiteContext } from '../server/site-context.ts'
import { identityOf, keepIdentity, readIdentity, samePerson, type Identity } from './identity.ts'
import { isOtherSite, keepSiteId, readSiteId } from './known-site.ts'
import { createUnsentAnnouncer, type UnsentAnnouncer } from '../server/unsent-edits.ts'
import { createNewPasswords } from '../server/session/new-passwords.ts'
import { createTransfers } from '../server/send/transfers.ts'
import { createInactivity, type Inactivity } from '../server/session/inactivity.ts'

export type SendEvent = <N extends EventName>(name: N, payload: EventPayload<N>) => void
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
  /** The policy's decision about the documents to keep here, or null. */
  keepPolicy?: 'all' | 'opened' | null
  /** Largest number of megabytes that the policy allows for them, or null. */
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

export type AccountEnd = 'other-user' | 'access-removed' | 'inactive'

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

const SESSION_RESOURCE = 'session'
const CONTACT_RESOURCE = 'last-contact'
/** Shortest time between two writes of the last contact while the server answers. */
const KEEP_CONTACT_MS = 60_000
/** Number of answers in a row, with a valid session, that must refuse the admin panel before the account ends. */
const SHUT_OUT_TIMES = 2
/** Longest wait for running requests when closing; the rest is resolved at the next start (SY4). */
const SETTLE_MS = 2000

/** Reads the stored data of the site, without network, and starts to ask the server. */
export async function openAccount(options: AccountOptions): Promise<OpenAccount> {
  const { account, store, tokens, log, sendEvent } = options
  const closed = new AbortController()
  const owner = { collection: account.collection, userId: account.userId }
  const companion = createCompanion()
  let schema = await loadSchema({ store, companion, log })
  // A full disk does not prevent reading; the drafts stay until the next start.
  await store.commitLeftDrafts().catch((error: unknown) => {
    log.error('left-drafts-not-queued', { error: errorName(error) })
  })
  // Runs in the background. Referred files are read before an open form can give up a file.
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
  /** True if the person was asked whether to stay, and has done nothing since. */
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
    // Base filters that contain the present time differ with every answer; nothing is fetched again for that.
    if (differsByTimes) return
    sendEvent('session.changed', undefined)
    // Permissions decide about the schema: the server leaves out parts that the user may not see.
    void opened.refreshSchema()
  }

  /** Accepts another site only after it has said who is signed in there. */
  const adoptSite = async (id: string): Promise<void> => {
    const there = createApiClient({ ...clientOptions, site: () => id })
    const answer = await askSession(there, owner)
    if (answer.kind === 'no-answer') return
    if (answer.kind === 'user' && !isPerson(identityOf(answer.info.user))) return void endAs('other-user')
    await keepSiteId(store, id)
    siteId = id
  }

  let contactKept = Number.NEGATIVE_INFINITY
  /** Stores the last contact, which the screen shows after a restart without network. */
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
  /** Counts refusals. Data is removed only after a valid session has been refused twice. */
  const countShutOut = async (isRefused: boolean): Promise<boolean> => {
    shutOut = isRefused && (await isShutOut(client, owner)) ? shutOut + 1 : 0
    return shutOut >= SHUT_OUT_TIMES
  }
  const isPerson = (met: Identity): boolean => person === null || samePerson(person, met)

  const ask = async (): Promise<ContactResult> => {
    if (end !== null) return { status: 'signed-out' }
    const token = await tokenOfOwner()
    if (token === null) {
      // Nobody is signed in; the screen still tells whether the server answers.
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

  /** Renews the token of an active person, and always if they chose to stay signed in. */
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
    // The person may have signed in or out during the request.
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

  /** Fetches the schema. If language or permissions changed during the request, it asks again. */
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
      // A running request was meant for the previous site.
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

/** True for sessions that only differ in the times of their base filters. */
function sameButForTimes(a: SessionInfo | null, b: SessionInfo | null): boolean {
  if (a === null || b === null) return a === b
  const timeless = (info: SessionInfo): Json => ({ ...info, baseFilters: withoutTimes(info.baseFilters) })
  return sameJson(timeless(a), timeless(b))
}

/** The token, unless it belongs to another user: the partition is per server, not per user (SY2). */
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
