import * as v from 'valibot'
import { apiQuestion } from './cms/api-question.ts'
import { docRef } from './cms/doc-ref.ts'
import { pathName } from './cms/path-segment.ts'
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
import { savedDifference } from './document/compare-saved.ts'
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
 * The contract between the windows and the main process: every call with the shape of its input and output, every
 * event with the shape of its payload. Handlers and the preload bridge are made from it, so that nothing crosses
 * that is not named here. Inputs are checked at run time in main; outputs are typed.
 *
 * A call that fails in a way that a person can act on answers with a value that says so (`outcome`, `type`, `problem`);
 * only bugs and a broken database reject.
 */

const nothing = v.undefined()
const isoTime = v.string()

/* ---- app ------------------------------------------------------------------------------------------------- */

/** A language of the windows, as @payloadcms/translations names it: `de`, `zh-TW`, `rs-latin`. */
export const languageKey = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/))

export const theme = v.picklist(['auto', 'light', 'dark'])
export type Theme = v.InferOutput<typeof theme>

/** Something that went wrong outside any screen and must be said in words. */
export const notice = v.variant('code', [
  /** The database could not be read; it was moved aside and a new one begun. */
  v.object({
    code: v.literal('database-set-aside'),
    /** Where it is now; null: it was not there any more. */
    path: v.nullable(v.string()),
    at: isoTime,
    /** How many unsent edits are in the new one. */
    edits: v.number(),
    /** False: there may have been more. */
    complete: v.boolean(),
    /** They are those of the copy beside the database, which may be older. */
    fromCopy: v.boolean(),
  }),
  /**
   * The database belonged to somebody else who had the same id on the server; it was moved aside and a new one begun.
   * `name`: theirs, where it is known; `edits`: how many unsent ones are in it.
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
   * The user may not enter the admin panel any more: the documents were removed, so many unsent edits were kept.
   * `unreadable`: files that could not be read to their end, and stayed as they were.
   */
  v.object({
    code: v.literal('access-removed'),
    at: isoTime,
    server: v.string(),
    edits: v.number(),
    unreadable: v.number(),
  }),
  /** Nobody was there for as long as a session of the site lasts: it was ended, so many unsent edits are here. */
  v.object({ code: v.literal('inactive'), at: isoTime, edits: v.number() }),
  /** The database was made by a newer Galley: it was not opened, and is as it was. */
  v.object({ code: v.literal('database-newer') }),
  v.object({ code: v.literal('disk-full') }),
  v.object({ code: v.literal('database-read-only') }),
  v.object({ code: v.literal('database-failed'), message: v.string() }),
])
export type Notice = v.InferOutput<typeof notice>

/**
 * What is known of newer versions of the program.
 * - off: nobody is asked
 * - unknown: `problem` says why; null: not asked yet
 * - available: `isNeeded`: the one that runs should not be used any more; `notes`: plain text; `command`: how it is
 *   installed, in the words of the organisation; `hasInstaller`: it can be fetched and opened here
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

/** What came of saving a file that a person chooses the place of. */
export const saveFileResult = v.variant('outcome', [
  v.object({ outcome: v.literal('saved'), path: v.string() }),
  v.object({ outcome: v.literal('cancelled') }),
  /** `message`: in the words of the system. */
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

/** The user whose database is open. Stays through an expired session; null after signing out. */
export const account = v.object({
  server: serverInfo,
  collection: v.string(),
  userId: v.string(),
  /** What to call the user: name, e-mail or user name. */
  label: v.string(),
})
export type Account = v.InferOutput<typeof account>

/** A server asks who the person is by a certificate of this computer. `validUntil`: null where it cannot be told. */
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
/** A proxy wants a log-in. `proxy`: host and port; `realm`: the proxy's own words, '' without. */
const proxyQuestion = v.object({
  id: v.string(),
  proxy: v.string(),
  realm: v.string(),
  /** The proxy did not take the log-in of before. */
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
  /** What the policy of this computer decides. */
  policy: windowPolicy,
  account: v.nullable(account),
  /** Address given with --server, or null. */
  presetServer: v.nullable(v.string()),
  /** Log-in to fill in, only in development with the demo CMS. */
  demoLogin: v.nullable(v.object({ identifier: v.string(), password: v.string() })),
  notices: v.array(notice),
  /** What was asked before this window listened. */
  certificateRequests: v.array(certificateRequest),
  proxyQuestions: v.array(proxyQuestion),
})
export type Bootstrap = v.InferOutput<typeof bootstrap>

/* ---- server, session, connection --------------------------------------------------------------------------- */

/** Why a server cannot be used, in kinds that each have their own words on the screen. */
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
    'other-site', // another CMS than the one that what is here belongs to
    'newer-database', // the database of this user on this computer was made by a newer Galley
  ]),
  /** Detail for the curious: the network error's name or the status line; no content. */
  detail: v.string(),
})
export type ServerProblem = v.InferOutput<typeof serverProblem>

export const authCollection = v.object({
  slug: v.string(),
  label: v.string(),
  /** What the log-in form asks for. */
  identifier: v.picklist(['email', 'username', 'either']),
})
export type AuthCollection = v.InferOutput<typeof authCollection>

const probeResult = v.variant('outcome', [
  v.object({
    outcome: v.literal('ok'),
    /** The address as it will be kept. */
    url: v.string(),
    name: v.string(),
    /** Null where the server does not tell it before the log-in. */
    payloadVersion: v.nullable(v.string()),
    idempotency: v.boolean(),
    /** Collections with passwords, the admin's own first; none where the site has other ways only. */
    auth: v.array(authCollection),
    /** One can log in through the system's browser. */
    browserLogin: v.boolean(),
    /**
     * The collection whose first user is still to be made, and where its own admin makes one; null where there is one,
     * or it is not known.
     */
    firstUser: v.nullable(v.object({ slug: pathName, adminUrl: v.string() })),
  }),
  v.object({ outcome: v.literal('problem'), problem: serverProblem }),
])
export type FirstUser = NonNullable<Extract<ProbeResult, { outcome: 'ok' }>['firstUser']>
export type ProbeResult = v.InferOutput<typeof probeResult>

