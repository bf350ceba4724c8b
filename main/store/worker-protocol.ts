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

/** All methods by name; one that is missing here does not compile. */
const methods: Record<StoreMethod, true> = {
  getResource: true,
  putResource: true,
  setSchema: true,
  getDocument: true,
  putBase: true,
  removeBase: true,
  staleBases: true,
  createDocument: true,
  resolveId: true,
  list: true,
  putListPage: true,
  listVersions: true,
  putVersionsPage: true,
  putDraft: true,
  commitDraft: true,
  discardDraft: true,
  outboxList: true,
  outboxCounts: true,
  outboxHeads: true,
  prepareSend: true,
  markSending: true,
  settleSent: true,
  settleRetry: true,
  settleParked: true,
  retry: true,
  discard: true,
}

export const storeMethods: readonly string[] = Object.keys(methods)
