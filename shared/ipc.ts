import * as v from 'valibot'
import { apiQuestion } from './cms/api-view.ts'
import { docRef } from './cms/doc-ref.ts'
import { pathName } from './cms/addresses.ts'
import { computerFacts, connectionStep, storeCheck } from './diagnostics.ts'
import { knownPermissions } from './cms/document-permissions.ts'
import { isWhere } from './cms/where.ts'
import type { SiteSchema } from './cms/schema-model.ts'
import { schemaProblem } from './cms/schema-problem.ts'
import { change, lostRows } from './document/change.ts'
import { typedInput } from './document/typed-input.ts'
import { conflictChoice } from './document/conflict-choice.ts'
import { shownConflict } from './document/shown-conflict.ts'
import { SHOWN_STATUSES } from './document/shown-status.ts'
import { fileId } from './fields/file/pending-file.ts'
import { savedDifference } from './document/saved-difference.ts'
import { serverAdjusted } from './document/server-adjusted.ts'
import { VERSION_NAME_LENGTH } from './document/version-label.ts'
import { windowPolicy } from './policy.ts'
import { prefetchSettings, prefetchState } from './prefetch.ts'
import { listChoice, listPreference } from './lists/list-preference.ts'
import { navChoice, navPreference } from './nav-preference.ts'
import { isPlainObject, json, jsonObject, recordOf } from './json.ts'
import { documentLock } from './sync/document-lock.ts'
import { commitMode, docState, outboxEntry, sendOutcome } from './sync/entry.ts'
import { move } from './sync/move.ts'
import { queuedMove } from './sync/queued-move.ts'
import { openDifference, sentEntry, sentMode } from './sync/sent-entry.ts'

/**
 * The contract between windows and main: all calls and events with their shapes. Main checks all inputs.
 * Failures that a person can fix are results; a call only rejects with a CallErrorCode (ipc-wire.ts).
 */

const nothing = v.undefined()
const isoTime = v.string()

/* ---- app ------------------------------------------------------------------------------------------------- */

/** A language of the windows, as @payloadcms/translations names it: `de`, `zh-TW`, `rs-latin`. */
export const languageKey = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/))

export const theme = v.picklist(['auto', 'light', 'dark'])
export type Theme = v.InferOutput<typeof theme>

/** A message to the user about a problem outside any screen. */
export const notice = v.variant('code', [
  /** The database could not be read; it was moved aside and a new one begun. */
  v.object({
    code: v.literal('database-set-aside'),
    /** New path of the old database; null: the file no longer existed. */
    path: v.nullable(v.string()),
    at: isoTime,
    /** Number of unsent edits carried over to the new one. */
    edits: v.number(),
    /** False: there may have been more edits. */
    complete: v.boolean(),
    /** The edits come from the copy beside the database, which may be older. */
    fromCopy: v.boolean(),
  }),
  /**
   * The database belonged to another person with the same id on the server; it was moved aside and a new one begun.
   * `name`: theirs, if known; `edits`: number of unsent edits in it.
   */
  v.object({
    code: v.literal('database-other-user'),
    at: isoTime,
    name: v.nullable(v.string()),
    edits: v.number(),
  }),
  /** The database belonged to another CMS at the same address; it was moved aside and a new one begun. */
  v.object({ code: v.literal('database-other-site'), at: isoTime, edits: v.number() }),
  /**
   * The user may not enter the admin panel any more: the documents were removed. `edits`: unsent edits that were kept.
   * `unreadable`: files that could not be read to their end, and stayed as they were.
   */
  v.object({
    code: v.literal('access-removed'),
    at: isoTime,
    server: v.string(),
    edits: v.number(),
    unreadable: v.number(),
  }),
  /** The site's session time ran out without activity, so the session was ended. `edits`: unsent edits here. */
  v.object({ code: v.literal('inactive'), at: isoTime, edits: v.number() }),
  /** The database was made by a newer Galley: it was neither opened nor changed. */
  v.object({ code: v.literal('database-newer') }),
  v.object({ code: v.literal('disk-full') }),
  v.object({ code: v.literal('database-read-only') }),
  v.object({ code: v.literal('database-failed'), message: v.string() }),
])
export type Notice = v.InferOutput<typeof notice>

/**
 * The state of the update check.
 * - off: the policy names no update feed
 * - unknown: `problem` says why; null: not asked yet
 * - available: `isNeeded`: the running version should not be used any more; `notes`: plain text; `command`:
 *   the organisation's words about how to install it; `hasInstaller`: Galley can fetch and open the installer
 */
export const updateState = v.variant('status', [
  v.object({ status: v.literal('off') }),
  v.object({
    status: v.literal('unknown'),
    problem: v.nullable(
      v.picklist(['unreachable', 'unreadable', 'forged', 'other-channel', 'replayed', 'from-later']),
    ),
  }),
  v.object({ status: v.literal('current') }),
  v.object({
    status: v.literal('available'),
    version: v.string(),
    notes: v.string(),
    isNeeded: v.boolean(),
    command: v.nullable(v.string()),
    hasInstaller: v.boolean(),
  }),
])
export type UpdateState = v.InferOutput<typeof updateState>

/** The result of saving a file at a path that a person chooses. */
export const saveFileResult = v.variant('outcome', [
  v.object({ outcome: v.literal('saved'), path: v.string() }),
  v.object({ outcome: v.literal('cancelled') }),
  /** `message`: the words of the operating system; `unreadable`: there was nothing to write. */
  v.object({ outcome: v.literal('failed'), message: v.string() }),
])
export type SaveFileResult = v.InferOutput<typeof saveFileResult>

export const serverInfo = v.object({
  /** Stable id of the server, derived from its address; safe as a folder name. */
  id: v.string(),
  /** Origin and base path without a trailing slash: `https://cms.nordlys.travel`. */
  url: v.string(),
  name: v.string(),
  /** Edits on this computer that wait for the signed-out user; null when unknown. */
  waiting: v.nullable(v.number()),
  lastIdentifier: v.nullable(v.string()),
})
export type ServerInfo = v.InferOutput<typeof serverInfo>

/** The user whose database is open, even while the session has expired. */
export const account = v.object({
  server: serverInfo,
  collection: v.string(),
  userId: v.string(),
  /** Display name of the user: name, e-mail, user name or id. */
  label: v.string(),
})
export type Account = v.InferOutput<typeof account>

/** A server asks for a client certificate. `validUntil`: null if it cannot be read. */
const certificateRequest = v.object({
  origin: v.string(),
  certificates: v.array(
    v.object({
      fingerprint: v.string(),
      subject: v.string(),
      issuer: v.string(),
      validUntil: v.nullable(isoTime),
    }),
  ),
})
export type CertificateRequest = v.InferOutput<typeof certificateRequest>

const PROXY_TEXT = 1000
/** A proxy asks for a login. `proxy`: host and port; `realm`: the proxy's own words, '' without. */
const proxyQuestion = v.object({
  id: v.string(),
  proxy: v.string(),
  realm: v.string(),
  /** The proxy refused the previous login. */
  isWrong: v.boolean(),
})
export type ProxyQuestion = v.InferOutput<typeof proxyQuestion>

const bootstrap = v.object({
  version: v.string(),
  platform: v.string(),
  theme,
  /** UI language: a key of @payloadcms/translations. */
  language: v.string(),
  servers: v.array(serverInfo),
  /** The decisions of this computer's policy. */
  policy: windowPolicy,
  account: v.nullable(account),
  /** Address given with --server, or null. */
  presetServer: v.nullable(v.string()),
  /** Log-in to fill in, only in development with the demo CMS. */
  demoLogin: v.nullable(v.object({ identifier: v.string(), password: v.string() })),
  notices: v.array(notice),
  /** Open requests for certificates, from before this window listened to events. */
  certificateRequests: v.array(certificateRequest),
  proxyQuestions: v.array(proxyQuestion),
})
export type Bootstrap = v.InferOutput<typeof bootstrap>

/* ---- server, session, connection --------------------------------------------------------------------------- */

/** The reasons why a server cannot be used, each with its own words on the screen. */
export const serverProblem = v.object({
  code: v.picklist([
    'bad-address', // not an http(s) address
    'plain-http', // http to another computer, which nobody has accepted; `detail` is the address
    'unreachable', // DNS, refused, timeout, no network
    'proxy', // the proxy does not answer
    'proxy-refused', // the proxy answers, and does not connect to the server
    'proxy-login', // the proxy wants a log-in
    'proxy-script', // the script that names the proxy cannot be used (PAC)
    'certificate-date', // expired or not valid yet, or the clock here is wrong
    'certificate-name', // of another host
    'certificate-issuer', // of an authority that is not trusted here, as of a proxy that looks into TLS
    'tls', // anything else of TLS
    'not-a-cms', // answers, but not as Payload does (HTML, 404, other JSON)
    'no-plugin', // Payload without the companion plugin
    'server-error', // 5xx
    'portal', // HTML where JSON is due on a known server: a captive portal or proxy
    'not-allowed', // the policy of this computer keeps it out
    'other-site', // another CMS than the one that the local data belongs to
    'newer-database', // the database of this user on this computer was made by a newer Galley
  ]),
  /** Detail for the curious: the network error's name or the status line; no content. */
  detail: v.string(),
})
export type ServerProblem = v.InferOutput<typeof serverProblem>

