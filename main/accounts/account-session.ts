import * as v from 'valibot'
import { sessionInfo, type Account, type SessionInfo } from '../../shared/ipc.ts'
import { sameJson, type Json } from '../../shared/json.ts'
import { withoutTimes } from '../../shared/lists/base-filter.ts'
import type { SendEvent } from '../ipc/events.ts'
import { errorName, type Log } from '../log.ts'
import { troubleOf } from '../server/answer-shapes.ts'
import type { ContactResult } from '../server/connection.ts'
import { createApiClient, type ApiClient, type ApiClientOptions } from '../server/http/api-client.ts'
import type { HttpTransport } from '../server/http/http-transport.ts'
import type { Inactivity } from '../server/session/inactivity.ts'
import { readHello } from '../server/session/probe.ts'
import { askSession, isShutOut, mayNotEnter } from '../server/session/session.ts'
import { readToken, refreshToken, type TokenJar } from '../server/session/token.ts'
import type { AsyncStore } from '../server/site-context.ts'
import {
  identityOf,
  isOtherSite,
  keepIdentity,
  keepSiteId,
  readIdentity,
  readSiteId,
  samePerson,
  type Identity,
} from './identity.ts'

/**
 * The reason why an account cannot stay open: its id belongs to another person (F15), the user may not enter the admin
 * panel, or the session ended without activity.
 */
export type AccountEnd = 'other-user' | 'access-removed' | 'inactive'

export type AccountSessionOptions = {
  account: Account
  store: AsyncStore
  transport: HttpTransport
  tokens: TokenJar
  /** The API route and cookie prefix of the site; the usual ones by default. */
  site?: { api: string; cookiePrefix: string }
  language: () => string
  inactivity: Inactivity
  /** Called with the hash of the schema that an answer names; see ApiClientOptions. */
  onSchema: NonNullable<ApiClientOptions['onSchema']>
  /** Called when the stored session has changed by more than the times of its base filters. */
  onChanged: () => void
  /** Called once, when the account cannot stay open; nothing is sent from then on. */
  onEnd?: (why: AccountEnd) => void
  sendEvent: SendEvent
  log: Log
}

/** The person who is signed in with an open account, the site they are signed in at, and the end of both. */
export type AccountSession = {
  client: ApiClient
  /** The token of this person; null: there is none, it is another user's, or the account has ended. */
  ownToken: () => Promise<string | null>
  info: () => SessionInfo | null
  hasEnded: () => boolean
  /** True if a user with the same id is the person who owns the database. */
  isPerson: (met: Identity) => boolean
  /** True unless this site id and that of the database are both known and differ. */
  isSite: (id: string | null) => boolean
  /** Stores the id of the other site that answered last, unless somebody else is signed in there. */
  acceptOtherSite: () => Promise<void>
  /** Asks the server who is signed in. */
  ask: () => Promise<ContactResult>
}

const SESSION_RESOURCE = 'session'
const CONTACT_RESOURCE = 'last-contact'
/** Shortest time between two writes of the last contact while the server answers. */
const KEEP_CONTACT_MS = 60_000
/** Number of answers in a row, with a valid session, that must refuse the admin panel before the account ends. */
const SHUT_OUT_TIMES = 2

/** Reads the stored session, without network. */
export async function openAccountSession(options: AccountSessionOptions): Promise<AccountSession> {
  const { account, store, tokens, sendEvent } = options
  const owner = { collection: account.collection, userId: account.userId }
  let session = await loadSession(store)
  let person = await readIdentity(store)
  let siteId = await readSiteId(store)
  let otherSiteId: string | null = null
  let end: AccountEnd | null = null

  const ownToken = async (): Promise<string | null> => (end === null ? readOwnToken(tokens, owner) : null)
  const clientOptions: ApiClientOptions = {
    baseUrl: account.server.url,
    ...(options.site && { api: options.site.api }),
    transport: options.transport,
    token: ownToken,
    site: () => siteId,
    onOtherSite: (id) => (otherSiteId = id),
    language: options.language,
    onSchema: options.onSchema,
    log: options.log,
  }
  const client = createApiClient(clientOptions)

  const keepContact = createContactKeeper(options)
  const isShutOutForGood = createShutOutCount(() => isShutOut(client, owner))
  const keepSession = createSessionKeeper(options, client)

  const endAs = (why: AccountEnd): ContactResult => {
    if (end === null) options.onEnd?.(why)
    end = why
    return { status: 'signed-out' }
  }
  const isPerson = (met: Identity): boolean => person === null || samePerson(person, met)

  const adoptSession = async (info: SessionInfo): Promise<void> => {
    if (sameJson(info, session)) return
    const differsByTimes = sameButForTimes(info, session)
    session = info
    await store.putResource({ key: SESSION_RESOURCE, value: info, etag: null })
    // A base filter that contains the present time differs in every answer, which is no reason to fetch
    // anything again.
    if (differsByTimes) return
    sendEvent('session.changed', undefined)
    options.onChanged()
  }

  /**
   * Asks the other site who is signed in there, and stores its id; if that is another person, the account
   * ends.
   */
  const adoptSite = async (id: string): Promise<void> => {
    const there = createApiClient({ ...clientOptions, site: () => id })
    const answer = await askSession(there, owner)
    if (answer.kind === 'no-answer') return
    if (answer.kind === 'user' && !isPerson(identityOf(answer.info.user))) return void endAs('other-user')
    await keepSiteId(store, id)
    siteId = id
  }

  const ask = async (): Promise<ContactResult> => {
    if (end !== null) return { status: 'signed-out' }
    const token = await ownToken()
    if (token === null) return askStranger(client)
    const answer = await askSession(client, owner)
    if (answer.kind === 'no-answer') return { status: 'offline', problem: answer.problem }
    if (answer.kind === 'user' && !isPerson(identityOf(answer.info.user))) return endAs('other-user')
    const isRefused =
      answer.kind === 'user' ? mayNotEnter(answer.info.permissions) : answer.kind === 'refused'
    if (await isShutOutForGood(isRefused)) return endAs('access-removed')
    if (answer.kind !== 'user') {
      const isInactive = answer.kind === 'nobody' && keepSession.isInactive()
      return isInactive ? endAs('inactive') : { status: 'signed-out' }
    }
    if (siteId === null && answer.site !== null) {
      siteId = answer.site
      await keepSiteId(store, siteId)
    }
    person = await keepIdentity(store, person, identityOf(answer.info.user))
    await adoptSession(answer.info)
    keepContact(new Date().toISOString())
    await keepSession.keep(token, answer)
    return { status: 'online' }
  }

  return {
    client,
    ownToken,
    info: () => session,
    hasEnded: () => end !== null,
    isPerson,
    isSite: (id) => !isOtherSite(siteId, id),
    acceptOtherSite: async () => {
      if (otherSiteId !== null) await adoptSite(otherSiteId)
    },
    ask,
  }
}