const loginResult = v.variant('outcome', [
  v.object({ outcome: v.literal('ok'), account }),
  /** The server refused: its words, at a field where it names one. */
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

/** Somewhere that the user is signed in. `isOwn`: it is this computer's. */
export const ownSession = v.object({
  id: v.string(),
  createdAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  isOwn: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof ownSession>

const ownSessionsResult = v.variant('outcome', [
  /** Null: the site keeps none. */
  v.object({ outcome: v.literal('listed'), list: v.nullable(v.array(ownSession)) }),
  v.object({ outcome: v.picklist(['offline', 'signed-out']) }),
  /** In the server's words; '' where its companion does not know of sessions. */
  v.object({ outcome: v.literal('refused'), message: v.string() }),
])

/** What became of a step before a log-in. */
const signInStepResult = v.variant('outcome', [
  v.object({ outcome: v.literal('done') }),
  /** In the server's words. */
  v.object({ outcome: v.literal('refused'), message: v.string() }),
  v.object({ outcome: v.literal('problem'), problem: serverProblem }),
])

/** Permissions as GET /access gives them; read with shared/cms/permissions.ts. */
export const sessionInfo = v.object({
  user: jsonObject,
  permissions: jsonObject,
  visible: v.object({ collections: v.array(v.string()), globals: v.array(v.string()) }),
  /** By collection: what the site narrows each of its lists to, for this user. */
  baseFilters: v.optional(v.record(v.string(), jsonObject), {}),
  /** The site keeps whoever is signed in, also while they do nothing. */
  autoRefresh: v.optional(v.boolean(), false),
})
export type SessionInfo = v.InferOutput<typeof sessionInfo>

export const connectionState = v.object({
  /**
   * online: the last authenticated question was answered with the server's own JSON (SY11);
   * offline: it was not, `problem` says how; signed-out: it answered, without a user.
   */
  status: v.picklist(['checking', 'online', 'offline', 'signed-out']),
  /** When this status began. */
  since: isoTime,
  /** The last time the server answered with its own JSON. */
  lastContact: v.nullable(isoTime),
  problem: v.nullable(serverProblem),
})
export type ConnectionState = v.InferOutput<typeof connectionState>

/**
 * A file of an account on this computer, named within its server's folder:
 * - documents: the database
 * - damaged, other-user: a database that was set aside
 * - before-update: a copy of before a newer Galley changed it
 * - copy: what is unsent, once more
 * - files: files that wait to be sent with their documents
 * - pictures: pictures of the server, to be shown without it
 * - rest: what was left by something that was interrupted
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
  /** When it was written last. */
  at: isoTime,
  bytes: v.number(),
  /** Unsent edits in it; null: that cannot be read. */
  edits: v.nullable(v.number()),
})
export type LocalFile = v.InferOutput<typeof localFile>

/** What this computer has of one user of one server. */
export const localAccount = v.object({
  serverId: v.string(),
  /** Names the account within the server. */
  id: v.string(),
  /** Whose it is, where that can be read. */
  label: v.nullable(v.string()),
  isOpen: v.boolean(),
  files: v.array(localFile),
})
export type LocalAccount = v.InferOutput<typeof localAccount>

/** All of a server, all of an account, or one file of it. */
const localTarget = v.object({
  serverId: v.string(),
  account: v.nullable(v.string()),
  file: v.nullable(v.string()),
})
export type LocalTarget = v.InferOutput<typeof localTarget>

const siteSchema = v.custom<SiteSchema>((value) => isPlainObject(value))

/* ---- reading ------------------------------------------------------------------------------------------------- */

/** What came of asking the server for something that is shown from the cache. */
export const refreshResult = v.variant('outcome', [
  v.object({ outcome: v.picklist(['updated', 'unchanged', 'offline', 'signed-out', 'busy']) }),
  v.object({ outcome: v.picklist(['gone', 'denied', 'failed']), message: v.string() }),
  /** The server's schema came and cannot be worked with. */
  v.object({ outcome: v.literal('unreadable'), reason: schemaProblem }),
])
export type RefreshResult = v.InferOutput<typeof refreshResult>

/** What lets a user in, changed at once and on the server only: it is kept nowhere on this computer. */
const credentialChange = v.variant('kind', [
  v.object({ kind: v.literal('password'), password: v.string() }),
  /** null: the key is no longer valid. */
  v.object({ kind: v.literal('apiKey'), apiKey: v.nullable(v.string()) }),
  /** An account that was locked after too many attempts may sign in again. */
  v.object({ kind: v.literal('unlock') }),
])
export type CredentialChange = v.InferOutput<typeof credentialChange>

export const credentialResult = v.variant('outcome', [
  /** `newer-draft`: not done, what is published would have been taken off the site. */
  v.object({ outcome: v.picklist(['done', 'offline', 'signed-out', 'newer-draft']) }),
  /** In the words of the server; `unknown`: it may have been done. */
  v.object({ outcome: v.picklist(['refused', 'unknown']), message: v.string() }),
])
export type CredentialResult = v.InferOutput<typeof credentialResult>

/** The base: the latest version as the server last said it, whole, in all locales, depth 0. */
const base = v.object({
  data: jsonObject,
  updatedAt: v.nullable(v.string()),
  /** `_status` of the latest version, null without drafts. */
  status: v.nullable(v.picklist(['draft', 'published'])),
  /** Whether a published version exists besides; null when not known. */
  hasPublished: v.nullable(v.boolean()),
  /** Where each locale has a status of its own: those in which it is published, perhaps with a newer draft. */
  publishedIn: v.exactOptional(v.nullable(v.array(v.string()))),
  fetchedAt: isoTime,
})

/** What was typed and is not queued yet, of all locales in one order (DM1); written by the form that holds it (DM3). */
const draft = v.object({
  changes: v.array(change),
  /** Rows that are gone from the base and that the changes edit, as they were. */
  lost: lostRows,
  /** Absent: none. */
  typed: v.exactOptional(v.array(typedInput)),
  /** Since its form wrote it, a choice has put what was edited into another row (SY7): the form takes it over. */
  rewritten: v.exactOptional(v.literal(true)),
  savedAt: isoTime,
})
export type Draft = v.InferOutput<typeof draft>

/** The layers of one document, kept apart; what the screen shows is computed from them (see document/effective.ts). */
export const documentView = v.object({
  ref: docRef,
  /** True until the server has the document. Its base is empty then. */
  isNew: v.boolean(),
  /** The server has it no longer; it is kept for the unsent work on it. */
  isGone: v.boolean(),
  base,
  entries: v.array(outboxEntry),
  /** Where it is to go in the orders that people make. */
  moves: v.array(queuedMove),
  draft: v.nullable(draft),
  /** Own values that became others without anybody else's doing. */
  adjusted: v.array(serverAdjusted),
  /** How often writes of somebody else were taken into it while the program runs: one more tells that they changed it. */
  foreignWrites: v.number(),
  /** Values that the server does not have as they were sent, but for those that a newer edit decides about. */
  differences: v.array(openDifference),
  state: docState,
  /** What the user may do with it, as far as that is known; of a document that is read for a person. */
  permissions: v.exactOptional(knownPermissions),
})
export type DocumentView = v.InferOutput<typeof documentView>

/** Rows of the largest page that a site may ask for. */
export const LISTED_AT_MOST = 10_000

export const listQuery = v.object({
  slug: pathName,
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Rows of a page; 0: all there are. */
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
  /** Locale whose values are sorted by and shown; null without localization. */
  locale: v.nullable(v.string()),
  /** Fields whose values are wanted however long they are, by the names that they have in the document. */
  columns: v.exactOptional(v.array(v.string())),
  /** Past the site's base filter: what a field points at is shown wherever it is. */
  isWhole: v.exactOptional(v.literal(true)),
  /** Only how many there are is wanted: the documents of the page are not brought to this computer. */
  isCount: v.exactOptional(v.literal(true)),
})
export type ListQuery = v.InferOutput<typeof listQuery>

export const findQuery = v.object({
  /** '': nothing is looked for, but titles are made ready for what is typed next. */
  words: v.pipe(v.string(), v.maxLength(200)),
  /** Of which collections. */
  slugs: v.array(pathName),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  /** Locale whose status is shown; titles are looked for in all. */
  locale: v.nullable(v.string()),
  /** Documents that the person opened last, the newest first: of alike ones they come first. */
  recent: v.exactOptional(v.pipe(v.array(v.object({ slug: pathName, id: pathName })), v.maxLength(100))),
})
export type FindQuery = v.InferOutput<typeof findQuery>

const listRow = v.object({
  ref: docRef,
  /** The columns' values in all locales, with the edits of this computer applied. */
  data: jsonObject,
  /** The revision that it shows, where that is known. */
  updatedAt: v.nullable(v.string()),
  isNew: v.boolean(),
  status: v.nullable(v.picklist(SHOWN_STATUSES)),
  state: docState,
  /** The whole document is on this computer. */
  complete: v.boolean(),
  /** What is known of what the user may do with it, beside what is said of all documents. */
  permissions: v.exactOptional(knownPermissions),
})
export type ListRow = v.InferOutput<typeof listRow>

export const listPage = v.object({
  rows: v.array(listRow),
  /** Documents that match, as the server counted, or as many as are known here. */
  totalDocs: v.number(),
  /** server: the page as the server last gave it; computer: the query run on what is here. */
  source: v.picklist(['server', 'computer']),
  /** When the server gave this page; null for one that it never gave. */
  fetchedAt: v.nullable(isoTime),
  /** How many whole documents of the collection are on this computer, and how many it has (null: not known). */
  coverage: v.object({ here: v.number(), total: v.nullable(v.number()) }),
  /**
   * Where the filter asks what only this computer knows: what that came to. Another one, and the server has to be asked
   * anew.
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
  /** Where each locale has a status of its own: those that are published in this version. */
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
  /** For the labels of S4.01-S4.04: the latest draft and the version that is published now. */
  latestDraft: v.nullable(versionRow),
  currentlyPublished: v.nullable(versionRow),
})
export type VersionsPage = v.InferOutput<typeof versionsPage>

/** What the server answered to somebody who looks at its API. */
const apiAnswer = v.variant('outcome', [
  v.object({
    outcome: v.literal('answered'),
    status: v.number(),
    bytes: v.number(),
    /** Milliseconds from the question to the whole of the answer. */
    ms: v.number(),
    at: isoTime,
    /** False: what came is something else. True: it is taken with `api.next`. */
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

/** A version whole: the fields of its document in all locales, with relations as ids. */
const versionOfDocument = v.object({ ref: docRef, versionId: pathName })
export const versionName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(VERSION_NAME_LENGTH))
const keptVersion = v.object({ version: versionRow, data: jsonObject })
export type KeptVersion = v.InferOutput<typeof keptVersion>
const lastChange = v.variant('outcome', [
  /** own: this computer sent it. */
  v.object({ outcome: v.literal('changed'), version: versionRow, before: versionRow, own: v.boolean() }),
  /** It is what it was in the oldest of them. */
  v.object({ outcome: v.literal('same'), since: versionRow }),
  /** No version is kept here that tells. */
  v.object({ outcome: v.literal('unknown') }),
])
export type LastChange = v.InferOutput<typeof lastChange>
const versionContent = v.variant('outcome', [
  /** gone: the server has it no more, this computer kept it. */
  v.object({ outcome: v.literal('here'), gone: v.boolean(), ...keptVersion.entries }),
  v.object({
    outcome: v.literal('not-here'),
    /** gone: the server has no such version of this document for this user, perhaps no longer. */
    reason: v.picklist(['offline', 'signed-out', 'refused', 'gone']),
    /** The server's words, or ''. */
    message: v.string(),
  }),
])
export type VersionContent = v.InferOutput<typeof versionContent>

/** What stands beside a version in time; null: none, or with `source` computer also none that is known here. */
export const versionsAround = v.object({
  before: v.nullable(versionRow),
  after: v.nullable(versionRow),
  /** The newest published one that is older. */
  publishedBefore: v.nullable(versionRow),
  source: v.picklist(['server', 'computer']),
})
export type VersionsAround = v.InferOutput<typeof versionsAround>

/* ---- writing ------------------------------------------------------------------------------------------------- */

const draftInput = v.object({
  ref: docRef,
  changes: v.array(change),
  /** What is typed and is no part of the document yet; absent: what is journalled of that stays. */
  typed: v.exactOptional(v.array(typedInput)),
  /**
   * When the server created the document that the changes were made in: tells it from another one that was given its id
   * meanwhile. Absent where the site does not tell.
   */
  createdAt: v.exactOptional(v.string()),
  /**
   * The draft that the form knows, by its `savedAt`; null: none. Another one was written by another form of the same
   * document (SY8): it stays as it is. Absent: no form asks.
   */
  over: v.exactOptional(v.nullable(isoTime)),
})
const commitInput = v.object({
  ...draftInput.entries,
  /** The one that the person is in: what all locales share goes with it, and a publish. */
  locale: v.nullable(v.string()),
  mode: commitMode,
  /**
   * The revision that was on the screen when a person asked for a publish, an unpublish or a deletion: where somebody
   * else has written since, it asks (SY12). Absent: none was.
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

/** Where a document stands in the outbox: by its first entry or move, or behind all of those by its draft. */
export const outboxPlace = v.object({ queued: v.boolean(), seq: v.number() })
export type OutboxPlace = v.InferOutput<typeof outboxPlace>

const outboxDocument = v.object({
  ref: docRef,
  place: outboxPlace,
  /** What the list shows for it: the title's value in all locales. */
  title: json,
  isNew: v.boolean(),
  isGone: v.boolean(),
  /** Something is journalled that no entry has. */
  hasDraft: v.boolean(),
  state: docState,
  /** In the order in which they leave; none where the edits are journalled and not queued yet. */
  entries: v.array(outboxEntry),
  /** Where it is to go in the orders that people make. */
  moves: v.array(queuedMove),
})
export type OutboxDocument = v.InferOutput<typeof outboxDocument>

/** Something that could be sent now. `queue`: it waits behind others of that name alone. */
const outboxHead = v.object({
  key: v.string(),
  seq: v.number(),
  ref: docRef,
  queue: v.picklist(['entries', 'moves']),
})
export type OutboxHead = v.InferOutput<typeof outboxHead>

/** A new document that others wait for, wherever in the outbox it is. */
const outboxName = v.object({ ref: docRef, title: json, isNew: v.boolean() })
export type OutboxName = v.InferOutput<typeof outboxName>

export const MAX_OUTBOX_PAGE = 200

/** Which documents of the outbox: so many from the one with that number, or from that place on. */
export const outboxQuery = v.object({
  /** attention: those that a person has to decide about; rest: the others. */
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
  /** Number of the first of them, from 0. */
  first: v.number(),
  /** How many documents there are. */
  total: v.number(),
  names: v.array(outboxName),
})
export type OutboxPage = v.InferOutput<typeof outboxPage>

/** What can be looked at in the outbox: an entry or a move, or what was typed in a document and is in none. */
export const outboxItem = v.variant('kind', [
  v.object({ kind: v.literal('entry'), key: v.string() }),
  v.object({ kind: v.literal('draft'), ref: docRef }),
])
export type OutboxItem = v.InferOutput<typeof outboxItem>

/** Of the outbox's history. */
const sentDocument = v.object({
  ...sentEntry.entries,
  /** What the list shows for its document: the title's value in all locales. */
  title: json,
  /** What of it is not on the server as it was sent, and nobody has looked at yet. */
  differences: v.array(openDifference),
})
export type SentDocument = v.InferOutput<typeof sentDocument>

/**
 * waiting: it is sent, or tried again, by itself; needs-you: a person has to decide; gone: it was taken back; sent: the
 * server has it, `mode` being as what; `notTaken`: some of its values are not there as they were sent.
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
  /** Tried again by themselves, in vain for a while. */
  failing: v.number(),
  /** Documents with a draft that is not queued yet. */
  onThisComputer: v.number(),
  /** Forms that are of no document and hold something: a bulk upload, an edit of many. */
  forms: v.number(),
  /** Documents of which nothing waits, and of which the server has other values than were sent. */
  differs: v.number(),
  /** The same per collection or global, for the navigation: `collections:posts`. */
  bySlug: v.record(v.string(), v.object({ waiting: v.number(), attention: v.number() })),
})
export type OutboxCounts = v.InferOutput<typeof counts>

/** One place of a form as the server sees it; paths with row numbers, as the data was sent. */
const formStateField = v.object({
  path: v.string(),
  /** False: its condition does not hold. */
  visible: v.boolean(),
  /** Values that its options are narrowed to, or null. */
  choices: v.nullable(v.array(v.string())),
  /** Filters by collection that narrow what it may refer to, or null. */
  filters: v.nullable(jsonObject),
  /** The server's words where it is not valid, or null. */
  error: v.nullable(v.string()),
})
export type FormStateField = v.InferOutput<typeof formStateField>

/** A part of a document that has a form of its own, such as a block in a rich text: `data` is that of the part. */
const insideDocument = v.object({
  /** Names the form among all that are open. */
  form: v.string(),
  /** Where the server finds its fields. */
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

/** It was not done, and is not kept for later (M.08). `message`: the server's words, '' where it has none. */
const notDone = [
  v.object({ outcome: v.picklist(['offline', 'signed-out']) }),
  v.object({ outcome: v.literal('refused'), message: v.string() }),
] as const

/** A question without an effect that may be asked again: its answer did not come in time. */
const tooSlow = v.object({ outcome: v.literal('too-slow') })

/** A document as it is in a form, in one locale, for what functions of the site make of it. */
const documentInForm = { ref: docRef, locale: v.nullable(v.string()), data: jsonObject }

/** `slug` null: the site makes none of it. */
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

/** Where the page that is previewed lies in the window, and how it is shown. */
const livePreviewPlace = v.object({
  /** In CSS pixels of the window; null: not now, something lies over it. */
  bounds: v.nullable(v.object({ x: pixels, y: pixels, width: pixels, height: pixels })),
  zoom: v.picklist(livePreviewZooms),
  /** null: as large as the pane. */
  device: v.nullable(v.object({ width: cssLength, height: cssLength })),
})

/** loading: not there yet; shown; failed: the site cannot be reached; stuck: it does not answer; ended: it crashed. */
export const livePreviewState = v.picklist(['closed', 'loading', 'shown', 'failed', 'stuck', 'ended'])
export type LivePreviewState = v.InferOutput<typeof livePreviewState>

/** A publish or unpublish that the server will do. */
export const schedulePlan = v.object({
  id: v.string(),
  type: v.picklist(['publish', 'unpublish']),
  /** null: all locales. */
  locale: v.nullable(v.string()),
  /** The time zone that it was planned in; null where nobody said. */
  timeZone: v.nullable(v.string()),
  at: isoTime,
})
export type SchedulePlan = v.InferOutput<typeof schedulePlan>

/** It was asked for, and nobody knows whether it was done: no answer came, or one that does not tell. */
const maybeDone = v.object({ outcome: v.literal('unknown'), message: v.string() })

const scheduleResult = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), plans: v.array(schedulePlan) }),
  maybeDone,
  ...notDone,
])
export type ScheduleResult = v.InferOutput<typeof scheduleResult>

/**
 * Of all but done and unknown nothing is left in the queue. unsent: edits of this computer come first, and wait for a
 * person. moved: somebody has written since it was shown. gone: the server does not have the version any more.
 * discarded: the person gave it up in the outbox meanwhile. locked: `by` works on the document, null where nobody says
 * who. unknown: it may be done, and the queue finds out.
 */
const versionRestored = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), message: v.string() }),
  // Apart from these: nobody is told of it.
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

