import type { StoreApi, StoreEvent } from '../store-api.ts'
import type { StoreErrorCode } from '../store-error.ts'
import type { UpkeepTask } from './upkeep.ts'

/** The names of the store's methods. The types below are the messages between main and the store workers. */
export type StoreMethod = keyof StoreApi

/** One worker writes and answers quick calls, another one only reads; each upkeep task has a worker of its own. */
export type WorkerData =
  { file: string; role: 'writer' | 'reader' } | { file: string; role: 'upkeep'; task: UpkeepTask }

export type ToWorker = { id: number; method: StoreMethod; input: unknown } | { id: number; method: 'close' }

export type WireError = { code: StoreErrorCode; message: string }

export type FromWorker =
  /** The database is open, calls are answered. `file`: the opened file; from a read-only disk, a copy of it. */
  | { type: 'ready'; file: string }
  /** The database could not be opened; the worker ends. */
  | { type: 'failed'; error: WireError }
  | { type: 'result'; id: number; result: unknown }
  | { type: 'error'; id: number; error: WireError }
  | { type: 'event'; event: StoreEvent }

/** All methods by name. */
export const storeMethods = [
  'getResource',
  'putResource',
  'setSchema',
  'getDocument',
  'openDocument',
  'putBase',
  'putBases',
  'removeBase',
  'staleBases',
  'localCopies',
  'lastSeen',
  'documentBytes',
  'keptDocuments',
  'putCollectionTotal',
  'makeRoom',
  'forgetCopies',
  'emptyLog',
  'putPermissions',
  'createDocument',
  'fillNewDocument',
  'resolveId',
  'list',
  'findDocuments',
  'changedElsewhere',
  'noteOwnRevision',
  'localIds',
  'matching',
  'groups',
  'exportRows',
  'moment',
  'putListPage',
  'putListRows',
  'listVersions',
  'versionsAround',
  'versionContent',
  'lastChange',
  'deletedVersions',
  'putVersionContent',
  'forgetVersionContent',
  'putVersionsPage',
  'putDraft',
  'commitDraft',
  'queueRestore',
  'discardDraft',
  'holdForm',
  'heldForm',
  'commitLeftDrafts',
  'outboxPage',
  'findInOutbox',
  'getEntry',
  'getMove',
  'outboxCounts',
  'outboxHeads',
  'sentEntries',
  'became',
  'seen',
  'prepareSend',
  'markSending',
  'settleSent',
  'settleApplied',
  'settleRestored',
  'prepareMove',
  'markMoving',
  'stepMove',
  'settleMoved',
  'settleRetry',
  'freeSending',
  'settleParked',
  'retry',
  'discard',
  'takeBackPublish',
  'moveDocument',
  'discardDocument',
  'createAgain',
  'editMany',
  'referrers',
  'unsentDocuments',
  'referredFiles',
  'rawEntry',
  'parkBroken',
] as const satisfies readonly StoreMethod[]

type Forgotten = Exclude<StoreMethod, (typeof storeMethods)[number]>
/** Does not compile if a method is missing above. */
export const isComplete: [Forgotten] extends [never] ? true : Forgotten = true

/** Methods that may visit many rows, answered by the reading worker. */
const readerMethods = [
  'list',
  'findDocuments',
  'changedElsewhere',
  'localIds',
  'matching',
  'groups',
  'exportRows',
  'listVersions',
  'versionsAround',
  'versionContent',
  'lastChange',
  'deletedVersions',
  'outboxPage',
  'findInOutbox',
  'sentEntries',
  'became',
  'staleBases',
  'localCopies',
  'lastSeen',
  'documentBytes',
  'keptDocuments',
  'referrers',
  'unsentDocuments',
  'referredFiles',
] as const satisfies readonly StoreMethod[]
export type ReaderMethod = (typeof readerMethods)[number]

export function isReaderMethod(method: StoreMethod): method is ReaderMethod {
  return readerMethods.some((one) => one === method)
}
