import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { Notice } from '../../shared/ipc.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { putBase, removeBase, staleBases } from './queue/bases.ts'
import { createAgain } from './queue/create-again.ts'
import { discard, discardDocument, discardNewDocument } from './queue/discard.ts'
import { getDocument, openDocument, unusedNewDocuments } from './tables/documents.ts'
import { outdatePermissions, putPermissions } from './tables/document-permissions.ts'
import { createDocument, fillNewDocument } from './queue/create-document.ts'
import { commitDraft, commitLeftDrafts, discardDraft, putDraft } from './queue/drafts.ts'
import { heldForm, holdForm } from './tables/held-forms.ts'
import { resolveRef } from './tables/ids.ts'
import { EventLog, Learnt, Site } from './store-context.ts'
import { changedElsewhere, noteOwnRevision } from './lists/changed-elsewhere.ts'
import { exportRows, putListPage, putListRows } from './lists/lists.ts'
import { localIds, referrers, unsentDocuments } from './lists/local-documents.ts'
import { headsOf, outboxCounts, outboxHeads } from './lists/outbox-overview.ts'
import { findInOutbox, outboxPage } from './lists/outbox-pages.ts'
import { readMove } from './tables/moves.ts'
import { readEntry } from './tables/outbox-rows.ts'
import {
  documentBytes,
  emptyLog,
  forgetCopies,
  keptDocuments,
  lastSeen,
  localCopies,
  makeRoom,
  overwriting,
  putCollectionTotal,
} from './tables/local-copies.ts'
import { editMany } from './queue/edit-many.ts'
import { settleQueue } from './record.ts'
import {
  discardMove,
  freeMoves,
  markMoving,
  moveDocument,
  prepareMove,
  recoverMoves,
  retryMove,
  stepMove,
} from './queue/moves.ts'
import { settleMoved, settleSent, settleRestored } from './queue/settle.ts'
import { hasJoined, rebaseJoined } from './queue/joined.ts'
import { ListReader } from './lists/read-list.ts'
import { getResource, putResource } from './tables/resources.ts'
import { keepBrokenDrafts, parkBroken, rawEntry } from './durability/broken.ts'
import { referredFiles } from './durability/referred-files.ts'
import { queueRestore, retry, takeBackPublish } from './queue/entry-actions.ts'
import { becameOf, sentList, seen } from './queue/sent-list.ts'
import { settleApplied } from './queue/settle-applied.ts'
import { hasConflicts, releaseResolved, hasSchemaGone, releaseSchemaGone } from './queue/parked-entries.ts'
import { freeSending, markSending, prepareSend, settleParked, settleRetry } from './queue/sending.ts'
import type { Db } from './tables/sql.ts'
import { loseAnswers } from './tables/outbox-rows.ts'
import type { StoreApi, StoreEvent } from './store-api.ts'
import type { StoreContext } from './store-context.ts'
import { noticeOf, toStoreError } from './store-error.ts'
import type { ReaderMethod } from './worker/worker-protocol.ts'
import {
  deletedVersions,
  forgetVersionContent,
  putVersionContent,
  versionContent,
} from './tables/version-contents.ts'
import { lastChange } from './versions/last-change.ts'
import { listVersions, putVersionsPage, versionsAround } from './tables/versions.ts'

export type StoreInput = {
  db: Db
  types: FieldTypes
  onEvent: (event: StoreEvent) => void
  now?: () => string
  newId?: () => string
}

/** The methods that only read, and may visit many rows. */
export type ReaderApi = Pick<StoreApi, ReaderMethod | 'setSchema'> & {
  /** Reads a part of what is likely to be asked for next. Returns true if there is more. */
  readAhead(): boolean
}

/** Creates the reading part of the store, over a connection of its own. Methods throw StoreError. */
export function createReader(input: StoreInput): ReaderApi {
  const context = newContext(input)
  return readerMethods(context, guard(context, input.onEvent).read)
}

/**
 * Creates the store over an open database. Methods are durable transactions, followed by their events, and throw
 * StoreError; a file problem is also reported as a notice, once until a write succeeds.
 */
export function createStore(options: StoreInput): StoreApi {
  const { db, onEvent } = options
  const context = newContext(options)
  const { read, fail, recovered: isWellAgain } = guard(context, onEvent)
  let recovered = false

  const write = <T>(work: () => T): T => {
    try {
      const result = db
        .transaction(() => {
          if (!recovered) recover(context)
          const answer = work()
          for (const ref of context.events.documents()) settleQueue(context, ref)
          return answer
        })
        .immediate()
      recovered = true
      isWellAgain()
      for (const event of context.events.take()) onEvent(event)
      return result
    } catch (error) {
      return fail(error)
    }
  }
  // Repairs the state at opening (see recover). If that fails, as on a full disk, the first successful write
  // does it.
  try {
    write(() => undefined)
  } catch {
    recovered = false
  }

  const methods: Methods = { context, read, write }
  return {
    ...documentMethods(methods),
    ...draftMethods(methods),
    ...sendingMethods(methods),
    // The reader's setSchema is replaced by the one below.
    ...readerMethods(context, read),
    setSchema: (schema) => {
      context.site.schema = schema
      try {
        if (read(() => hasJoined(context))) write(() => rebaseJoined(context))
        if (read(() => hasSchemaGone(context))) write(() => releaseSchemaGone(context))
        if (read(() => hasConflicts(context))) write(() => releaseResolved(context))
      } catch {
        // Documents can be read all the same; the repair is repeated with the next schema, or on demand.
      }
    },
  }
}

