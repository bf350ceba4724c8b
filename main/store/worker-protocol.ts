import type { StoreApi, StoreEvent } from './store-api.ts'
import type { StoreErrorCode } from './store-error.ts'

/** What main and the store worker say to each other. */
export type StoreMethod = keyof StoreApi

export type WorkerData = { file: string }

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
  'createDocument',
  'resolveId',
  'list',
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
  'prepareSend',
  'markSending',
  'settleSent',
  'settleRetry',
  'freeSending',
  'settleParked',
  'retry',
  'discard',
  'discardDocument',
  'createAgain',
  'rawEntry',
] as const satisfies readonly StoreMethod[]

type Forgotten = Exclude<StoreMethod, (typeof storeMethods)[number]>
/** Does not compile where a method is missing above. */
export const isComplete: [Forgotten] extends [never] ? true : Forgotten = true