export const authCollection = v.object({
  slug: v.string(),
  label: v.string(),
  /** The identifier that the login form asks for. */
  identifier: v.picklist(['email', 'username', 'either']),
})
export type AuthCollection = v.InferOutput<typeof authCollection>

const probeResult = v.variant('outcome', [
  v.object({
    outcome: v.literal('ok'),
    /** The address as it will be stored. */
    url: v.string(),
    name: v.string(),
    /** Null if the server tells it only after the login. */
    payloadVersion: v.nullable(v.string()),
    idempotency: v.boolean(),
    /** Collections with passwords, the admin's own first; empty if the site only has other ways to log in. */
    auth: v.array(authCollection),
    /** True if one can log in through the system's browser. */
    browserLogin: v.boolean(),
    /**
     * The collection that has no user yet, with the address where the web admin creates the first one; null if there
     * is a user, or it is not known.
     */
    firstUser: v.nullable(v.object({ slug: pathName, adminUrl: v.string() })),
  }),
  v.object({ outcome: v.literal('problem'), problem: serverProblem }),
])
export type FirstUser = NonNullable<Extract<ProbeResult, { outcome: 'ok' }>['firstUser']>
export type ProbeResult = v.InferOutput<typeof probeResult>

const loginResult = v.variant('outcome', [
  v.object({ outcome: v.literal('ok'), account }),
  /** The server refused: its words, at a field if it names one. */
  v.object({
    outcome: v.literal('refused'),
    message: v.string(),
    fields: v.array(v.object({ path: v.string(), message: v.string() })),
  }),
  /** The signed-in user is not the one whose edits are on the screen (login in place, SY2). */
  v.object({ outcome: v.literal('other-user'), label: v.string() }),
  v.object({ outcome: v.literal('problem'), problem: serverProblem }),
])
export type LoginResult = v.InferOutput<typeof loginResult>

/** A session of the user. `isOwn`: the one of this computer. */
export const ownSession = v.object({
  id: v.string(),
  createdAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  isOwn: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof ownSession>

const ownSessionsResult = v.variant('outcome', [
  /** Null: the site stores no sessions. */
  v.object({ outcome: v.literal('listed'), list: v.nullable(v.array(ownSession)) }),
  v.object({ outcome: v.picklist(['offline', 'signed-out']) }),
  /** The server's words; '' if its companion does not know of sessions. */
  v.object({ outcome: v.literal('refused'), message: v.string() }),
])

/** The result of a step before a login. */
const signInStepResult = v.variant('outcome', [
  v.object({ outcome: v.literal('done') }),
  /** The server's words. */
  v.object({ outcome: v.literal('refused'), message: v.string() }),
  v.object({ outcome: v.literal('problem'), problem: serverProblem }),
])

/** Permissions as GET /access gives them; read with shared/cms/permissions.ts. */
export const sessionInfo = v.object({
  user: jsonObject,
  permissions: jsonObject,
  visible: v.object({ collections: v.array(v.string()), globals: v.array(v.string()) }),
  /** The site's base filter of each list for this user, by collection. */
  baseFilters: v.optional(v.record(v.string(), jsonObject), {}),
  /** True if the site keeps idle users signed in. */
  autoRefresh: v.optional(v.boolean(), false),
})
export type SessionInfo = v.InferOutput<typeof sessionInfo>

export const connectionState = v.object({
  /**
   * online: the last authenticated question was answered with the server's own JSON (SY11);
   * offline: it was not, `problem` says how; signed-out: it answered, without a user.
   */
  status: v.picklist(['checking', 'online', 'offline', 'signed-out']),
  /** Start of this status. */
  since: isoTime,
  /** Time of the last JSON answer of the server. */
  lastContact: v.nullable(isoTime),
  problem: v.nullable(serverProblem),
})
export type ConnectionState = v.InferOutput<typeof connectionState>

/**
 * A file of an account on this computer, named within its server's folder:
 * - documents: the database
 * - damaged, other-user: a database that was set aside
 * - before-update: a backup from before a newer Galley changed it
 * - copy: the copy of unsent edits
 * - files: pending files
 * - pictures: cached pictures of the server
 * - rest: remains of an interrupted operation
 */
export const localFile = v.object({
  name: v.string(),
  kind: v.picklist([
    'documents',
    'damaged',
    'other-user',
    'before-update',
    'copy',
    'files',
    'pictures',
    'rest',
  ]),
  /** Time of the last write. */
  at: isoTime,
  bytes: v.number(),
  /** Number of unsent edits in it; null: it cannot be read. */
  edits: v.nullable(v.number()),
})
export type LocalFile = v.InferOutput<typeof localFile>

/** The data on this computer of one user of one server. */
export const localAccount = v.object({
  serverId: v.string(),
  /** Id of the account within the server. */
  id: v.string(),
  /** Display name of the user, if it can be read. */
  label: v.nullable(v.string()),
  isOpen: v.boolean(),
  files: v.array(localFile),
})
export type LocalAccount = v.InferOutput<typeof localAccount>

/** One file of an account; `file` null: the whole account; `account` null: the whole server. */
const localTarget = v.object({
  serverId: v.string(),
  account: v.nullable(v.string()),
  file: v.nullable(v.string()),
})
export type LocalTarget = v.InferOutput<typeof localTarget>

const siteSchema = v.custom<SiteSchema>((value) => isPlainObject(value))

/* ---- reading ------------------------------------------------------------------------------------------------- */

/** The result of refreshing something that is shown from the cache. */
export const refreshResult = v.variant('outcome', [
  v.object({ outcome: v.picklist(['updated', 'unchanged', 'offline', 'signed-out', 'busy']) }),
  v.object({ outcome: v.picklist(['gone', 'denied', 'failed']), message: v.string() }),
  /** The server's schema arrived and cannot be used. */
  v.object({ outcome: v.literal('unreadable'), reason: schemaProblem }),
])
export type RefreshResult = v.InferOutput<typeof refreshResult>

/** A change of a user's credentials, made at once on the server and stored nowhere here. */
const credentialChange = v.variant('kind', [
  v.object({ kind: v.literal('password'), password: v.string() }),
  /** null: the key is no longer valid. */
  v.object({ kind: v.literal('apiKey'), apiKey: v.nullable(v.string()) }),
  /** An account that was locked after too many attempts may sign in again. */
  v.object({ kind: v.literal('unlock') }),
])
export type CredentialChange = v.InferOutput<typeof credentialChange>

export const credentialResult = v.variant('outcome', [
  /** `newer-draft`: not done, since the change would have unpublished the document. */
  v.object({ outcome: v.picklist(['done', 'offline', 'signed-out', 'newer-draft']) }),
  /** The server's words; `unknown`: it may have been done. */
  v.object({ outcome: v.picklist(['refused', 'unknown']), message: v.string() }),
])
export type CredentialResult = v.InferOutput<typeof credentialResult>

/** The base: the latest version as the server last said it, whole, in all locales, depth 0. */
const base = v.object({
  data: jsonObject,
  updatedAt: v.nullable(v.string()),
  /** `_status` of the latest version, null without drafts. */
  status: v.nullable(v.picklist(['draft', 'published'])),
  /** True if a published version exists as well; null when not known. */
  hasPublished: v.nullable(v.boolean()),
  /** With a status per locale: the locales that are published, perhaps with a newer draft. */
  publishedIn: v.exactOptional(v.nullable(v.array(v.string()))),
  fetchedAt: isoTime,
})

/**
 * The edits that are not queued yet, of all locales in one order (DM1); written by the form that holds them (DM3).
 */
const draft = v.object({
  changes: v.array(change),
  /** Rows that were removed below the draft, edited in it or not, as they were. */
  lost: lostRows,
  /** Invalid text of fields, and unapplied drawers; absent: none. */
  typed: v.exactOptional(v.array(typedInput)),
  /**
   * A conflict choice has changed the draft since the form wrote it (SY7): the form takes it over.
   */
  rewritten: v.exactOptional(v.literal(true)),
  savedAt: isoTime,
})
export type Draft = v.InferOutput<typeof draft>

/**
 * One document on this computer in its parts: the server's version, the queued entries and the draft. The screen shows
 * what document/effective.ts computes from them.
 */
export const documentView = v.object({
  ref: docRef,
  /** True until the server has the document. Its base then has only the initial values. */
  isNew: v.boolean(),
  /** The server no longer has it; it is kept for the unsent work on it. */
  isGone: v.boolean(),
  base,
  entries: v.array(outboxEntry),
  /** Waiting moves of the document in manual orders. */
  moves: v.array(queuedMove),
  draft: v.nullable(draft),
  /** Own values that the server changed without an edit by somebody else. */
  adjusted: v.array(serverAdjusted),
  /** Number of writes by others taken in since the program started; an increase tells that they changed it. */
  foreignWrites: v.number(),
  /** Values that the server stored differently than they were sent, without those that a newer edit decides about. */
  differences: v.array(openDifference),
  state: docState,
  /** The user's permissions, if known; only for a document that is read for a person. */
  permissions: v.exactOptional(knownPermissions),
})
export type DocumentView = v.InferOutput<typeof documentView>

/** Rows of the largest page that a site may ask for. */
export const LISTED_AT_MOST = 10_000

export const listQuery = v.object({
  slug: pathName,
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Rows per page; 0: all. */
  limit: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LISTED_AT_MOST)),
  /** Field path, with a leading minus for descending: `-updatedAt`. */
  sort: v.string(),
  search: v.string(),
  /** Query filter as in S3.39, or null. */
  where: v.nullable(
    v.pipe(
      jsonObject,
      v.check((where) => isWhere(where)),
    ),
  ),
  /** Locale to sort by and show; null without localization. */
  locale: v.nullable(v.string()),
  /** Names of fields whose values are needed even if they are long. */
  columns: v.exactOptional(v.array(v.string())),
  /** Ignores the site's base filter: a related document is shown wherever it is. */
  isWhole: v.exactOptional(v.literal(true)),
  /** Only the number of matches is needed: the documents are not fetched. */
  isCount: v.exactOptional(v.literal(true)),
})
export type ListQuery = v.InferOutput<typeof listQuery>