/** `restored`: it is not in the trash, but among the others; `gone`: it is not on the server. */
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
 * `refused`: those that it was not done to, with the server's words. `restored`: somebody put it back before, so that it
 * is left alone. `unknown`: no answer came for it, and it may be done.
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

/** As many documents as can be changed in one go. */
export const MANY_AT_MOST = 1_000

/* ---- export ------------------------------------------------------------------------------------------------- */

/** Documents of a list, or of the trash, that are written to a file. */
const exportInput = v.object({
  /** Names the export, so that it can be stopped. */
  id: v.pipe(v.string(), v.uuid()),
  from: v.picklist(['list', 'trash']),
  /** Which of them, in which order and locale. */
  query: v.omit(listQuery, ['page', 'limit', 'columns']),
  /** Only these; null: all that match. */
  ids: v.nullable(v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST))),
  format: v.picklist(['csv', 'json']),
  /** Those that are shown, and what they are called; null: all fields. */
  columns: v.nullable(
    v.pipe(v.array(v.object({ path: v.string(), label: v.string() })), v.maxLength(MANY_AT_MOST)),
  ),
  /** What the file is to be called, without its ending. */
  name: v.pipe(v.string(), v.maxLength(200)),
})

/** Nothing of a file was kept. `message`: in the words of the system. */
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
    /** Documents that match and of which too little is on this computer. */
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
 * Why a document of many was left out:
 * - not-here: it is not on this computer, so that it is not known what it would be changed from
 * - unsaved: something typed in it is not saved yet; what is queued now would go out without that
 * - denied: the user may not do it to this document
 * - conflict: something of it waits for a decision
 * - nothing: it is so already
 * - changed: what is here is not what it was to be changed from
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
  /** keep-status: what is published stays so, and a draft one; for what is no part of what a document says. */
  mode: v.picklist(['save', 'draft', 'keep-status', 'publish', 'publish-locale', 'unpublish', 'delete']),
  /** By id, the revision that the list showed of each: see `shown` of `drafts.commit`. */
  shown: v.exactOptional(recordOf(v.nullable(v.string()))),
  locale: v.nullable(v.string()),
  /** What fields are to hold, in the locale where they are localized; `from`: only where they hold this. */
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
  /** Ids of documents, and the keys of what was queued for each of them. */
  queued: v.array(v.string()),
  keys: v.array(v.string()),
  leftOut: v.array(v.object({ id: v.string(), why: leftOut })),
})
export type ManyResult = v.InferOutput<typeof manyResult>
/* ---- files ------------------------------------------------------------------------------------------------------ */

