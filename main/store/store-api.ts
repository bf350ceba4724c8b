import type { SentAnswer } from '../../shared/sync/record/judge-answer.ts'
import type { ReadBase } from '../../shared/sync/record/take-base.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { DocumentPermissions } from '../../shared/cms/document-permissions.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'
import type {
  CallInput,
  CallOutput,
  DocumentView,
  OutboxHead,
  EventPayload,
  FirstCommit,
  KeptVersion,
  ListPage,
  FindQuery,
  ListQuery,
  ListRow,
  ManyResult,
  Notice,
  VersionRow,
  LastChange,
  VersionsAround,
  VersionsPage,
  VersionsQuery,
  CopiedFile,
} from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { GroupCount } from '../../shared/lists/group-by.ts'
import type { LocalIds } from '../../shared/lists/local-rules.ts'
import type { Exported } from '../../shared/lists/export-values.ts'
import type { OutboxEntry, Problem, RestoredVersion } from '../../shared/sync/entry.ts'
import type { Move } from '../../shared/sync/move.ts'
import type { MoveRequest, MoveStep, QueuedMove } from '../../shared/sync/queued-move.ts'
import type { WriteRequest } from '../../shared/sync/request.ts'

/** An entry that may be sent now (see StoreApi.prepareSend). */
export type PreparedSend = {
  entry: OutboxEntry
  request: WriteRequest
  baseUpdatedAt: string | null
  needsFreshBase: boolean
}

/**
 * A move that may be sent now (see StoreApi.prepareMove). `sent`: the request of an earlier try of unknown outcome.
 */
export type PreparedMove = { queued: QueuedMove; request: MoveRequest; sent: MoveRequest | null }

/** A document to create here. `commit`: its first commit, in the same transaction. */
export type NewDocument = { slug: string; id: string; data: JsonObject; commit?: FirstCommit }

/** `missing`: a version that would tell more, if it were here; null: none would. */
export type FoundChange = { change: LastChange; missing: string | null }

/**
 * The methods of the store. What a method writes is on disk when it returns (WAL, synchronous=FULL), as a rule in
 * one transaction. Two worker threads answer for each account: one reads and writes, the other one only reads, and
 * has the methods that take long (the list is in worker-protocol.ts).
 */
