import { Worker } from 'node:worker_threads'
import { createKeeper, type Keeper } from './keeper.ts'
import type { StoreApi, StoreEvent } from './store-api.ts'
import { StoreError } from './store-error.ts'
import { workerAddress } from './worker-address.ts'
import type { FromWorker, StoreMethod, ToWorker, WireError, WorkerData } from './worker-protocol.ts'
import { storeMethods } from './worker-protocol.ts'

/** The store as main calls it: each method answered by the worker. Rejections are StoreErrors. */
export type StoreClient = {
  [Method in keyof StoreApi]: (
    ...input: Parameters<StoreApi[Method]>
  ) => Promise<ReturnType<StoreApi[Method]>>
} & {
  /** Waits for the calls before it, closes the database and ends the worker. Can be called twice. */
  close(): Promise<void>
}

export type OpenStoreInput = {
  file: string
  onEvent: (event: StoreEvent) => void
  /** The worker died; every call from now on fails. Called once, and not after `close`. */
  onFatal: (error: StoreError) => void
  /** The file was found damaged while it was open (F16): the next opening sets it aside. Called once. */
  onDamaged?: () => void
  workerUrl?: URL
}

/**
 * Opens one account's database in a worker of its own. Rejects with a StoreError `newer`, `disk-full`, `read-only` or
 * `unknown` where it cannot be opened; a damaged file is set aside and reported as a notice.
 */
export function openStore({
  file,
  onEvent,
  onFatal,
  onDamaged = () => undefined,
  workerUrl = workerAddress(),
}: OpenStoreInput): Promise<StoreClient> {
  const data: WorkerData = { file }
  const worker = new Worker(workerUrl, { workerData: data })
  const calls = new Map<number, { resolve: (result: unknown) => void; reject: (error: StoreError) => void }>()
  let lastId = 0
  let closing: Promise<void> | null = null
  let ended: StoreError | null = null
  let keeper: Keeper | null = null

  const end = (error: StoreError): void => {
    if (ended) return
    ended = error
    for (const call of calls.values()) call.reject(error)
    calls.clear()
  }
  const send = (message: (id: number) => ToWorker): Promise<unknown> => {
    if (ended) return Promise.reject(ended)
    const id = (lastId += 1)
    return new Promise((resolve, reject) => {
      calls.set(id, { resolve, reject })
      try {
        worker.postMessage(message(id))
      } catch (error) {
        calls.delete(id)
        reject(new StoreError('unknown', String(error), { cause: error }))
      }
    })
  }
  const call = (method: StoreMethod, input: unknown): Promise<unknown> => {
    if (closing) return Promise.reject(new StoreError('closed', 'The store is closed'))
    return send((id) => ({ id, method, input }))
  }
  const close = (): Promise<void> => {
    closing ??= (async () => {
      await keeper?.end()
      if (ended) return
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      await send((id) => ({ id, method: 'close' }))
      await exited
    })()
    return closing
  }
  const client = Object.fromEntries(
    storeMethods.map((method) => [method, (input: unknown) => call(method, input)]),
  )

  return new Promise((resolve, reject) => {
    let isOpen = false
    const die = (error: StoreError): void => {
      const isNews = !ended && !closing
      end(error)
      if (!isOpen) reject(error)
      else if (isNews) onFatal(error)
    }
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'ready':
          isOpen = true
          keeper = createKeeper({ file, workerUrl, onDamaged })
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every method of StoreApi, answered by one
          resolve({ ...client, close } as StoreClient)
          break
        case 'failed':
          die(errorFrom(message.error))
          break
        case 'event':
          if (isUnsentChange(message.event)) keeper?.changed()
          onEvent(message.event)
          break
        case 'result':
          calls.get(message.id)?.resolve(message.result)
          calls.delete(message.id)
          break
        case 'error':
          if (message.error.code === 'corrupt') keeper?.suspect()
          calls.get(message.id)?.reject(errorFrom(message.error))
          calls.delete(message.id)
          break
      }
    })
    worker.on('error', (error) => die(new StoreError('unknown', String(error), { cause: error })))
    worker.on('exit', () => die(new StoreError('closed', 'The store worker has ended')))
  })
}

/** Drafts change with their documents. */
function isUnsentChange({ name }: StoreEvent): boolean {
  return name === 'outbox.changed' || name === 'documents.changed'
}

function errorFrom({ code, message }: WireError): StoreError {
  return new StoreError(code, message)
}