/** So many bytes of a file cross at a time, at most. */
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

/** A copy of the file that the server has of a document, as it was copied. */
const copiedFile = v.object({ id: fileId, name: v.string(), mimeType: v.string(), size: v.number() })
export type CopiedFile = v.InferOutput<typeof copiedFile>

/* ---- search results ------------------------------------------------------------------------------------------- */

export const seoWhat = v.picklist(['title', 'description', 'image', 'url'])
export type SeoWhat = v.InferOutput<typeof seoWhat>

const seoResult = v.variant('outcome', [
  /** A text, or of a picture its id as the site has it; '': there is none (S7.10). */
  v.object({ outcome: v.literal('done'), result: v.union([v.string(), v.number()]) }),
  /** `unusable`: the server gave something that is no such text or id, or far too much of it. */
  v.object({ outcome: v.picklist(['offline', 'signed-out', 'too-slow', 'unusable']) }),
  v.object({ outcome: v.literal('stopped') }),
  /** `message`: the server's words, or ''. */
  v.object({ outcome: v.literal('refused'), message: v.string() }),
])
export type SeoResult = v.InferOutput<typeof seoResult>

/* ---- the menu bar ----------------------------------------------------------------------------------------------- */

const menuName = v.picklist(['file', 'edit', 'view', 'go', 'help'])
export type MenuName = v.InferOutput<typeof menuName>