export const findQuery = v.object({
  /** '': no search, only prepares the titles for the next key press. */
  words: v.pipe(v.string(), v.maxLength(200)),
  /** The collections to search. */
  slugs: v.array(pathName),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  /** Locale of the shown status; titles are searched in all. */
  locale: v.nullable(v.string()),
  /** Recently opened documents, newest first: among equal matches they come first. */
  recent: v.exactOptional(v.pipe(v.array(v.object({ slug: pathName, id: pathName })), v.maxLength(100))),
})
export type FindQuery = v.InferOutput<typeof findQuery>

const listRow = v.object({
  ref: docRef,
  /** The values of the columns in all locales, with local edits applied. */
  data: jsonObject,
  /** The shown revision, if known. */
  updatedAt: v.nullable(v.string()),
  isNew: v.boolean(),
  status: v.nullable(v.picklist(SHOWN_STATUSES)),
  state: docState,
  /** The whole document is on this computer. */
  complete: v.boolean(),
  /** The user's permissions for this document, if more is known than those for all documents. */
  permissions: v.exactOptional(knownPermissions),
})
export type ListRow = v.InferOutput<typeof listRow>

export const listPage = v.object({
  rows: v.array(listRow),
  /** Number of matching documents, as the server counted, or as known here. */
  totalDocs: v.number(),
  /** server: the page as the server last sent it; computer: the query run on local documents. */
  source: v.picklist(['server', 'computer']),
  /** Time when the server sent this page; null: it never did. */
  fetchedAt: v.nullable(isoTime),
  /** Number of whole documents of the collection on this computer, and in total (null: not known). */
  coverage: v.object({ here: v.number(), total: v.nullable(v.number()) }),
  /**
   * A key of the local answer to conditions that only this computer knows. If it changes, the server has to be asked
   * again.
   */
  here: v.exactOptional(v.string()),
})
export type ListPage = v.InferOutput<typeof listPage>

const groupCounts = v.array(v.object({ key: v.nullable(v.string()), count: v.number() }))

export const versionRow = v.object({
  id: v.string(),
  updatedAt: v.string(),
  status: v.nullable(v.picklist(['draft', 'published'])),
  autosave: v.boolean(),
  publishedLocale: v.nullable(v.string()),
  /** With a status per locale: the locales that are published in this version. */
  publishedIn: v.exactOptional(v.array(v.string())),
  latest: v.boolean(),
})
export type VersionRow = v.InferOutput<typeof versionRow>

const versionsQuery = v.object({
  ref: docRef,
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
  sort: v.picklist(['-updatedAt', 'updatedAt']),
})
export type VersionsQuery = v.InferOutput<typeof versionsQuery>

export const versionsPage = v.object({
  rows: v.array(versionRow),
  totalDocs: v.number(),
  fetchedAt: v.nullable(isoTime),
  /** The latest draft and the currently published version, for the labels of S4.01-S4.04. */
  latestDraft: v.nullable(versionRow),
  currentlyPublished: v.nullable(versionRow),
})
export type VersionsPage = v.InferOutput<typeof versionsPage>

/** The server's answer in the API view. */
const apiAnswer = v.variant('outcome', [
  v.object({
    outcome: v.literal('answered'),
    status: v.number(),
    bytes: v.number(),
    /** Milliseconds from the request to the end of the answer. */
    ms: v.number(),
    at: isoTime,
    /** False: the answer is no JSON. True: it is read with `api.next`. */
    isJson: v.boolean(),
  }),
  v.object({ outcome: v.picklist(['failed', 'superseded', 'not-there']) }),
])
export type ApiAnswer = v.InferOutput<typeof apiAnswer>

const place = v.array(v.union([v.string(), v.number()]))
const jsonPiece = v.union([
  v.object({ at: place, value: json }),
  v.object({ at: place, members: v.array(v.tuple([v.union([v.string(), v.number()]), json])) }),
])

/** Names a version of a document. */
const versionOfDocument = v.object({ ref: docRef, versionId: pathName })
export const versionName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(VERSION_NAME_LENGTH))
/** A whole version. `data`: the fields of its document in all locales, with relations as ids. */
const keptVersion = v.object({ version: versionRow, data: jsonObject })
export type KeptVersion = v.InferOutput<typeof keptVersion>
const lastChange = v.variant('outcome', [
  /** own: this computer sent the change. */
  v.object({ outcome: v.literal('changed'), version: versionRow, before: versionRow, own: v.boolean() }),
  /** The value is the same as in the oldest version here. */
  v.object({ outcome: v.literal('same'), since: versionRow }),
  /** No stored version tells it. */
  v.object({ outcome: v.literal('unknown') }),
])
export type LastChange = v.InferOutput<typeof lastChange>
const versionContent = v.variant('outcome', [
  /** gone: the server no longer has the version, only this computer. */
  v.object({ outcome: v.literal('here'), gone: v.boolean(), ...keptVersion.entries }),
  v.object({
    outcome: v.literal('not-here'),
    /** gone: the server has no such version of this document for this user. */
    reason: v.picklist(['offline', 'signed-out', 'refused', 'gone']),
    /** The server's words, or ''. */
    message: v.string(),
  }),
])
export type VersionContent = v.InferOutput<typeof versionContent>

/** The neighbours of a version in time; null: none, or with `source` computer none that is known here. */
export const versionsAround = v.object({
  before: v.nullable(versionRow),
  after: v.nullable(versionRow),
  /** The newest published version before it. */
  publishedBefore: v.nullable(versionRow),
  source: v.picklist(['server', 'computer']),
})
export type VersionsAround = v.InferOutput<typeof versionsAround>

/* ---- writing ------------------------------------------------------------------------------------------------- */

const draftInput = v.object({
  ref: docRef,
  changes: v.array(change),
  /** Invalid text of fields, and unapplied drawers; absent: the journalled ones stay. */
  typed: v.exactOptional(v.array(typedInput)),
  /**
   * Creation time of the document that was edited, by the server; it tells the document from another one with the
   * same id. Absent if the site has no times.
   */
  createdAt: v.exactOptional(v.string()),
  /**
   * The `savedAt` of the draft that the form knows; null: none. A draft of another form of the same document is left
   * alone (SY8). Absent: the caller is no form.
   */
  over: v.exactOptional(v.nullable(isoTime)),
})
const commitInput = v.object({
  ...draftInput.entries,
  /** The current locale, and that of a publish. Shared fields go with it, or with the first locale that was edited. */
  locale: v.nullable(v.string()),
  mode: commitMode,
  /**
   * The revision on the screen when a person asked for a publish, unpublish or deletion: after a foreign write the
   * entry parks (SY12). Absent: none was shown.
   */
  shown: v.exactOptional(v.nullable(v.string())),
})

/** See `drafts.commit`. */
export const firstCommit = v.object({
  changes: commitInput.entries.changes,
  locale: commitInput.entries.locale,
  mode: commitInput.entries.mode,
})
export type FirstCommit = v.InferOutput<typeof firstCommit>

/** The position of a document in the outbox: by its first entry or move, or after all of those by its draft. */
export const outboxPlace = v.object({ queued: v.boolean(), seq: v.number() })
export type OutboxPlace = v.InferOutput<typeof outboxPlace>

const outboxDocument = v.object({
  ref: docRef,
  place: outboxPlace,
  /** The value of the title field in all locales. */
  title: json,
  isNew: v.boolean(),
  isGone: v.boolean(),
  /** True if it has edits that are not queued. */
  hasDraft: v.boolean(),
  state: docState,
  /** The entries in sending order; empty if the edits are only journalled. */
  entries: v.array(outboxEntry),
  /** Waiting moves of the document in manual orders. */
  moves: v.array(queuedMove),
})
export type OutboxDocument = v.InferOutput<typeof outboxDocument>

/** An entry or move that could be sent now. `queue`: it only waits behind others of that queue. */
const outboxHead = v.object({
  key: v.string(),
  seq: v.number(),
  ref: docRef,
  queue: v.picklist(['entries', 'moves']),
})
export type OutboxHead = v.InferOutput<typeof outboxHead>

/** A new document that others wait for, anywhere in the outbox. */
const outboxName = v.object({ ref: docRef, title: json, isNew: v.boolean() })
export type OutboxName = v.InferOutput<typeof outboxName>

export const MAX_OUTBOX_PAGE = 200

/** A page of the outbox: a number of documents from an index or from a position. */
export const outboxQuery = v.object({
  /** attention: documents that need a person's decision; rest: the others. */
  only: v.picklist(['all', 'attention', 'rest']),
  from: v.variant('by', [
    v.object({ by: v.literal('number'), number: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
    v.object({ by: v.literal('place'), place: outboxPlace }),
  ]),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_OUTBOX_PAGE)),
})
export type OutboxQuery = v.InferOutput<typeof outboxQuery>