export type StoreApi = {
  /** Site data that is cached as a whole: 'config', 'session' … */
  getResource(key: string): Resource | null
  putResource(input: { key: string; value: Json; etag: string | null }): void

  /** Sets the schema by which documents are read; called at opening and whenever it changes. */
  setSchema(schema: SiteSchema): void

  getDocument(ref: DocRef): DocumentView | null
  /** Reads a document for a person: it may be on the screen from now on, so it is not removed to make room. */
  openDocument(ref: DocRef): DocumentView | null
  /**
   * Stores the server's document as the base and rebases unsent work (SY5, SY6). `busy`: not taken, as an entry may
   * be at the server (`sending`, `unknown`), or the base has changed since the request (`askedAt`).
   */
  putBase(input: BaseInput): 'updated' | 'unchanged' | 'busy'
  /** Stores many bases; main's client splits the list so that typing can be written in between. */
  putBases(inputs: BaseInput[]): ReturnType<StoreApi['putBase']>[]
  /** The server no longer has a document: its entries park as `gone`; without unsent work it is forgotten. */
  removeBase(ref: DocRef): void
  /** The rows whose whole document is missing here, marked as gone, or of another revision; with the local revision. */
  staleBases(input: { slug: string; rows: Revision[] }): Revision[]
  /** Revisions of the collection's complete local documents that the server has. */
  localCopies(slug: string): Revision[]
  /** The server's last state of a document: all of it, or its list row; null if neither is here. */
  lastSeen(ref: DocRef): LastSeen | null
  /** Size of all documents and stored version contents, in bytes. */
  documentBytes(): number
  /** Number and size of the documents that could be removed, as they have nothing unsent. */
  keptDocuments(): { documents: number; bytes: number }
  putCollectionTotal(input: { slug: string; total: number }): void
  /**
   * Removes version contents, then documents without unsent edits, least recently changed first, until
   * `bytes` are free or one step is done. Returns the freed bytes; 0: nothing to remove. `olderThan`: only
   * older documents.
   */
  makeRoom(input: { bytes: number; olderThan: string | null }): number
  /**
   * One step of a removal by a person: removes unopened documents without unsent edits, and reduces their list rows
   * to title, status and dates. Returns their number; 0: no more.
   */
  forgetCopies(): number
  /** Writes the whole log into the database and truncates it. False: somebody is reading. */
  emptyLog(): boolean
  /** Stores the server's permissions for a document, if that still has the same revision. */
  putPermissions(input: {
    ref: DocRef
    revision: string | null
    /** The locale it was asked about; null: the site has none. */
    locale: string | null
    answer: DocumentPermissions
  }): void
  createDocument(input: NewDocument): DocRef
  /**
   * Fills empty, unedited fields of a document that was just created on this computer. Does nothing once it
   * is queued.
   */
  fillNewDocument(input: { ref: DocRef; data: JsonObject }): void
  resolveId(ref: DocRef): DocRef

  list(query: ListQuery): ListPage
  /** Searches the titles of several collections, see the contract's `documents.find`. */
  findDocuments(query: FindQuery): ListRow[]
  /** Documents with new revisions of others since the last look, see the contract. */
  changedElsewhere(input: CallInput<'documents.changedElsewhere'>): CallOutput<'documents.changedElsewhere'>
  /** Notes a revision that this computer wrote on the server at once, without the outbox. */
  noteOwnRevision(input: { ref: DocRef; updatedAt: string }): void
  /** Ids of a collection's documents that meet the local conditions (shared/lists/local-rules.ts). */
  localIds(slug: string): LocalIds
  /**
   * Ids of matching local documents on all pages, in order. `fresh`: those made on this computer, which the
   * server does not have.
   */
  matching(query: ListQuery): { fresh: string[]; here: string[] }
  /**
   * Counts the matching local documents by the value of a field, local edits included; `fresh`: those made on
   * this computer.
   */
  groups(input: { query: ListQuery; path: string }): { fresh: GroupCount[]; here: GroupCount[] }
  /**
   * Documents with local edits applied, in the order of the ids and under their real ids. Missing ones are
   * left out, with `edited` also those without local edits whose id has not changed.
   */
  exportRows(input: { slug: string; ids: readonly string[]; only: 'edited' | 'all' }): ExportRow[]
  /** A counter of the bases taken so far, to compare with later answers. */
  moment(): number
  putListPage(input: {
    query: ListQuery
    /** The site's base filter in the server's query; null or absent: none. */
    base?: JsonObject | null
    /** The moment before the request: the page is not newer for documents whose base was taken since. */
    askedAt?: number
    rows: ListRowInput[]
    /** All ids of the page in order, if some of its rows were stored before. */
    ids?: string[]
    totalDocs: number
    /** Number of documents in the whole collection, if the answer tells. */
    collectionTotal: number | null
  }): void

  /** Stores rows of a page that is too long for one transaction; `putListPage` follows. */
  putListRows(input: { slug: string; rows: ListRowInput[]; askedAt?: number }): void

  listVersions(query: VersionsQuery): VersionsPage
  /** The neighbours of a version among the known ones. */
  versionsAround(input: CallInput<'versions.around'>): VersionsAround
  /** The content of a version, if it is here and undamaged. */
  versionContent(input: CallInput<'versions.kept'>): KeptVersion | null
  /** Finds the last change of the value at a path, as far as the stored versions tell. */
  lastChange(input: CallInput<'versions.lastChange'>): FoundChange
  /** Stores the content of a version. */
  putVersionContent(input: { ref: DocRef; version: VersionRow; data: JsonObject }): void
  /** Removes the content of one version; others stay. */
  forgetVersionContent(input: CallInput<'versions.read'>): void
  /** The stored versions of a document that was deleted on this computer, newest first. */
  deletedVersions(input: CallInput<'documents.deleted'>): VersionRow[]
  putVersionsPage(input: {
    query: VersionsQuery
    rows: VersionRow[]
    totalDocs: number
    latestDraft: VersionRow | null
    currentlyPublished: VersionRow | null
  }): void

  putDraft(input: CallInput<'drafts.put'>): CallOutput<'drafts.put'>
  /** Commits a draft. It coalesces with the last entry of the document where SY3 allows. */
  commitDraft(input: CallInput<'drafts.commit'>): CallOutput<'drafts.commit'>
  /**
   * Queues a restore behind all unsent edits of its document. `shown`: the revision on the screen; moved: somebody
   * has written since. unsent: an entry is parked or failing, or the server does not have the document.
   */
  queueRestore(input: {
    ref: DocRef
    restores: RestoredVersion
    locale: string | null
    shown: string | null
  }): { key: string } | 'moved' | 'unsent'
  discardDraft(input: CallInput<'drafts.discard'>): void
  holdForm(input: CallInput<'forms.hold'>): void
  heldForm(place: string): Json | null
  /**
   * Queues the drafts of documents with autosave. To be called at opening, once the schema is set, before any form.
   */
  commitLeftDrafts(): void

  outboxPage(query: CallInput<'outbox.list'>): CallOutput<'outbox.list'>
  findInOutbox(input: CallInput<'outbox.find'>): CallOutput<'outbox.find'>
  getEntry(key: string): OutboxEntry | null
  outboxCounts(): CallOutput<'outbox.counts'>
  getMove(key: string): QueuedMove | null
  /**
   * First entries of each document's queue, and moves, that could be sent now, oldest first (SY3): at most `limit` of
   * those with a `seq` greater than `after`.
   */
  outboxHeads(page: CallInput<'outbox.heads'>): OutboxHead[]
  /**
   * The head of a queue with its request; null: it cannot be sent now, or nothing of it is left to send. Applied
   * entries end; unfit changes park (SY13). An unknown entry keeps its stored request, whether it fits or not.
   * `needsFreshBase`: read the document first; with a stored request: that does not fit the schema any more.
   */
  prepareSend(key: string): PreparedSend | null
  /** Stores an entry's request before it is sent (SY4). */
  markSending(input: { key: string; request: WriteRequest }): void
  /**
   * Settles a done write in one transaction: the answer becomes the base, ids are mapped, differences are stored, the
   * entry ends (SY8, SY16).
   * - `words`: the server's words about an error after it stored the entry
   * - `sent`: the entry as it was sent. A discarded one gives the result `discarded`; a changed one stays, on top
   *   of the answer. Default: the stored one, or throws `no-entry`
   * - `unlessLeftOut`: does nothing if the answer lacks a sent value, as schema or permissions may be outdated
   */
  settleSent(input: {
    key: string
    answer: SentAnswer
    words?: string
    sent?: OutboxEntry
    unlessLeftOut?: boolean
  }): SettleResult
  /**
   * Ends an entry of unknown outcome whose document holds all its values; other changes in it are taken as foreign
   * (SY6). Null: it does not hold them, or the entry is no longer unknown; nothing was done.
   */
  settleApplied(input: {
    key: string
    sent: OutboxEntry
    found: BaseInput
    words?: string
  }): SettleResult | null
  /**
   * Ends a restore with the server's present document. `left`: the revision that the restore left; if it is
   * null or the document has another one, the document counts as a foreign write.
   */
  settleRestored(input: {
    key: string
    sent: OutboxEntry
    found: BaseInput
    left: string | null
  }): SettleResult
  /** Returns the move with its request, if it may be sent now; otherwise null. */
  prepareMove(key: string): PreparedMove | null
  /** Stores a move's request before it is sent (SY4). Throws `no-entry`. */
  markMoving(input: { key: string; request: MoveRequest }): void
  /** Settles a try that did not end the move. Throws `no-entry`. */
  stepMove(input: { key: string; step: Extract<MoveStep, { type: 'back' | 'park' }> }): void
  /**
   * Settles a move that the server did: its document, if it could be read, becomes the base. Other differences in it
   * are somebody else's.
   */
  settleMoved(input: { sent: QueuedMove; found: BaseInput | null }): SettleResult
  /**
   * Puts an entry back to waiting, or unknown. `refused`: failed although the server could be reached, which counts
   * as a try.
   * `problem`: why it keeps failing; absent: unchanged. Edits behind it may then replace it.
   */
  settleRetry(input: { key: string; outcomeUnknown: boolean; refused?: boolean; problem?: Problem }): void
  settleParked(input: { key: string; problem: Problem }): void
  sentEntries(): CallOutput<'outbox.sent'>
  became(input: CallInput<'outbox.became'>): CallOutput<'outbox.became'>
  seen(input: CallInput<'outbox.seen'>): void
  /** Turns `sending` entries and moves that nobody sends into `unknown`. `underWay`: keys of those being sent. */
  freeSending(input: { underWay: string[] }): void
  /** Takes an entry or a move, like `discard` and `rawEntry`. */
  retry(input: CallInput<'outbox.retry'>): CallOutput<'outbox.retry'>
  discard(key: string): DocRef | null
  /**
   * Turns a queued publish into a draft of its changes. False: it may be at the server, its problem concerns a draft as
   * well, or it is gone.
   */
  takeBackPublish(key: string): boolean
  /**
   * Queues a move, replacing an unsent earlier one in that order. Returns its key; null: the document is new, gone,
   * or to be deleted. Throws `no-document`.
   */
  moveDocument(input: { ref: DocRef; move: Move }): { key: string | null }
  /** See the contract's `documents.discard`. */
  discardDocument(ref: DocRef): void
  /** See the contract's `documents.createAgain`. `id`: that of the new document. Throws `no-document`. */
  createAgain(input: { ref: DocRef; id: string; locale: string | null; file?: CopiedFile }): DocRef
  /**
   * See the contract's `documents.editMany`. `where`: condition of the permission; null: none, false: denied.
   * `mayCreate`: for new documents. The caller (editManyAs) splits the list so that typing can be written in between.
   */
  editMany(
    input: CallInput<'documents.editMany'> & { where: JsonObject | null | false; mayCreate: boolean },
  ): ManyResult
  /** Local documents that refer to one, local edits included. */
  referrers(ref: DocRef): DocRef[]
  /** Documents of the server with unsent edits; at most 200. */
  unsentDocuments(): DocRef[]
  /** The ids among these that something unsent refers to (SY14). */
  referredFiles(ids: string[]): string[]
  rawEntry(key: string): CallOutput<'outbox.raw'>
  /** Parks unreadable entries and moves with the problem `broken`, so that counts include them. */
  parkBroken(keys: readonly string[]): void
}

