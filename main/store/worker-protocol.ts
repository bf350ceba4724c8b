import type { StoreApi, StoreEvent } from './store-api.ts'
import type { StoreErrorCode } from './store-error.ts'
import type { UpkeepTask } from './upkeep.ts'

/** What main and the store worker say to each other. */
export type StoreMethod = keyof StoreApi

/** Without a task the worker is the store. */
export type WorkerData = { file: string; task?: UpkeepTask }

export type ToWorker = { id: number; method: StoreMethod; input: unknown } | { id: number; method: 'close' }

export type WireError = { code: StoreErrorCode; message: string }

export type FromWorker =
  /** The database is open, calls are answered. */
  | { type: 'ready' }
  /** It could not be opened; the worker ends. */
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
  'putBase',
  'removeBase',
  'staleBases',
  'localCopies',
  'documentBytes',
  'putCollectionTotal',
  'makeRoom',
  'createDocument',
  'resolveId',
  'list',
  'moment',
  'putListPage',
  'listVersions',
  'putVersionsPage',
  'putDraft',
  'commitDraft',
  'discardDraft',
  'commitLeftDrafts',
  'outboxList',
  'outboxCounts',
  'outboxHeads',
  'sentEntries',
  'seen',
  'prepareSend',
  'markSending',
  'leavesOut',
  'settleSent',
  'settleRetry',
  'freeSending',
  'settleParked',
  'retry',
  'discard',
  'takeBackPublish',
  'discardDocument',
  'createAgain',
  'rawEntry',
] as const satisfies readonly StoreMethod[]

type Forgotten = Exclude<StoreMethod, (typeof storeMethods)[number]>
/** Does not compile where a method is missing above. */
export const isComplete: [Forgotten] extends [never] ? true : Forgotten = true