export const outboxPage = v.object({
  documents: v.array(outboxDocument),
  /** Index of the first document, from 0. */
  first: v.number(),
  /** Total number of documents. */
  total: v.number(),
  names: v.array(outboxName),
})
export type OutboxPage = v.InferOutput<typeof outboxPage>

/** An item of the outbox: an entry or move, or the draft of a document. */
export const outboxItem = v.variant('kind', [
  v.object({ kind: v.literal('entry'), key: v.string() }),
  v.object({ kind: v.literal('draft'), ref: docRef }),
])
export type OutboxItem = v.InferOutput<typeof outboxItem>

/** A document in the outbox's history. */
const sentDocument = v.object({
  ...sentEntry.entries,
  /** The value of the document's title field in all locales. */
  title: json,
  /** Values that the server stored differently, and that nobody has looked at yet. */
  differences: v.array(openDifference),
})
export type SentDocument = v.InferOutput<typeof sentDocument>

/**
 * The fate of an entry. waiting: it is sent by itself; needs-you: a person has to decide; gone: it was discarded;
 * sent: done, in `mode`; `notTaken`: some values differ on the server.
 */
const becameOf = v.variant('is', [
  v.object({ is: v.picklist(['waiting', 'needs-you', 'gone']) }),
  v.object({ is: v.literal('sent'), mode: sentMode, notTaken: v.boolean() }),
])
export type Became = v.InferOutput<typeof becameOf>

const counts = v.object({
  waiting: v.number(),
  sending: v.number(),
  conflict: v.number(),
  failed: v.number(),
  /** Entries that are tried again by themselves and keep failing. */
  failing: v.number(),
  /** Documents with a draft that is not queued yet; that of a document that is gone counts as `failed`. */
  onThisComputer: v.number(),
  /** Forms that belong to no document and hold input: a bulk upload, an edit of many. */
  forms: v.number(),
  /** Documents without waiting entries for which the server stored other values than were sent. */
  differs: v.number(),
  /** Counts per collection or global, for the navigation: `collections:posts`. */
  bySlug: v.record(v.string(), v.object({ waiting: v.number(), attention: v.number() })),
})
export type OutboxCounts = v.InferOutput<typeof counts>

/** One field of a form as the server sees it; paths have row numbers, as in the sent data. */
const formStateField = v.object({
  path: v.string(),
  /** False: its condition is not met. */
  visible: v.boolean(),
  /** The values its options are limited to, or null. */
  choices: v.nullable(v.array(v.string())),
  /** Filters by collection of the documents it may refer to, or null. */
  filters: v.nullable(jsonObject),
  /** The server's error message, or null. */
  error: v.nullable(v.string()),
})
export type FormStateField = v.InferOutput<typeof formStateField>

/** A part of a document with a form of its own, such as a block in a rich text: `data` is that of the part. */
const insideDocument = v.object({
  /** Id of the form among all open ones. */
  form: v.string(),
  /** The server's path of its fields. */
  schemaPath: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  /** The document around it, in the same locale. */
  document: jsonObject,
})

const formStateResult = v.variant('outcome', [
  v.object({ outcome: v.literal('answered'), fields: v.array(formStateField) }),
  v.object({ outcome: v.picklist(['superseded', 'unavailable']) }),
])
export type FormStateResult = v.InferOutput<typeof formStateResult>

/* ---- what only the server can do --------------------------------------------------------------------------- */

/** The action was not done and is not queued (M.08). `message`: the server's words, '' without. */
const notDone = [
  v.object({ outcome: v.picklist(['offline', 'signed-out']) }),
  v.object({ outcome: v.literal('refused'), message: v.string() }),
] as const

/** The request timed out. It has no effect, so it may be asked again. */
const tooSlow = v.object({ outcome: v.literal('too-slow') })

/** A document as it is in a form, in one locale, as input for functions of the site. */
const documentInForm = { ref: docRef, locale: v.nullable(v.string()), data: jsonObject }

/** `slug` null: the site makes no slug of it. */
const slugResult = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), slug: v.nullable(v.string()) }),
  tooSlow,
  ...notDone,
])

/** `done` false: the site has no address for this document. */
const previewResult = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), done: v.boolean() }),
  tooSlow,
  ...notDone,
])
export type PreviewResult = v.InferOutput<typeof previewResult>

const pixels = v.pipe(v.number(), v.minValue(-100_000), v.maxValue(100_000))
const cssLength = v.pipe(v.string(), v.regex(/^\d{1,5}(\.\d{1,3})?(px|%|vw|vh|em|rem)$/))
export const livePreviewZooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5] as const

/** The area of the live preview in the window, and its zoom and size. */
const livePreviewPlace = v.object({
  /** Area in CSS pixels of the window; null: hidden, since something covers it. */
  bounds: v.nullable(v.object({ x: pixels, y: pixels, width: pixels, height: pixels })),
  zoom: v.picklist(livePreviewZooms),
  /** Size of the simulated device; null: as large as the pane. */
  device: v.nullable(v.object({ width: cssLength, height: cssLength })),
})

/** loading: requested; shown; failed: the site cannot be reached; stuck: it does not answer; ended: it crashed. */
export const livePreviewState = v.picklist(['closed', 'loading', 'shown', 'failed', 'stuck', 'ended'])
export type LivePreviewState = v.InferOutput<typeof livePreviewState>

/** A publish or unpublish that is scheduled on the server. */
export const schedulePlan = v.object({
  id: v.string(),
  type: v.picklist(['publish', 'unpublish']),
  /** null: all locales. */
  locale: v.nullable(v.string()),
  /** The time zone it was scheduled in; null if unknown. */
  timeZone: v.nullable(v.string()),
  at: isoTime,
})
export type SchedulePlan = v.InferOutput<typeof schedulePlan>

/** The outcome is unknown: the request was sent, and no answer tells whether it was done. */
const maybeDone = v.object({ outcome: v.literal('unknown'), message: v.string() })

const scheduleResult = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), plans: v.array(schedulePlan) }),
  maybeDone,
  ...notDone,
])
export type ScheduleResult = v.InferOutput<typeof scheduleResult>

/**
 * The result of a restore. Unless it is done or unknown, its entry was removed.
 * - unsent: local edits come first, and wait for a person
 * - moved: somebody has written since the version was shown
 * - gone: the server no longer has the version
 * - discarded: the person discarded it in the outbox
 * - locked: `by` has the lock, null if unknown
 * - unknown: it may be done, and the queue resolves it
 */
const versionRestored = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), message: v.string() }),
  // Apart from the others, since no message is shown for it.
  v.object({ outcome: v.literal('discarded') }),
  v.object({ outcome: v.picklist(['unsent', 'moved', 'gone']) }),
  v.object({ outcome: v.literal('locked'), by: v.nullable(v.string()) }),
  maybeDone,
  v.object({ outcome: v.picklist(['offline', 'signed-out']) }),
  v.object({
    outcome: v.literal('refused'),
    message: v.string(),
    fields: v.array(v.object({ path: v.string(), message: v.string() })),
  }),
])
export type VersionRestored = v.InferOutput<typeof versionRestored>

const takeOverResult = v.variant('outcome', [v.object({ outcome: v.literal('done') }), ...notDone])
export type TakeOverResult = v.InferOutput<typeof takeOverResult>

/** A document in all locales. */
const documentResult = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), data: jsonObject }),
  ...notDone,
])

/** `restored`: it is no longer in the trash; `gone`: it is not on the server. */
const trashedDocument = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), data: jsonObject }),
  v.object({ outcome: v.picklist(['restored', 'gone']) }),
  ...notDone,
])

const trashPage = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), rows: v.array(listRow), totalDocs: v.number() }),
  ...notDone,
])
export type TrashPage = v.InferOutput<typeof trashPage>

/**
 * `refused`: the documents that are not surely done. `why`: refused by the server, with its words in
 * `message`; restored by somebody else before; or unknown, since no answer came.
 */
const trashResult = v.variant('outcome', [
  v.object({
    outcome: v.literal('done'),
    done: v.array(v.string()),
    refused: v.array(
      v.object({
        id: v.string(),
        why: v.picklist(['refused', 'restored', 'unknown']),
        message: v.string(),
      }),
    ),
  }),
  ...notDone,
])
export type TrashResult = v.InferOutput<typeof trashResult>

/** Largest number of documents in one bulk action. */
export const MANY_AT_MOST = 1_000

/* ---- export ------------------------------------------------------------------------------------------------- */

/** Documents of a list, or of the trash, to write to a file. */
const exportInput = v.object({
  /** Id of the export, by which it can be stopped. */
  id: v.pipe(v.string(), v.uuid()),
  from: v.picklist(['list', 'trash']),
  /** The filter, order and locale of the documents. */
  query: v.omit(listQuery, ['page', 'limit', 'columns']),
  /** Only these ids; null: all that match. */
  ids: v.nullable(v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST))),
  format: v.picklist(['csv', 'json']),
  /** The columns with their labels; null: all fields. */
  columns: v.nullable(
    v.pipe(v.array(v.object({ path: v.string(), label: v.string() })), v.maxLength(MANY_AT_MOST)),
  ),
  /** The file name without extension. */
  name: v.pipe(v.string(), v.maxLength(200)),
})