/** An item of the menu bar that is a command of the window. */
const menuItem = v.object({
  menu: menuName,
  id: v.pipe(v.string(), v.maxLength(200)),
  label: v.pipe(v.string(), v.maxLength(1000)),
  /** As Electron writes it. The page hears the keys; the menu shows them. */
  accelerator: v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^(?:(?:CmdOrCtrl|Ctrl|Alt|Shift)\+){0,3}(?:[A-Z\d]|F\d{1,2}|Left|Right|Up|Down)$/),
    ),
  ),
  isEnabled: v.boolean(),
  /** A line stands before it. */
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
      /** busy: something is being written or sent; changed: the file is not the one that was signed. */
      v.object({
        outcome: v.literal('failed'),
        why: v.picklist(['busy', 'unreachable', 'changed', 'not-opened']),
      }),
    ]),
  },
  'app.dismissNotice': { input: v.object({ code: v.string() }), output: nothing },
  /** Opens an http(s) or mailto address in the system's browser; anything else is refused. */
  'app.openExternal': { input: v.object({ url: v.string() }), output: nothing },
  /** What the menu bar has of the window's commands, in its language; a choice comes back as `menu.chosen`. */
  'menu.set': { input: v.object({ items: v.pipe(v.array(menuItem), v.maxLength(200)) }), output: nothing },
  /** Shows the menu bar as a menu where the system draws no bar; answers once it is closed. In CSS pixels. */
  'menu.show': { input: v.object({ x: pixels, y: pixels }), output: nothing },
  /** Answer to the `app.flush` event: in how many documents something typed could not be written to the database. */
  'app.flushed': { input: v.object({ token: v.string(), unwritten: v.number() }), output: nothing },
  /** After `app.quitRefused`: tries to write and to leave once more, or leaves without what is not written. */
  'app.quit': { input: v.object({ anyway: v.boolean() }), output: nothing },
  /** Asks where to, and writes a text to a JSON file there. */
  'app.saveJson': { input: v.object({ name: v.string(), text: v.string() }), output: saveFileResult },

  /** What is known of this computer without a network, fit for a report. */
  'diagnostics.read': { input: nothing, output: computerFacts },
  /** The way to a server, step by step. `url`: null for that of the open account; `host`: '' where there is no address. */
  'diagnostics.connect': {
    input: v.object({ url: v.nullable(v.string()) }),
    output: v.object({
      host: v.string(),
      problem: v.nullable(serverProblem),
      steps: v.array(connectionStep),
    }),
  },
  /** Reads all of the open account's database. */
  'diagnostics.checkStore': { input: nothing, output: storeCheck },
  /** Shows the log in the system's file manager. */
  'diagnostics.showLog': { input: nothing, output: nothing },

  /** `acceptPlainHttp`: an address that the person accepts without encryption from now on. */
  'servers.probe': {
    input: v.object({ url: v.string(), acceptPlainHttp: v.exactOptional(v.string()) }),
    output: probeResult,
  },
  /** Answer to `certificates.asked`; null: the server is given none. Holds until the program ends. */
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
  /** The person wants to log in to a proxy after saying no. */
  'proxies.askAgain': { input: nothing, output: nothing },
  /** Takes a server off the list, with everything that this computer has of it. Not the one that is open. */
  'servers.remove': { input: v.object({ id: v.string() }), output: v.array(serverInfo) },

  /** Everything that this computer has of any server. */
  'localData.list': { input: nothing, output: v.array(localAccount) },
  /** Removes it for good, unsent edits too. Signs out where that is the open account's database. */
  'localData.remove': { input: localTarget, output: nothing },
  /** Writes the unsent edits of one file to a JSON file whose place the person chooses. */
  'localData.export': {
    input: v.object({ serverId: v.string(), account: v.string(), file: v.string(), name: v.string() }),
    output: saveFileResult,
  },

  /**
   * Signs in. With `inPlace` the open account stays: a login as somebody else changes nothing and answers
   * `other-user`. Otherwise the user's database is opened and `session.changed` follows.
   */
  'session.login': {
    input: v.object({
      url: v.string(),
      collection: pathName,
      identifier: v.string(),
      password: v.string(),
      /** Keep the session when the program ends; in place it stays as it was. */
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
  /** Makes the first user of a site that has none, and signs them in. `values`: texts by the names of fields. */
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
  /** Has the site send an e-mail to whoever goes by that name; `done` where nobody does, too. */
  'session.forgotPassword': {
    input: v.object({ url: v.string(), collection: pathName, identifier: v.string() }),
    output: signInStepResult,
  },
  /** Sets a new password with the code of that e-mail, and signs in. */
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
  /** Says with the code of an e-mail that a new user's address is theirs. */
  'session.verifyEmail': {
    input: v.object({ url: v.string(), collection: pathName, token: v.string() }),
    output: signInStepResult,
  },
  /** Ends the session; unsent work stays on this computer. */
  'session.logout': { input: nothing, output: v.object({ waiting: v.number() }) },
  /** Where the user is signed in. */
  'ownSessions.list': { input: nothing, output: ownSessionsResult },
  /** Ends sessions of the user, on the server and at once; what is left. */
  'ownSessions.end': {
    input: v.object({ ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) }),
    output: ownSessionsResult,
  },
  /** The person does something in the window. */
  'session.active': { input: nothing, output: nothing },
  /** Permissions and visible entities as last known, null before the first answer. */
  'session.get': { input: nothing, output: v.nullable(sessionInfo) },

  /** What is brought to this computer before anybody opens it; null without an account. */
  'prefetch.get': { input: nothing, output: v.nullable(prefetchState) },
  'prefetch.configure': { input: prefetchSettings, output: nothing },
  /** How many documents of the server are here of which nothing is unsent, and their bytes. */
  'prefetch.kept': { input: nothing, output: v.object({ documents: v.number(), bytes: v.number() }) },
  /** Removes those from this computer, but for what was opened since the start. */
  'prefetch.forget': { input: nothing, output: nothing },

  'connection.get': { input: nothing, output: connectionState },
  /** Asks the server now. */
  'connection.check': { input: nothing, output: connectionState },
  /** A person says that the other site that answers (`other-site`) is theirs. Asks the server now. */
  'connection.acceptSite': { input: nothing, output: connectionState },

  /** The schema as last known, null before the first answer. */
  'schema.get': { input: nothing, output: v.nullable(siteSchema) },
  'schema.refresh': { input: nothing, output: refreshResult },

  /** null: not on this computer. */
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
   * Begins a document on this computer. Nothing is queued before its first commit; with `commit` that is done at once,
   * and where it is refused there is no document either.
   */
  'documents.create': {
    input: v.object({ slug: pathName, commit: v.exactOptional(firstCommit) }),
    output: v.object({ ref: docRef }),
  },
  /**
   * What functions of the site say about the fields of a form: conditions, choices, validation. `data`: the document in
   * that locale as it is on the screen. A newer question about the same document, or the same form of a part of it, ends
   * an older one (`superseded`).
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
   * Asks the server what the user may do with a document, and with what is edited in it in that locale; the answer is
   * kept, and comes with the document (`documents.changed`). Without the server nothing happens.
   */
  'documents.refreshPermissions': {
    input: v.object({ ref: docRef, locale: v.nullable(v.string()) }),
    output: nothing,
  },
  /** The form of a part of a document has gone from the screen: nobody waits for what was asked about it. */
  'documents.stopFormState': { input: v.object({ form: v.string() }), output: nothing },
  'credentials.change': {
    input: v.object({ ref: docRef, change: credentialChange }),
    output: credentialResult,
  },
  /**
   * The password that a new user is created with: held in memory until that is sent, and written nowhere. Only where the
   * server can be reached (M.08). busy: the creation may be on its way with another one.
   */
  'credentials.hold': {
    input: v.object({ ref: docRef, password: v.string() }),
    output: v.object({ outcome: v.picklist(['held', 'busy', 'offline', 'signed-out', 'not-new']) }),
  },
  /** The real id of a document made here, once the server gave it one; the same id back otherwise (SY8). */
  'documents.resolveId': { input: v.object({ ref: docRef }), output: v.object({ ref: docRef }) },

  /** What the user has chosen for a list. */
  'listPreference.get': { input: v.object({ slug: pathName }), output: listPreference },
  /** Keeps a choice here at once, and on the server as soon as it can be reached. */
  'listPreference.set': { input: v.object({ slug: pathName, choice: listChoice }), output: nothing },
  /** Sends what was chosen here, or asks for what was chosen elsewhere: `updated`. */
  'listPreference.refresh': { input: v.object({ slug: pathName }), output: refreshResult },

  /** Which parts of the navigation the user has open. */
  'nav.get': { input: nothing, output: navPreference },
  /** Keeps a choice here at once, and on the server as soon as it can be reached. */
  'nav.set': { input: navChoice, output: nothing },
  /** Sends what was chosen here, and takes over what was chosen elsewhere: `updated`. */
  'nav.refresh': { input: nothing, output: refreshResult },

  /**
   * Asks the server for a document as somebody looks at its API: with the session or as nobody, always anew. Of what is
   * asked in one window only the newest is wanted: an older question, and what is left of its answer, ends with it.
   */
  'api.ask': {
    input: v.object({ id: v.string(), ref: docRef, question: apiQuestion, authenticated: v.boolean() }),
    output: apiAnswer,
  },
  /** The next piece of that answer; null: there is none, or nobody wants it any more. */
  'api.next': { input: v.object({ id: v.string() }), output: v.object({ piece: v.nullable(jsonPiece) }) },
  /** Nobody looks at it any more. */
  'api.stop': { input: v.object({ id: v.string() }), output: nothing },

  'versions.list': { input: versionsQuery, output: versionsPage },
  'versions.refresh': { input: versionsQuery, output: refreshResult },
  /** One version as this computer keeps it, without asking the server; null: it keeps none. */
  'versions.kept': {
    /** deleted: of a document that was deleted here. */
    input: v.object({ ...versionOfDocument.entries, deleted: v.exactOptional(v.literal(true)) }),
    output: v.nullable(keptVersion),
  },
  /** When a value last became another one, by the newest versions; what of them is not here is read. `path`: by ids of rows. */
  'versions.lastChange': {
    input: v.object({ ref: docRef, path: v.string(), locale: v.nullable(v.string()) }),
    output: lastChange,
  },
  'versions.read': { input: versionOfDocument, output: versionContent },
  /**
   * Makes a document again what it was in a version, in all locales: an entry behind all that is unsent of it, which is
   * sent at once. `madeAt`: when the version was made; `locale`: the one that the person is in; `shown`: the revision of
   * the document that it was decided for.
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
  /** What the user calls versions of a document, by their ids; private to them. */
  'versions.names': { input: v.object({ ref: docRef }), output: recordOf(v.string()) },
  /** Keeps a name here at once, and on the server as soon as it can be reached; null takes it away. */
  'versions.setName': {
    input: v.object({ ...versionOfDocument.entries, name: v.nullable(versionName) }),
    output: nothing,
  },
  /** Sends the names that were given here, and takes over those that were given elsewhere: `updated`. */
  'versions.refreshNames': { input: nothing, output: refreshResult },
  /** `at`: `updatedAt` of the version. */
  'versions.around': {
    input: v.object({ ref: docRef, versionId: pathName, at: isoTime }),
    output: versionsAround,
  },

  /**
   * Journals the changes that are not queued yet; replaces the draft of the document (SY1). `savedAt` null: nothing was
   * written, the document is not on this computer any more; with the `base` that the changes were made on it is kept as
   * a document that was deleted. `other`: nothing was written, there is a draft that the form does not know.
   */
  'drafts.put': {
    input: v.object({ ...draftInput.entries, base: v.exactOptional(base) }),
    output: v.object({ savedAt: v.nullable(isoTime), other: v.exactOptional(v.literal(true)) }),
  },
  /**
   * Turns changes into outbox entries, one per locale, in one transaction with the end of the draft they come from;
   * answers the key of the last. What is `typed` and is no value stays in the draft. An empty list
   * with `publish`, `unpublish` or `delete` is an entry of its own; with the other modes it does nothing (null).
   */
  'drafts.commit': {
    input: commitInput,
    output: v.object({
      key: v.nullable(v.string()),
      /** The draft that is left, by its `savedAt`; null: none. */
      savedAt: v.nullable(isoTime),
      /** The draft that is left is another form's: nothing of it was ended. */
      other: v.exactOptional(v.literal(true)),
    }),
  },
  /** What is typed in a form that is of no document, by the place of the form; null: nothing. */
  'forms.held': { input: v.object({ place: v.string() }), output: v.object({ content: v.nullable(json) }) },
  /** Journals that (SY1); null ends it. */
  'forms.hold': { input: v.object({ place: v.string(), content: v.nullable(json) }), output: nothing },
  /** Drops the draft of that document, and a new document that has nothing else. */
  'drafts.discard': { input: v.object({ ref: docRef }), output: nothing },

  /**
   * Makes a new document of all that is here of one: in all locales, with what is unsent, with row ids of its own. Its
   * creation is queued, as a draft where there are drafts. One that the server no longer has is forgotten with that.
   * `locale`: the one that the person is in; `file`: a copy of the file that the server has of it, see `files.copy`.
   */
  'documents.createAgain': {
    input: v.object({ ref: docRef, locale: v.nullable(v.string()), file: v.exactOptional(copiedFile) }),
    output: v.object({ ref: docRef }),
  },
  /** Forgets everything of a document that the server does not have; all of one that is only here. */
  'documents.discard': { input: v.object({ ref: docRef }), output: nothing },
  /** The same change to many documents: one step in the queue of each. Nothing is queued of those that are left out. */
  'documents.editMany': { input: manyInput, output: manyResult },
  /**
   * A document goes to another place of its order, queued like an edit. `not-here`: it is not on this computer whole and
   * cannot be fetched now; `not-movable`: it is new, gone, or to be deleted.
   */
  'documents.move': {
    input: v.object({ ref: docRef, move }),
    output: v.object({ outcome: v.picklist(['queued', 'not-here', 'not-movable']) }),
  },
  /** The documents on this computer that point at one, by a field or in a text, with the edits of this computer. */
  'documents.referrers': {
    input: v.object({ ref: docRef }),
    /** `unsent`: the document itself has edits that the server does not have. */
    output: v.object({ documents: v.array(docRef), unsent: v.boolean() }),
  },
  /** What the site shows of a document, from the server. */
  'documents.published': { input: v.object({ ref: docRef }), output: documentResult },
  /** What this computer keeps of a document that was deleted here, the newest first. */
  'documents.deleted': { input: v.object({ ref: docRef }), output: v.array(versionRow) },
  /** A document in the trash, as the server has it now. */
  'trash.read': { input: v.object({ ref: docRef }), output: trashedDocument },
  /** What the server is to publish or unpublish later; with `plan` and `cancel` as it is after that. */
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
   * How many documents of a list have each value of a field (shared/lists/group-by.ts), as this computer knows them or as
   * the server counts them; null: nobody could say.
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
   * What is planned for the documents of a page of a list; where the server cannot be asked, what it last said. Nothing
   * of documents that have no plan, and that this person may not publish.
   */
  'documents.schedules': {
    input: v.object({ slug: pathName, ids: v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST)) }),
    output: v.array(v.object({ id: v.string(), plans: v.array(schedulePlan) })),
  },
  /**
   * What is planned for documents of all collections and for globals: as this computer was last told, or as the server
   * says. Nothing of those that the server does not tell about.
   */
  'documents.scheduled': {
    input: v.object({ from: v.picklist(['computer', 'server']) }),
    output: v.array(v.object({ ref: docRef, plans: v.array(schedulePlan) })),
  },
  /**
   * Documents of these collections, and of these globals, whose newest revision arrived here after the last look and is not of this computer, the
   * newest first. `looks`: when a person looked first and last; null: never, and none is told. `newest`: when the last
   * revision arrived. All by the clock of this computer.
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
   * Has the site make the title, description, image or address of a search result (@payloadcms/plugin-seo). `data`: the
   * document in that locale as it is on the screen. `id` names the question, so that it can be stopped.
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

  /** A window shows a document for editing until `locks.close`; once it is edited it is locked for others. */
  'locks.open': { input: v.object({ ref: docRef }), output: nothing },
  'locks.close': { input: v.object({ ref: docRef }), output: nothing },
  /** Whose the document is; asked of the server where that is not new, and can be. */
  'locks.look': { input: v.object({ ref: docRef }), output: documentLock },
  /** Makes its lock this user's. `key`: the entry that is to go, as the outbox asks for it; none: it is open. */
  'locks.takeOver': {
    input: v.object({ ref: docRef, key: v.optional(v.string()) }),
    output: takeOverResult,
  },
  /** Who else has which of these documents; none where nobody can say. */
  'locks.list': {
    input: v.object({ refs: v.pipe(v.array(docRef), v.maxLength(MANY_AT_MOST)) }),
    output: v.array(v.object({ ref: docRef, by: v.nullable(v.string()) })),
  },

  /** Who else has edits of a document that have not arrived at the server yet, and for how long; nobody where it is not told. */
  'unsent.others': {
    input: v.object({ ref: docRef }),
    output: v.array(v.object({ by: v.nullable(v.string()), forMs: v.number() })),
  },

  /** The part of an address that the site makes of a text for a field, in its own way. */
  'slug.generate': {
    input: v.object({ ...documentInForm, schemaPath: v.string(), text: v.string() }),
    output: slugResult,
  },
  /** Opens in the system's browser where the site shows a document. Addresses may let somebody in: none comes here. */
  'preview.open': { input: v.object(documentInForm), output: previewResult },
  /** Shows a document in the pane; what is there already stays where its address is the same. */
  'livePreview.open': { input: v.object(documentInForm), output: previewResult },
  'livePreview.place': { input: livePreviewPlace, output: nothing },
  /** Tells the page in the pane what the document is by now, saved or not. */
  'livePreview.send': {
    input: v.object({
      ...documentInForm,
      /** A document that it points at and that has changed. */
      updated: v.nullable(v.object({ slug: pathName, id: pathName })),
    }),
    output: nothing,
  },
  /**
   * saved: the server has the document anew; browser: opens what the pane shows in the system's browser; enter: the
   * keyboard goes into the pane.
   */
  'livePreview.do': {
    input: v.object({ what: v.picklist(['saved', 'reload', 'browser', 'enter', 'close']) }),
    output: nothing,
  },
  /** What the pane looks like now, as a data URL, to be shown while something lies over it; null: there is nothing. */
  'livePreview.picture': { input: nothing, output: v.object({ picture: v.nullable(v.string()) }) },

  /** What is in a collection's trash, which is on the server alone. */
  'trash.list': { input: listQuery, output: trashPage },
  /** Deletes documents for good. */
  'trash.empty': {
    input: v.object({ slug: pathName, ids: v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST)) }),
    output: trashResult,
  },
  /** Deletes for good all that came into the trash until then; nothing where that is more than was counted. */
  'trash.emptyAll': {
    input: v.object({ slug: pathName, until: isoTime, count: v.number() }),
    output: trashResult,
  },
  /** Asks where to, and writes documents to a file there; `exports.progress` tells how far it is. */
  'exports.write': { input: exportInput, output: exportResult },
  /** Nothing of the file stays. */
  'exports.stop': { input: v.object({ id: v.string() }), output: nothing },

  /** Puts documents back, as drafts where there are drafts unless `publish`; null: with the status of their newest version. */
  'trash.restore': {
    input: v.object({
      slug: pathName,
      ids: v.pipe(v.array(pathName), v.maxLength(MANY_AT_MOST)),
      publish: v.nullable(v.boolean()),
    }),
    output: trashResult,
  },

  /**
   * Everything that waits, by document, in the order in which the documents' first entries were made (SY10); then the
   * documents whose edits are journalled and not queued, without entries.
   */
  'outbox.list': { input: outboxQuery, output: outboxPage },
  /**
   * The document of an item; where it is not there any more, what is at that place now; without either the first one
   * that needs a person, or the first one. As a page of one document, or of none.
   */
  'outbox.find': {
    input: v.object({ item: v.nullable(outboxItem), place: v.nullable(outboxPlace) }),
    output: outboxPage,
  },
  'outbox.counts': { input: nothing, output: counts },
  /** What reached the server last, the newest first, with what became of it; also all that nobody has looked at yet. */
  'outbox.sent': { input: nothing, output: v.array(sentDocument) },
  /** What became of entries, in the order of their keys. */
  'outbox.became': {
    input: v.object({ keys: v.pipe(v.array(v.string()), v.maxLength(MANY_AT_MOST)) }),
    output: v.array(becameOf),
  },
  /** A person has looked at these differences of a document, or (`key`) at what the server said to an entry. */
  'outbox.seen': {
    input: v.variant('what', [
      v.object({ what: v.literal('differences'), ref: docRef, differences: v.array(savedDifference) }),
      v.object({ what: v.literal('words'), key: v.string() }),
    ]),
    output: nothing,
  },
  /** What could be sent now, the first entry of each document and moves, oldest first: so many after that `seq`. */
  'outbox.heads': {
    input: v.object({ after: v.number(), limit: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
    output: v.array(outboxHead),
  },
  /** Sends one entry, or a move, to the server and settles it. */
  'outbox.send': { input: v.object({ key: v.string() }), output: sendOutcome },
  /**
   * Lets a parked entry go again, and a failing one now. For a conflict every conflicting path needs a side: 'mine'
   * overwrites theirs, 'theirs' drops the change, 'now' sends what was typed since, 'both' and answers for its parts merge
   * both. `changed`: it is no conflict any more, or not the one that the choices were made for; nothing was done.
   */
  'outbox.retry': {
    input: v.object({
      key: v.string(),
      choices: recordOf(conflictChoice),
      /** The conflicts as they were when each side was chosen. */
      shown: v.exactOptional(v.array(shownConflict)),
      /** A form of the document is open, which learns from the draft what the choice made of it. */
      isOpen: v.exactOptional(v.boolean()),
    }),
    output: v.object({
      outcome: v.picklist(['released', 'changed']),
      /** What the document became another by, where rows stand twice now: one step for who takes it back (DM7). */
      twice: v.exactOptional(v.array(change)),
    }),
  },
  /** Forgets an entry, and for the creation of a document also all that follows it. */
  'outbox.discard': { input: v.object({ key: v.string() }), output: nothing },
  /** A queued publish becomes a draft of its changes; not where it may be at the server already. */
  'outbox.takeBackPublish': {
    input: v.object({ key: v.string() }),
    output: v.object({ takenBack: v.boolean() }),
  },
  /** Stops the file of an entry on its way; false: all of it has left, or there is none. */
  'outbox.stop': { input: v.object({ key: v.string() }), output: v.object({ stopped: v.boolean() }) },

  /** Copies a file into the account's folder, piece by piece (SY14): what a form refers to is on the disk before. */
  'files.begin': { input: nothing, output: v.object({ id: fileId }) },
  'files.append': { input: v.object({ id: fileId, bytes: filePiece }), output: nothing },
  'files.finish': { input: v.object({ id: fileId }), output: v.object({ size: v.number() }) },
  'files.cancel': { input: v.object({ id: fileId }), output: nothing },
  /** A piece of a whole file that waits, from a byte on; empty: it ends there. */
  'files.read': {
    input: v.object({ id: fileId, at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
    output: v.object({ bytes: filePiece }),
  },
  /** Has the server fetch a file from an address, for a document or (null) a new one, and copies it here. */
  'files.fetch': {
    input: v.object({ slug: pathName, id: v.nullable(pathName), url: v.pipe(v.string(), v.url()) }),
    output: fetchedFile,
  },
  /** Asks where to, and puts the file that the server has of a document there; `none`: it has none. */
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
  /** Brings the file that the server has of a document here, under its own name; `none`: it has none. */
  'files.bring': {
    input: v.object({ slug: pathName, id: pathName }),
    output: v.variant('outcome', [
      v.object({ outcome: v.literal('here'), id: fileId }),
      v.object({ outcome: v.literal('none') }),
      ...notDone,
    ]),
  },
  /** Begins to drag a file out of the window, while the pointer is pressed; false: it was not brought, or is gone. */
  'files.drag': { input: v.object({ id: fileId }), output: v.object({ begun: v.boolean() }) },
  /** Copies the file that the server has of a document here; `none`: it has none. */
  'files.copy': {
    input: v.object({ slug: pathName, id: pathName }),
    output: v.variant('outcome', [fetchedFile, v.object({ outcome: v.literal('none') })]),
  },
  /** A stored entry as it is, as JSON, also where it cannot be read; null: it is not there. */
  'outbox.raw': { input: v.object({ key: v.string() }), output: v.object({ text: v.nullable(v.string()) }) },
} as const satisfies Record<string, { input: v.GenericSchema; output: v.GenericSchema }>

export const events = {
  /** Write everything typed to the database, then call app.flushed with the token. */
  'app.flush': v.object({ token: v.string() }),
  /** The window was to close and stays: something typed could not be written. */
  'app.quitRefused': nothing,
  'app.notice': notice,
  /** The policy of this computer forbids to open an address outside. */
  'app.linkRefused': v.object({ address: v.string() }),
  'updates.changed': updateState,
  /** An item of the menu bar was chosen with the pointer, or where the page did not hear its keys. */
  'menu.chosen': v.object({ id: v.string() }),
  /** The server of the account asks for a certificate; it waits for `certificates.choose`. */
  'certificates.asked': certificateRequest,
  /** A proxy wants a log-in, asked once for each proxy; answered by `proxies.answer`. */
  'proxies.asked': proxyQuestion,
  'app.themeChanged': v.object({ theme }),
  /** The open account changed; null: signed out. */
  'session.accountChanged': v.nullable(account),
  /** Nobody seems to be there, and the site ends the session within two minutes; `isNear` false: not any more. */
  'session.ending': v.object({ isNear: v.boolean() }),
  /** Permissions or the user's own data changed. */
  'session.changed': nothing,
  'connection.changed': connectionState,
  'prefetch.changed': prefetchState,
  'schema.changed': nothing,
  'documents.changed': v.object({ refs: v.array(docRef) }),
  /**
   * A document made here got its real id (SY8). `value`: the id as relations hold it; absent where the document had to
   * take another temporary one, and what points at the old id points at another document.
   */
  'documents.idAssigned': v.object({
    slug: v.string(),
    tempId: v.string(),
    id: pathName,
    value: v.exactOptional(v.union([v.string(), v.number()])),
  }),
  'documents.listChanged': v.object({ slug: v.string() }),
  'versions.changed': v.object({ ref: docRef }),
  /** Somebody took, left or gave up the lock of a document that is open. */
  'locks.changed': v.object({ ref: docRef, lock: documentLock }),
  'outbox.changed': nothing,
  'livePreview.changed': v.object({ state: livePreviewState }),
  /** The keyboard comes back out of the pane. */
  'livePreview.left': nothing,
  /** So many documents of an export are written. */
  'exports.progress': v.object({ id: v.string(), done: v.number(), total: v.number() }),
  /** How much of the file of an entry has left, in bytes; null: it is on its way no more. */
  'outbox.progress': v.object({ key: v.string(), sent: v.nullable(v.number()), total: v.number() }),
} as const satisfies Record<string, v.GenericSchema>

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = v.InferOutput<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = v.InferOutput<(typeof calls)[N]['output']>
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = v.InferOutput<(typeof events)[N]>

/** What preload exposes as `window.galley`. */
export type GalleyBridge = {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** Returns the function that stops listening. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void
}