/**
 * Checks without a session whether the site and its plugin answer, as the screen tells that to signed-out
 * users too.
 */
async function askStranger(client: ApiClient): Promise<ContactResult> {
  const hello = await client.request({ method: 'GET', path: '/desktop', authenticated: false })
  if (readHello(hello)) return { status: 'signed-out' }
  return { status: 'offline', problem: troubleOf(hello) ?? { code: 'portal', detail: 'other JSON' } }
}

/** Stores the time of the last contact, which the screen shows after a restart without network. */
function createContactKeeper({ store, log }: Pick<AccountSessionOptions, 'store' | 'log'>) {
  let keptAt = Number.NEGATIVE_INFINITY
  return (time: string): void => {
    if (performance.now() - keptAt < KEEP_CONTACT_MS) return
    keptAt = performance.now()
    store
      .putResource({ key: CONTACT_RESOURCE, value: time, etag: null })
      .catch((error: unknown) => log.warn('contact-not-kept', { error: errorName(error) }))
  }
}

/** Counts refusals in a row. Data is removed only after a valid session has been refused twice. */
function createShutOutCount(isShutOutNow: () => Promise<boolean>) {
  let times = 0
  return async (isRefused: boolean): Promise<boolean> => {
    times = isRefused && (await isShutOutNow()) ? times + 1 : 0
    return times >= SHUT_OUT_TIMES
  }
}

/** Renews the token while the person is active or stays signed in; otherwise asks them before it ends. */
function createSessionKeeper(options: AccountSessionOptions, client: ApiClient) {
  const { tokens, inactivity, sendEvent } = options
  /** True if the person was asked, after the last answer, whether to stay. */
  let isEnding = false
  return {
    isInactive: (): boolean => isEnding && !inactivity.hasActed(),
    keep: async (
      token: string,
      { info, date }: { info: SessionInfo; date: string | null },
    ): Promise<void> => {
      const stays = info.autoRefresh || (await tokens.isKept())
      const due = inactivity.judge(token, date, stays)
      if (due === 'renew') await renewToken(options, client, token)
      if (isEnding || due === 'ask') sendEvent('session.ending', { isNear: due === 'ask' })
      isEnding = due === 'ask'
    },
  }
}

async function renewToken(
  { account, tokens, site, log }: AccountSessionOptions,
  client: ApiClient,
  old: string,
): Promise<void> {
  const fresh = await refreshToken(client, {
    collection: account.collection,
    cookiePrefix: site?.cookiePrefix ?? 'payload',
  })
  // The person may have signed in or out during the request.
  if (fresh === null || (await tokens.get()) !== old) return
  const kept = await tokens.isKept()
  await tokens.set(fresh, kept)
  log.info('token-renewed')
}

/** True for sessions that only differ in the times of their base filters. */
export function sameButForTimes(a: SessionInfo | null, b: SessionInfo | null): boolean {
  if (a === null || b === null) return a === b
  const timeless = (info: SessionInfo): Json => ({ ...info, baseFilters: withoutTimes(info.baseFilters) })
  return sameJson(timeless(a), timeless(b))
}

/**
 * The stored token; null if there is none or it is another user's: a partition is per server, not per user
 * (SY2).
 */
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

/** The stored time of the last contact; null if there is none. */
export async function loadLastContact(store: AsyncStore): Promise<string | null> {
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