type Read = <T>(work: () => T) => T
/** The parts that each method of the store works with. */
type Methods = { context: StoreContext; read: Read; write: Read }

function documentMethods({ context, read, write }: Methods) {
  return {
    getResource: (key) => read(() => getResource(context, key)),
    putResource: (input) =>
      write(() => {
        outdatePermissions(context, input)
        putResource(context, input)
      }),
    getDocument: (ref) => read(() => getDocument(context, ref)),
    openDocument: (ref) => read(() => openDocument(context, ref)),
    putBase: (input) => write(() => putBase(context, input)),
    putBases: (inputs) => write(() => inputs.map((input) => putBase(context, input))),
    removeBase: (ref) => write(() => removeBase(context, ref)),
    putCollectionTotal: (input) => write(() => putCollectionTotal(context, input)),
    makeRoom: (input) => write(() => makeRoom(context, input)),
    forgetCopies: () => overwriting(context.db, () => write(() => forgetCopies(context))),
    emptyLog: () => read(() => emptyLog(context)),
    putPermissions: (input) => write(() => putPermissions(context, input)),
    createDocument: (input) => write(() => createDocument(context, input)),
    fillNewDocument: (input) => write(() => fillNewDocument(context, input)),
    resolveId: (ref) => read(() => resolveRef(context.db, ref)),

    moment: () => context.learnt.moment(),
    noteOwnRevision: (input) => write(() => noteOwnRevision(context, input)),
    putListPage: (input) => write(() => putListPage(context, input)),
    putListRows: (input) => write(() => putListRows(context, input)),
    putVersionContent: (input) => write(() => putVersionContent(context, input)),
    forgetVersionContent: (input) => write(() => forgetVersionContent(context, input)),
    putVersionsPage: (input) => write(() => putVersionsPage(context, input)),
  } satisfies Partial<StoreApi>
}

/** The methods by which edits are queued, changed and discarded. */
function draftMethods({ context, read, write }: Methods) {
  return {
    putDraft: (input) => write(() => putDraft(context, input)),
    commitDraft: (input) => write(() => commitDraft(context, input)),
    queueRestore: (input) => write(() => queueRestore(context, input)),
    discardDraft: (input) => write(() => discardDraft(context, input)),
    holdForm: (input) => write(() => holdForm(context, input)),
    heldForm: (place) => read(() => heldForm(context, place)),
    commitLeftDrafts: () => write(() => commitLeftDrafts(context)),
    retry: (input) =>
      write(() => (retryMove(context, input) ? { outcome: 'released' } : retry(context, input))),
    freeSending: (input) =>
      write(() => {
        freeSending(context, input)
        freeMoves(context, input.underWay)
      }),
    discard: (key) => write(() => (discardMove(context, key) ? null : discard(context, key))),
    takeBackPublish: (key) => write(() => takeBackPublish(context, key)),
    discardDocument: (ref) => write(() => discardDocument(context, ref)),
    createAgain: (input) => write(() => createAgain(context, input)),
    editMany: (input) => write(() => editMany(context, input)),
    moveDocument: (input) => write(() => moveDocument(context, input)),
    rawEntry: (key) => read(() => rawEntry(context, key)),
    parkBroken: (keys) => write(() => parkBroken(context, keys)),
  } satisfies Partial<StoreApi>
}

/** The methods by which queued edits are sent. */
function sendingMethods({ context, read, write }: Methods) {
  const noteBroken = parkingBroken({ context, write })
  return {
    getEntry: (key) => read(() => readEntry(context.db, key)),
    getMove: (key) => read(() => readMove(context.db, key)),
    outboxCounts: () => read(() => outboxCounts(context)),
    outboxHeads: (page) => {
      const { entries, moves } = noteBroken(
        read(() => outboxHeads(context, page)),
        (found) => found.entries,
      )
      return headsOf(entries, moves, page)
    },
    prepareSend: (key) =>
      write(() => {
        // In case the disk was full when the schema came.
        rebaseJoined(context)
        return prepareSend(context, key)
      }),
    markSending: (input) => write(() => markSending(context, input)),
    settleSent: (input) => write(() => settleSent(context, input)),
    settleRestored: (input) => write(() => settleRestored(context, input)),
    settleApplied: (input) => write(() => settleApplied(context, input)),
    prepareMove: (key) => write(() => prepareMove(context, key)),
    markMoving: (input) => write(() => markMoving(context, input)),
    stepMove: (input) => write(() => stepMove(context, input)),
    settleMoved: (input) => write(() => settleMoved(context, input)),
    seen: (input) => write(() => seen(context, input)),
    settleRetry: (input) => write(() => settleRetry(context, input)),
    settleParked: (input) => write(() => settleParked(context, input)),
  } satisfies Partial<StoreApi>
}