/** The file was not written. `message`: the words of the operating system. */
const notWritten = v.object({
  outcome: v.literal('failed'),
  reason: v.picklist(['disk-full', 'not-allowed', 'there-already', 'other']),
  message: v.string(),
})
export type NotWritten = v.InferOutput<typeof notWritten>

const exportResult = v.variant('outcome', [
  v.object({
    outcome: v.literal('saved'),
    path: v.string(),
    documents: v.number(),
    /** Matching documents that are not complete on this computer. */
    leftOut: v.number(),
    source: v.picklist(['server', 'computer']),
  }),
  v.object({ outcome: v.literal('cancelled') }),
  notWritten,
  ...notDone,
])
export type ExportResult = v.InferOutput<typeof exportResult>

/* ---- many documents at once -------------------------------------------------------------------------------- */

/**
 * The reason why one of many documents was left out:
 * - not-here: it is not on this computer, so the value to change is unknown, or the server no longer has it
 * - not-sent: it is new, and deleting it could not be undone
 * - unsaved: it has a draft, which would not be in the entry
 * - denied: the user may not do it to this document
 * - conflict: one of its entries needs a decision
 * - deleting: a deletion of it is queued
 * - nothing: it already has the value
 * - not-written: the disk failed before its turn
 * - changed: the value to change is another one
 */
const leftOut = v.picklist([
  'not-here',
  'not-sent',
  'unsaved',
  'denied',
  'conflict',
  'deleting',
  'nothing',
  'not-written',
  'changed',
])
export type LeftOut = v.InferOutput<typeof leftOut>

const manyInput = v.object({
  slug: pathName,
  ids: v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST)),
  /** keep-status: published documents stay published, drafts stay drafts; for values that are no content. */
  mode: v.picklist(['save', 'draft', 'keep-status', 'publish', 'publish-locale', 'unpublish', 'delete']),
  /** The revision that the list showed, by id: see `shown` of `drafts.commit`. */
  shown: v.exactOptional(recordOf(v.nullable(v.string()))),
  locale: v.nullable(v.string()),
  /** The new values of fields, in the locale if localized; `from`: only where the field has this value. */
  values: v.array(
    v.object({
      path: v.string(),
      locale: v.nullable(v.string()),
      value: json,
      from: v.exactOptional(json),
    }),
  ),
})
const manyResult = v.object({
  /** Ids of the documents, and for each the keys of the entries that carry its edit. */
  queued: v.array(v.string()),
  keys: v.array(v.array(v.string())),
  leftOut: v.array(v.object({ id: v.string(), why: leftOut })),
})
export type ManyResult = v.InferOutput<typeof manyResult>
/* ---- files ------------------------------------------------------------------------------------------------------ */

/** Largest piece of a file in one call, in bytes. */
const MOST_PIECE_BYTES = 4 * 1024 * 1024
const filePiece = v.pipe(
  v.instance(Uint8Array),
  v.check((bytes) => bytes.byteLength <= MOST_PIECE_BYTES),
)

const fetchedFile = v.variant('outcome', [
  v.object({
    outcome: v.literal('fetched'),
    id: fileId,
    name: v.string(),
    mimeType: v.string(),
    size: v.number(),
  }),
  v.object({ outcome: v.picklist(['offline', 'signed-out']) }),
  /** `message`: the server's words, or ''. */
  v.object({ outcome: v.literal('failed'), message: v.string() }),
])
export type FetchedFile = v.InferOutput<typeof fetchedFile>

/** A copy of a document's server file, as it was at that time. */
const copiedFile = v.object({ id: fileId, name: v.string(), mimeType: v.string(), size: v.number() })
export type CopiedFile = v.InferOutput<typeof copiedFile>

/* ---- search results ------------------------------------------------------------------------------------------- */

export const seoWhat = v.picklist(['title', 'description', 'image', 'url'])
export type SeoWhat = v.InferOutput<typeof seoWhat>

const seoResult = v.variant('outcome', [
  /** A text, or the id of a picture; '': there is none (S7.10). */
  v.object({ outcome: v.literal('done'), result: v.union([v.string(), v.number()]) }),
  /** `unusable`: the server's result is no such text or id, or far too long. */
  v.object({ outcome: v.picklist(['offline', 'signed-out', 'too-slow', 'unusable']) }),
  v.object({ outcome: v.literal('stopped') }),
  /** `message`: the server's words, or ''. */
  v.object({ outcome: v.literal('refused'), message: v.string() }),
])
export type SeoResult = v.InferOutput<typeof seoResult>

/* ---- the menu bar ----------------------------------------------------------------------------------------------- */

const menuName = v.picklist(['file', 'edit', 'view', 'go', 'help'])
export type MenuName = v.InferOutput<typeof menuName>

/** An item of the menu bar for a command of the window. */
const menuItem = v.object({
  menu: menuName,
  id: v.pipe(v.string(), v.maxLength(200)),
  label: v.pipe(v.string(), v.maxLength(1000)),
  /** The shortcut in Electron's notation. The page handles the keys; the menu only shows them. */
  accelerator: v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^(?:(?:CmdOrCtrl|Ctrl|Alt|Shift)\+){0,3}(?:[A-Z\d]|F\d{1,2}|Left|Right|Up|Down)$/),
    ),
  ),
  isEnabled: v.boolean(),
  /** True if a separator precedes it. */
  divides: v.boolean(),
})
export type MenuItem = v.InferOutput<typeof menuItem>

/* ---- the contract -------------------------------------------------------------------------------------------- */