/**
 * `askedAs`: the requested id. `isWhole` false: only its list row is stored. `isLeaving`: it will be deleted.
 */
export type ExportRow = Exported & { askedAs: string; isWhole: boolean; isLeaving: boolean }

export type Revision = { id: string; updatedAt: string | null }

/** The last known state. `data`: in all locales. */
export type LastSeen = { data: JsonObject; updatedAt: string | null }

export type Resource = { value: Json; etag: string | null; fetchedAt: string }

/** A base as it is read: all locales, depth 0. */
export type BaseInput = ReadBase & {
  /**
   * `updatedAt` of the base at the time of the request, null if there was none. If the base has changed since, this
   * answer may be older: `busy`.
   */
  askedAt?: string | null
}

export type ListRowInput = {
  id: string
  data: JsonObject
  updatedAt: string | null
  status: 'draft' | 'published' | null
  hasPublished: boolean | null
  /** See RecordBase. */
  publishedIn?: string[] | null
}

/**
 * The result of settling an entry:
 * - settled: the entry has ended, but for changes made to it since it was sent; `problem`: a part of it is parked,
 *   because its fields left the schema (SY13)
 * - left-out: nothing was done, see `unlessLeftOut`
 * - discarded: it was no longer in the outbox; it is in the history, and the server's document is to be read
 */
export type SettleResult = {
  state: 'settled' | 'left-out' | 'discarded'
  /** The present name of the document. */
  ref: DocRef
  problem: Problem | null
}

/** The events that a worker sends to main, which passes them to the windows. */
export type StoreEvent =
  | { name: 'documents.changed'; payload: EventPayload<'documents.changed'> }
  | { name: 'documents.idAssigned'; payload: EventPayload<'documents.idAssigned'> }
  | { name: 'documents.listChanged'; payload: EventPayload<'documents.listChanged'> }
  | { name: 'versions.changed'; payload: EventPayload<'versions.changed'> }
  | { name: 'outbox.changed'; payload: undefined }
  | { name: 'app.notice'; payload: Notice }