/** Returns a function that parks the unreadable entries of what was read, unless that was done before. */
function parkingBroken({ context, write }: Pick<Methods, 'context' | 'write'>) {
  /** Keys of unreadable entries that are parked already. */
  const known = new Set<string>()
  return <T>(found: T, entriesOf: (found: T) => OutboxEntry[]): T => {
    const broken = entriesOf(found).filter(
      ({ key, problem }) => problem?.code === 'broken' && !known.has(key),
    )
    if (broken.length === 0) return found
    try {
      write(() =>
        parkBroken(
          context,
          broken.map(({ key }) => key),
        ),
      )
      for (const { key } of broken) known.add(key)
    } catch {
      // The next read finds them again.
    }
    return found
  }
}

function readerMethods(context: StoreContext, read: Read): ReaderApi {
  const lists = new ListReader(context)
  return {
    setSchema: (schema) => {
      context.site.schema = schema
    },
    list: (query) => read(() => lists.list(query)),
    findDocuments: (query) => read(() => lists.find(query)),
    changedElsewhere: (input) => read(() => changedElsewhere(context, input)),
    localIds: (slug) => read(() => localIds(context.db, slug)),
    matching: (query) => read(() => lists.matching(query)),
    groups: (input) => read(() => lists.groups(input)),
    exportRows: (input) => read(() => exportRows(context, input)),
    readAhead: () => read(() => lists.readAhead()),
    listVersions: (query) => read(() => listVersions(context, query)),
    versionsAround: (input) => read(() => versionsAround(context, input)),
    versionContent: (input) => read(() => versionContent(context, input)),
    lastChange: (input) => read(() => lastChange(context, input)),
    deletedVersions: (input) => read(() => deletedVersions(context, input)),
    outboxPage: (query) => read(() => outboxPage(context, query)),
    findInOutbox: (input) => read(() => findInOutbox(context, input)),
    sentEntries: () => read(() => sentList(context)),
    became: ({ keys }) => read(() => keys.map((key) => becameOf(context, key))),
    staleBases: (input) => read(() => staleBases(context, input)),
    localCopies: (slug) => read(() => localCopies(context, slug)),
    lastSeen: (ref) => read(() => lastSeen(context, ref)),
    referrers: (ref) => read(() => referrers(context, ref)),
    documentBytes: () => read(() => documentBytes(context)),
    keptDocuments: () => read(() => keptDocuments(context)),
    unsentDocuments: () => read(() => unsentDocuments(context.db)),
    referredFiles: (ids) => read(() => referredFiles(context, ids)),
  }
}

function newContext({ db, types, now = isoNow, newId = newUuid }: StoreInput): StoreContext {
  return {
    db,
    site: new Site(types),
    events: new EventLog(),
    prepared: new Map(),
    learnt: new Learnt(),
    opened: new Set(),
    foreignWrites: new Map(),
    ownSince: new Map(),
    now,
    newId,
  }
}

/**
 * Returns `read`, which runs a read in one transaction, and `fail`, which reports a file error once until
 * `recovered`.
 */
function guard(
  context: StoreContext,
  onEvent: StoreInput['onEvent'],
): { read: Read; fail: (error: unknown) => never; recovered: () => void } {
  const notified = new Set<Notice['code']>()
  const fail = (error: unknown): never => {
    context.events.take()
    const problem = toStoreError(error)
    const notice = noticeOf(problem)
    if (notice && !notified.has(notice.code)) {
      notified.add(notice.code)
      onEvent({ name: 'app.notice', payload: notice })
    }
    throw problem
  }
  return {
    read: (work) => {
      try {
        return context.db.transaction(work).deferred()
      } catch (error) {
        return fail(error)
      }
    },
    fail,
    recovered: () => notified.clear(),
  }
}

/**
 * Repairs the state after a crash: running requests become unknown (SY4), and new documents that were never edited
 * are removed.
 */
function recover(context: StoreContext): void {
  const { db } = context
  loseAnswers(db)
  recoverMoves(context)
  keepBrokenDrafts(context)
  for (const ref of unusedNewDocuments(db)) discardNewDocument(context, ref)
}

function isoNow(): string {
  return new Date().toISOString()
}

function newUuid(): string {
  return crypto.randomUUID()
}