export const calls = {
  'app.bootstrap': { input: nothing, output: bootstrap },
  'app.setTheme': { input: v.object({ theme }), output: nothing },
  'app.setLanguage': { input: v.object({ language: languageKey }), output: nothing },
  'updates.get': { input: nothing, output: updateState },
  'updates.check': { input: nothing, output: updateState },
  'updates.install': {
    input: nothing,
    output: v.variant('outcome', [
      v.object({ outcome: v.literal('opened') }),
      /** busy: a write or a request is running; changed: the file is not the one that was signed. */
      v.object({
        outcome: v.literal('failed'),
        why: v.picklist(['busy', 'unreachable', 'changed', 'not-opened']),
      }),
    ]),
  },
  'app.dismissNotice': { input: v.object({ code: v.string() }), output: nothing },
  /** Opens a web, mail or phone address with the system's program for it; anything else is refused. */
  'app.openExternal': { input: v.object({ url: v.string() }), output: nothing },
  /**
   * Sets the items of the menu bar for the window's commands, in its language; a choice comes back as `menu.chosen`.
   */
  'menu.set': { input: v.object({ items: v.pipe(v.array(menuItem), v.maxLength(200)) }), output: nothing },
  /**
   * Opens the menu bar as a popup on systems without one; resolves once it is closed. `x`, `y`: CSS pixels.
   */
  'menu.show': { input: v.object({ x: pixels, y: pixels }), output: nothing },
  /** Answer to the `app.flush` event: the number of documents whose input could not be written to the database. */
  'app.flushed': { input: v.object({ token: v.string(), unwritten: v.number() }), output: nothing },
  /** After `app.quitRefused`: tries to write and quit again, or quits without the unwritten input. */
  'app.quit': { input: v.object({ anyway: v.boolean() }), output: nothing },
  /** Asks for a path, and writes a text to a JSON file there. */
  'app.saveJson': { input: v.object({ name: v.string(), text: v.string() }), output: saveFileResult },

  /** Returns facts about this computer that need no network, fit for a report. */
  'diagnostics.read': { input: nothing, output: computerFacts },
  /**
   * Tests the connection to a server, step by step. `url` null: that of the open account; `host`: '' without an
   * address.
   */
  'diagnostics.connect': {
    input: v.object({ url: v.nullable(v.string()) }),
    output: v.object({
      host: v.string(),
      problem: v.nullable(serverProblem),
      steps: v.array(connectionStep),
    }),
  },
  /** Checks the whole database of the open account. */
  'diagnostics.checkStore': { input: nothing, output: storeCheck },
  /** Shows the log in the system's file manager. */
  'diagnostics.showLog': { input: nothing, output: nothing },

  /** Looks at a server. `acceptPlainHttp`: an address that the person accepts without encryption from now on. */
  'servers.probe': {
    input: v.object({ url: v.string(), acceptPlainHttp: v.exactOptional(v.string()) }),
    output: probeResult,
  },
  /** Answer to `certificates.asked`; null: no certificate. Holds until the program ends. */
  'certificates.choose': {
    input: v.object({ origin: v.string(), fingerprint: v.nullable(v.string()) }),
    output: nothing,
  },
  /**
   * Answer to `proxies.asked`; null: no log-in. It is kept in main until the program ends, and told to that proxy alone.
   */
  'proxies.answer': {
    input: v.object({
      id: v.string(),
      credentials: v.nullable(
        v.object({
          name: v.pipe(v.string(), v.maxLength(PROXY_TEXT)),
          password: v.pipe(v.string(), v.maxLength(PROXY_TEXT)),
        }),
      ),
    }),
    output: nothing,
  },
  /** Asks for a proxy login again after the person declined. */
  'proxies.askAgain': { input: nothing, output: nothing },
  /** Removes a server with all its local data, unless its account is open. Returns the remaining servers. */
  'servers.remove': { input: v.object({ id: v.string() }), output: v.array(serverInfo) },

  /** Lists the local data of all servers. */
  'localData.list': { input: nothing, output: v.array(localAccount) },
  /** Removes local data for good, unsent edits too. Signs out if it is the open account's database. */
  'localData.remove': { input: localTarget, output: nothing },
  /** Writes the unsent edits of one file to a JSON file at a path that the person chooses. */
  'localData.export': {
    input: v.object({ serverId: v.string(), account: v.string(), file: v.string(), name: v.string() }),
    output: saveFileResult,
  },

  /**
   * Signs in. With `inPlace` the open account stays: a login as somebody else changes nothing and answers
   * `other-user`. Otherwise the database is opened; `session.accountChanged` follows for another user.
   */
  'session.login': {
    input: v.object({
      url: v.string(),
      collection: pathName,
      identifier: v.string(),
      password: v.string(),
      /** Keep the session after the program ends; in place this stays as it was. */
      keep: v.boolean(),
      inPlace: v.boolean(),
    }),
    output: loginResult,
  },
  /**
   * Signs in through the system's browser, by whatever way the site has, and waits until the person has confirmed there
   * or gives up (`session.cancelBrowserLogin`, or another one that is begun). `inPlace`: as with a password.
   */
  'session.browserLogin': {
    input: v.object({ url: v.string(), keep: v.boolean(), inPlace: v.boolean() }),
    output: v.union([loginResult, v.object({ outcome: v.literal('cancelled') })]),
  },
  'session.cancelBrowserLogin': { input: nothing, output: nothing },
  /** Creates the first user of a site that has none, and signs them in. `values`: texts by field name. */
  'session.firstUser': {
    input: v.object({
      url: v.string(),
      collection: pathName,
      values: v.record(v.string(), v.string()),
      password: v.string(),
      keep: v.boolean(),
    }),
    output: loginResult,
  },
  /** Makes the site send a reset e-mail to a user; `done` even if there is no such user. */
  'session.forgotPassword': {
    input: v.object({ url: v.string(), collection: pathName, identifier: v.string() }),
    output: signInStepResult,
  },
  /** Sets a new password with the code of the reset e-mail, and signs in. */
  'session.resetPassword': {
    input: v.object({
      url: v.string(),
      collection: pathName,
      token: v.string(),
      password: v.string(),
      keep: v.boolean(),
    }),
    output: loginResult,
  },
  /** Confirms a new user's e-mail address with the code of an e-mail. */
  'session.verifyEmail': {
    input: v.object({ url: v.string(), collection: pathName, token: v.string() }),
    output: signInStepResult,
  },
  /** Ends the session; unsent work stays on this computer. */
  'session.logout': { input: nothing, output: v.object({ waiting: v.number() }) },
  /** Lists the sessions of the user. */
  'ownSessions.list': { input: nothing, output: ownSessionsResult },
  /** Ends sessions of the user on the server at once; returns the remaining ones. */
  'ownSessions.end': {
    input: v.object({ ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) }),
    output: ownSessionsResult,
  },
  /** Reports activity of the person in the window. */
  'session.active': { input: nothing, output: nothing },
  /** Returns the last known permissions and visible entities; null before the first answer. */
  'session.get': { input: nothing, output: v.nullable(sessionInfo) },

  /** Returns the prefetch settings and progress; null without an account. */
  'prefetch.get': { input: nothing, output: v.nullable(prefetchState) },
  'prefetch.configure': { input: prefetchSettings, output: nothing },
  /** Returns number and bytes of local documents that have nothing unsent. */
  'prefetch.kept': { input: nothing, output: v.object({ documents: v.number(), bytes: v.number() }) },
  /** Removes local documents that have nothing unsent, except those opened since the program started. */
  'prefetch.forget': { input: nothing, output: nothing },

  'connection.get': { input: nothing, output: connectionState },
  /** Asks the server now. */
  'connection.check': { input: nothing, output: connectionState },
  /** Accepts the other site that answers (`other-site`) as the right one, and asks the server at once. */
  'connection.acceptSite': { input: nothing, output: connectionState },

  /** Returns the last known schema; null before the first answer. */
  'schema.get': { input: nothing, output: v.nullable(siteSchema) },
  'schema.refresh': { input: nothing, output: refreshResult },

  /**
   * Returns a document in its parts: the server's last version, the queued edits and the draft; null: it is not on
   * this computer.
   */
  'documents.get': { input: v.object({ ref: docRef }), output: v.nullable(documentView) },
  'documents.refresh': { input: v.object({ ref: docRef }), output: refreshResult },
  'documents.list': { input: listQuery, output: listPage },
  /**
   * Documents on this computer whose title, slug or id has all words, or words that begin so, in any order, without
   * regard to accents; one or two letters of a word may be wrong. The likeliest first.
   */
  'documents.find': { input: findQuery, output: v.array(listRow) },
  'documents.refreshList': { input: listQuery, output: refreshResult },
  /**
   * Creates a document on this computer. Nothing is queued before its first commit; with `commit` that is done at
   * once, and if it is refused there is no document either.
   */
  'documents.create': {
    input: v.object({ slug: pathName, commit: v.exactOptional(firstCommit) }),
    output: v.object({ ref: docRef }),
  },
  /**
   * Asks functions of the site about the fields of a form: conditions, choices, validation. `data`: the present
   * document in that locale. A newer request about the same form ends an older one (`superseded`).
   */
  'documents.formState': {
    input: v.object({
      ref: docRef,
      locale: v.nullable(v.string()),
      isNew: v.boolean(),
      data: jsonObject,
      inside: v.exactOptional(insideDocument),
    }),
    output: formStateResult,
  },
  /**
   * Asks the server for the user's permissions for a document and its edits in that locale; the answer is stored and
   * sent with the document (`documents.changed`). Does nothing without the server.
   */
  'documents.refreshPermissions': {
    input: v.object({ ref: docRef, locale: v.nullable(v.string()) }),
    output: nothing,
  },
  /** The form of a part of a document was closed, so its requests are cancelled. */
  'documents.stopFormState': { input: v.object({ form: v.string() }), output: nothing },
  'credentials.change': {
    input: v.object({ ref: docRef, change: credentialChange }),
    output: credentialResult,
  },
  /**
   * Holds the password of a new user in memory until it is sent; it is never written. Only while the server can be
   * reached (M.08). busy: the creation may be on its way with another password.
   */
  'credentials.hold': {
    input: v.object({ ref: docRef, password: v.string() }),
    output: v.object({ outcome: v.picklist(['held', 'busy', 'offline', 'signed-out', 'not-new']) }),
  },
  /** Returns the server id of a document made here, or the same id if the server has given none yet (SY8). */
  'documents.resolveId': { input: v.object({ ref: docRef }), output: v.object({ ref: docRef }) },

  /** Returns the user's settings of a list. */
  'listPreference.get': { input: v.object({ slug: pathName }), output: listPreference },
  /** Stores a setting here at once; `listPreference.refresh` sends it to the server. */
  'listPreference.set': { input: v.object({ slug: pathName, choice: listChoice }), output: nothing },
  /** Sends local settings, and takes over those made elsewhere: `updated`. */
  'listPreference.refresh': { input: v.object({ slug: pathName }), output: refreshResult },

  /** Returns the parts of the navigation that the user has open. */
  'nav.get': { input: nothing, output: navPreference },
  /** Stores a choice here at once; `nav.refresh` sends it to the server. */
  'nav.set': { input: navChoice, output: nothing },
  /** Sends local choices, and takes over those made elsewhere: `updated`. */
  'nav.refresh': { input: nothing, output: refreshResult },

  /**
   * Requests a document for the API view, with the session or without, never cached. A newer request in the window
   * ends an older one and the rest of its answer.
   */
  'api.ask': {
    input: v.object({ id: v.string(), ref: docRef, question: apiQuestion, authenticated: v.boolean() }),
    output: apiAnswer,
  },
  /** Returns the next piece of the answer to `api.ask`; null: there is none, or the request was ended. */
  'api.next': { input: v.object({ id: v.string() }), output: v.object({ piece: v.nullable(jsonPiece) }) },
  /** Ends the request of `api.ask`. */
  'api.stop': { input: v.object({ id: v.string() }), output: nothing },

  'versions.list': { input: versionsQuery, output: versionsPage },
  'versions.refresh': { input: versionsQuery, output: refreshResult },
  /** Returns a version that is stored here, without asking the server; null: there is none. */
  'versions.kept': {
    /** deleted: the version of a document that was deleted here. */
    input: v.object({ ...versionOfDocument.entries, deleted: v.exactOptional(v.literal(true)) }),
    output: v.nullable(keptVersion),
  },
  /** Finds the last change of a value in the newest versions; missing ones are fetched. `path`: with row ids. */
  'versions.lastChange': {
    input: v.object({ ref: docRef, path: v.string(), locale: v.nullable(v.string()) }),
    output: lastChange,
  },
  'versions.read': { input: versionOfDocument, output: versionContent },
  /**
   * Restores a version in all locales: an entry behind all unsent ones, sent at once. `madeAt`: time of the version;
   * `locale`: the current one; `shown`: the revision of the document that was on the screen.
   */
  'versions.restore': {
    input: v.object({
      ref: docRef,
      versionId: pathName,
      madeAt: isoTime,
      asDraft: v.boolean(),
      locale: v.nullable(v.string()),
      shown: v.nullable(v.string()),
    }),
    output: versionRestored,
  },
  /** Returns the user's names for versions of a document, by version id; private to the user. */
  'versions.names': { input: v.object({ ref: docRef }), output: recordOf(v.string()) },
  /** Stores a name here at once; null removes it. `versions.refreshNames` sends it to the server. */
  'versions.setName': {
    input: v.object({ ...versionOfDocument.entries, name: v.nullable(versionName) }),
    output: nothing,
  },
  /** Sends local names, and takes over those given elsewhere: `updated`. */
  'versions.refreshNames': { input: nothing, output: refreshResult },
  /** Returns the neighbours of a version. `at`: its `updatedAt`. */
  'versions.around': {
    input: v.object({ ref: docRef, versionId: pathName, at: isoTime }),
    output: versionsAround,
  },

  /**
   * Journals the unqueued changes as the document's draft (SY1). `savedAt` null: nothing was written, as the document
   * is gone; with `base` it is kept as deleted. `other`: not written, as the form does not know the draft.
   */
  'drafts.put': {
    input: v.object({ ...draftInput.entries, base: v.exactOptional(base) }),
    output: v.object({ savedAt: v.nullable(isoTime), other: v.exactOptional(v.literal(true)) }),
  },
  /**
   * Queues changes, one entry per locale, and ends their draft in the same transaction; returns the last key. `typed`
   * stays in the draft. Without changes only a publish, an unpublish, a deletion and a creation are queued.
   */
  'drafts.commit': {
    input: commitInput,
    output: v.object({
      key: v.nullable(v.string()),
      /** The `savedAt` of the remaining draft; null: none. */
      savedAt: v.nullable(isoTime),
      /** The remaining draft belongs to another form, and none of it was committed. */
      other: v.exactOptional(v.literal(true)),
    }),
  },
  /** Returns the input of a form that belongs to no document, by the form's name; null: none. */
  'forms.held': { input: v.object({ place: v.string() }), output: v.object({ content: v.nullable(json) }) },
  /** Journals the input of a form that belongs to no document (SY1); null removes it. */
  'forms.hold': { input: v.object({ place: v.string(), content: v.nullable(json) }), output: nothing },
  /** Deletes the draft of a document, and a new document that has nothing else. */
  'drafts.discard': { input: v.object({ ref: docRef }), output: nothing },

  /**
   * Makes a new document with all local content of another one, with new row ids, and queues it; without its
   * id or file it waits in a draft. Once queued, a deleted old document is removed. `file`: see `files.copy`.
   */
  'documents.createAgain': {
    input: v.object({ ref: docRef, locale: v.nullable(v.string()), file: v.exactOptional(copiedFile) }),
    output: v.object({ ref: docRef }),
  },
  /** Removes everything unsent of a document; a document that is only here is removed entirely. */
  'documents.discard': { input: v.object({ ref: docRef }), output: nothing },
  /** Makes the same change to many documents: one entry for each. Nothing is queued for those that are left out. */
  'documents.editMany': { input: manyInput, output: manyResult },
  /**
   * Moves a document in a manual order; queued like an edit. `not-here`: the whole document is not on this
   * computer and cannot be fetched now; `not-movable`: it is new, gone, or to be deleted.
   */
  'documents.move': {
    input: v.object({ ref: docRef, move }),
    output: v.object({ outcome: v.picklist(['queued', 'not-here', 'not-movable']) }),
  },
  /** Lists the local documents that refer to one, by a field or in a rich text, local edits included. */
  'documents.referrers': {
    input: v.object({ ref: docRef }),
    /** `unsent`: true if the document itself has unsent edits. */
    output: v.object({ documents: v.array(docRef), unsent: v.boolean() }),
  },
  /** Fetches the published version of a document from the server. */
  'documents.published': { input: v.object({ ref: docRef }), output: documentResult },
  /** Lists the stored versions of a document that was deleted here, newest first. */
  'documents.deleted': { input: v.object({ ref: docRef }), output: v.array(versionRow) },
  /** Fetches a document in the trash from the server. */
  'trash.read': { input: v.object({ ref: docRef }), output: trashedDocument },
  /** Lists, adds or cancels scheduled publishes and unpublishes on the server; returns the plans after that. */
  'documents.schedule': {
    input: v.variant('what', [
      v.object({ what: v.literal('list'), ref: docRef }),
      v.object({
        what: v.literal('plan'),
        ref: docRef,
        type: v.picklist(['publish', 'unpublish']),
        at: isoTime,
        locale: v.nullable(v.string()),
        timeZone: v.nullable(v.string()),
      }),
      v.object({ what: v.literal('cancel'), ref: docRef, id: v.string() }),
    ]),
    output: scheduleResult,
  },
  /**
   * Counts the documents of a list by the value of a field (shared/lists/group-by.ts), locally or on the server;
   * null: not possible.
   */
  'documents.groups': {
    input: v.object({
      query: v.omit(listQuery, ['page', 'limit', 'columns']),
      path: v.pipe(v.string(), v.maxLength(1000)),
      from: v.picklist(['computer', 'server']),
    }),
    output: v.object({ groups: v.nullable(groupCounts) }),
  },
  /**
   * Returns the plans for the documents of a list's page; without the server the last known ones. Leaves out
   * documents without a plan, and those that this user may not publish.
   */
  'documents.schedules': {
    input: v.object({ slug: pathName, ids: v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST)) }),
    output: v.array(v.object({ id: v.string(), plans: v.array(schedulePlan) })),
  },
  /**
   * Returns the plans for documents of all collections and for globals, as last known or from the server. Documents
   * that the server does not tell about are left out.
   */
  'documents.scheduled': {
    input: v.object({ from: v.picklist(['computer', 'server']) }),
    output: v.array(v.object({ ref: docRef, plans: v.array(schedulePlan) })),
  },
  /**
   * Documents with revisions of others that arrived since the last look, newest first. `looks`: first and last look
   * of the person; null: never, so no documents. `newest`: the last arrival. By this computer's clock.
   */
  'documents.changedElsewhere': {
    input: v.object({
      slugs: v.array(pathName),
      globals: v.array(pathName),
      looks: v.nullable(v.object({ first: isoTime, last: isoTime })),
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MANY_AT_MOST)),
    }),
    output: v.object({
      newest: v.nullable(isoTime),
      documents: v.array(v.object({ ref: docRef, updatedAt: isoTime })),
    }),
  },

  /**
   * Makes the site generate the title, description, image or address of a search result (@payloadcms/plugin-seo).
   * `data`: the present document in that locale. `id`: to stop it.
   */
  'seo.generate': {
    input: v.object({
      id: v.pipe(v.string(), v.uuid()),
      ref: docRef,
      what: seoWhat,
      locale: v.nullable(v.string()),
      data: jsonObject,
    }),
    output: seoResult,
  },
  'seo.stop': { input: v.object({ id: v.string() }), output: nothing },

  /** A window shows a document for editing until `locks.close`; its first edit locks it for others. */
  'locks.open': { input: v.object({ ref: docRef }), output: nothing },
  'locks.close': { input: v.object({ ref: docRef }), output: nothing },
  /** Returns the lock of a document; asks the server if the known one is old and the server can be reached. */
  'locks.look': { input: v.object({ ref: docRef }), output: documentLock },
  /** Takes over the lock of a document. `key`: the entry to send, if the outbox asks; none: the document is open. */
  'locks.takeOver': {
    input: v.object({ ref: docRef, key: v.optional(v.string()) }),
    output: takeOverResult,
  },
  /** Lists which of these documents other users have locked; empty if that cannot be known. */
  'locks.list': {
    input: v.object({ refs: v.pipe(v.array(docRef), v.maxLength(MANY_AT_MOST)) }),
    output: v.array(v.object({ ref: docRef, by: v.nullable(v.string()) })),
  },

  /** Lists other users with unsent edits of a document, and for how long; empty if the server does not tell. */
  'unsent.others': {
    input: v.object({ ref: docRef }),
    output: v.array(v.object({ by: v.nullable(v.string()), forMs: v.number() })),
  },

  /** Makes the site generate the slug of a text for a field, in its own way. */
  'slug.generate': {
    input: v.object({ ...documentInForm, schemaPath: v.string(), text: v.string() }),
    output: slugResult,
  },
  /**
   * Opens the preview of a document in the system's browser. The address may grant access, so the window never gets
   * it.
   */
  'preview.open': { input: v.object(documentInForm), output: previewResult },
  /** Shows a document in the pane; a page with the same address stays. */
  'livePreview.open': { input: v.object(documentInForm), output: previewResult },
  'livePreview.place': { input: livePreviewPlace, output: nothing },
  /** Sends the present document to the page in the pane, saved or not. */
  'livePreview.send': {
    input: v.object({
      ...documentInForm,
      /** A related document that has changed. */
      updated: v.nullable(v.object({ slug: pathName, id: pathName })),
    }),
    output: nothing,
  },
  /**
   * saved: the server has saved the document; browser: opens the page in the system's browser; enter: the keyboard
   * focus goes into the pane.
   */
  'livePreview.do': {
    input: v.object({ what: v.picklist(['saved', 'reload', 'browser', 'enter', 'close']) }),
    output: nothing,
  },
  /** Returns a picture of the pane as a data URL, to show while something covers it; null: there is none. */
  'livePreview.picture': { input: nothing, output: v.object({ picture: v.nullable(v.string()) }) },

  /** Lists a page of a collection's trash, which is on the server only. */
  'trash.list': { input: listQuery, output: trashPage },
  /** Deletes documents for good. */
  'trash.empty': {
    input: v.object({ slug: pathName, ids: v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST)) }),
    output: trashResult,
  },
  /** Deletes for good all documents that were in the trash at `until`; refused if more than `count`. */
  'trash.emptyAll': {
    input: v.object({ slug: pathName, until: isoTime, count: v.number() }),
    output: trashResult,
  },
  /** Asks for a path, and writes documents to a file there; `exports.progress` tells the progress. */
  'exports.write': { input: exportInput, output: exportResult },
  /** Stops the export and removes its file. */
  'exports.stop': { input: v.object({ id: v.string() }), output: nothing },

  /**
   * Restores documents, as drafts if there are drafts and not `publish`; null: with the status of their newest
   * version.
   */
  'trash.restore': {
    input: v.object({
      slug: pathName,
      ids: v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST)),
      publish: v.nullable(v.boolean()),
    }),
    output: trashResult,
  },

  /**
   * Lists documents with entries, in the order of their first entries (SY10); then those with edits that are not
   * queued.
   */
  'outbox.list': { input: outboxQuery, output: outboxPage },
  /**
   * Finds the document of an item, or the one at that position now, or the first that needs a person, or the first.
   * Returns a page of one document, or of none.
   */
  'outbox.find': {
    input: v.object({ item: v.nullable(outboxItem), place: v.nullable(outboxPlace) }),
    output: outboxPage,
  },
  'outbox.counts': { input: nothing, output: counts },
  /**
   * Lists the entries that reached the server last, newest first, with their results; also all that nobody has looked
   * at yet.
   */
  'outbox.sent': { input: nothing, output: v.array(sentDocument) },
  /** Returns the fate of entries, in the order of their keys. */
  'outbox.became': {
    input: v.object({ keys: v.pipe(v.array(v.string()), v.maxLength(MANY_AT_MOST)) }),
    output: v.array(becameOf),
  },
  /** A person has looked at these differences of a document, or (`key`) at the server's words about an entry. */
  'outbox.seen': {
    input: v.variant('what', [
      v.object({ what: v.literal('differences'), ref: docRef, differences: v.array(savedDifference) }),
      v.object({ what: v.literal('words'), key: v.string() }),
    ]),
    output: nothing,
  },
  /**
   * Lists what could be sent now, oldest first: the first entry of each document, and moves; `limit` of them after
   * that `seq`.
   */
  'outbox.heads': {
    input: v.object({ after: v.number(), limit: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
    output: v.array(outboxHead),
  },
  /** Sends one entry or move to the server, and stores the outcome. */
  'outbox.send': { input: v.object({ key: v.string() }), output: sendOutcome },
  /**
   * Releases a parked entry, or retries a failing one. Each conflict needs a side: 'mine', 'theirs', 'now' (the later
   * value), 'both', or answers for its parts. `changed`: the conflicts are not the shown ones; nothing was done.
   */
  'outbox.retry': {
    input: v.object({
      key: v.string(),
      choices: recordOf(conflictChoice),
      /** The conflicts as they were shown for each choice. */
      shown: v.exactOptional(v.array(shownConflict)),
      /** True if a form of the document is open, which takes the result of the choice from the draft. */
      isOpen: v.exactOptional(v.boolean()),
    }),
    output: v.object({
      outcome: v.picklist(['released', 'changed']),
      /** The changes that keep rows twice: one step of undo (DM7). */
      twice: v.exactOptional(v.array(change)),
    }),
  },
  /** Deletes an entry with those of the same save after it; with the creation of a document all that follows. */
  'outbox.discard': { input: v.object({ key: v.string() }), output: nothing },
  /** Turns a queued publish into a draft of its changes; not if it may be at the server already. */
  'outbox.takeBackPublish': {
    input: v.object({ key: v.string() }),
    output: v.object({ takenBack: v.boolean() }),
  },
  /** Stops the upload of an entry's file; false: it was sent completely, or there is none. */
  'outbox.stop': { input: v.object({ key: v.string() }), output: v.object({ stopped: v.boolean() }) },

  /** Copies a file into the account's folder in pieces (SY14): it is on disk before a form refers to it. */
  'files.begin': { input: nothing, output: v.object({ id: fileId }) },
  'files.append': { input: v.object({ id: fileId, bytes: filePiece }), output: nothing },
  'files.finish': { input: v.object({ id: fileId }), output: v.object({ size: v.number() }) },
  'files.cancel': { input: v.object({ id: fileId }), output: nothing },
  /** Reads a piece of a complete pending file from a byte on; empty: the end of the file. */
  'files.read': {
    input: v.object({ id: fileId, at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
    output: v.object({ bytes: filePiece }),
  },
  /** Makes the server fetch a file from a URL, for a document or (null) a new one, and copies it here. */
  'files.fetch': {
    input: v.object({ slug: pathName, id: v.nullable(pathName), url: v.pipe(v.string(), v.url()) }),
    output: fetchedFile,
  },
  /** Asks for a path, and saves a document's server file there; `none`: it has none. */
  'files.save': {
    input: v.object({ slug: pathName, id: pathName }),
    output: v.variant('outcome', [
      v.object({ outcome: v.literal('saved'), path: v.string() }),
      v.object({ outcome: v.literal('cancelled') }),
      v.object({ outcome: v.literal('none') }),
      notWritten,
      ...notDone,
    ]),
  },
  /** Downloads a document's server file under its own name; `none`: it has none. */
  'files.bring': {
    input: v.object({ slug: pathName, id: pathName }),
    output: v.variant('outcome', [
      v.object({ outcome: v.literal('here'), id: fileId }),
      v.object({ outcome: v.literal('none') }),
      ...notDone,
    ]),
  },
  /**
   * Starts to drag a downloaded file out of the window while the pointer is pressed; false: there is no such file.
   */
  'files.drag': { input: v.object({ id: fileId }), output: v.object({ begun: v.boolean() }) },
  /** Copies a document's server file to this computer; `none`: it has none. */
  'files.copy': {
    input: v.object({ slug: pathName, id: pathName }),
    output: v.variant('outcome', [fetchedFile, v.object({ outcome: v.literal('none') })]),
  },
  /** Returns a stored entry as JSON, even if it cannot be read as an entry; null: it does not exist. */
  'outbox.raw': { input: v.object({ key: v.string() }), output: v.object({ text: v.nullable(v.string()) }) },
} as const satisfies Record<string, { input: v.GenericSchema; output: v.GenericSchema }>

export const events = {
  /** Asks the window to write all input to the database, then to call app.flushed with the token. */
  'app.flush': v.object({ token: v.string() }),
  /** The window stays open: some input could not be written. */
  'app.quitRefused': nothing,
  'app.notice': notice,
  /** The policy of this computer forbids opening an address in the browser. */
  'app.linkRefused': v.object({ address: v.string() }),
  'updates.changed': updateState,
  /** An item of the menu bar was chosen with the pointer, or by keys that the page did not get. */
  'menu.chosen': v.object({ id: v.string() }),
  /** The server asks for a client certificate and waits for `certificates.choose`. */
  'certificates.asked': certificateRequest,
  /** A proxy asks for a login, once for each proxy; answered by `proxies.answer`. */
  'proxies.asked': proxyQuestion,
  'app.themeChanged': v.object({ theme }),
  /** The open account changed; null: signed out. */
  'session.accountChanged': v.nullable(account),
  /** The site ends the idle session within two minutes; `isNear` false: no longer. */
  'session.ending': v.object({ isNear: v.boolean() }),
  /** Permissions or the user's own data changed. */
  'session.changed': nothing,
  'connection.changed': connectionState,
  'prefetch.changed': prefetchState,
  'schema.changed': nothing,
  'documents.changed': v.object({ refs: v.array(docRef) }),
  /**
   * A document made here got its server id (SY8). `value`: the id as relations hold it; absent if the document took
   * another temporary id, and references to the old id mean another document.
   */
  'documents.idAssigned': v.object({
    slug: v.string(),
    tempId: v.string(),
    id: pathName,
    value: v.exactOptional(v.union([v.string(), v.number()])),
  }),
  'documents.listChanged': v.object({ slug: v.string() }),
  'versions.changed': v.object({ ref: docRef }),
  /** The lock of an open document was taken, released or given up. */
  'locks.changed': v.object({ ref: docRef, lock: documentLock }),
  'outbox.changed': nothing,
  'livePreview.changed': v.object({ state: livePreviewState }),
  /** The keyboard focus leaves the pane. */
  'livePreview.left': nothing,
  /** Number of documents of an export that are written. */
  'exports.progress': v.object({ id: v.string(), done: v.number(), total: v.number() }),
  /** Bytes of an entry's file that were sent; null: the upload has ended. */
  'outbox.progress': v.object({ key: v.string(), sent: v.nullable(v.number()), total: v.number() }),
} as const satisfies Record<string, v.GenericSchema>

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = v.InferOutput<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = v.InferOutput<(typeof calls)[N]['output']>
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = v.InferOutput<(typeof events)[N]>

/** The API that preload exposes as `window.galley`. */
export type GalleyBridge = {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** Returns the function that stops listening. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void
}
