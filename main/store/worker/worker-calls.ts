import { Worker } from 'node:worker_threads'
import type { StoreEvent } from '../store-api.ts'
import { StoreError, toStoreError } from '../store-error.ts'
import type { FromWorker, StoreMethod, ToWorker, WireError, WorkerData } from './worker-protocol.ts'
import type { UpkeepResult, UpkeepTask } from './upkeep.ts'

/** The calls to one worker, answered in order. */
export type WorkerCalls = {
  /** The file that the worker has opened. Rejects if it could not open any. */
  opened: Promise<string>
  call(method: StoreMethod, input: unknown): Promise<unknown>
  /** Waits for running calls; then the worker ends. */
  close(): Promise<void>
}

/** Calls a worker. `onEnd`: the worker is gone and pending calls have failed; not after `close`. */
export function callsTo(
  worker: Worker,
  {
    onEvent,
    onError,
    onEnd,
  }: {
    onEvent: (event: StoreEvent) => void
    /** A call failed; its caller gets the error as well. */
    onError: (error: StoreError) => void
    onEnd: (error: StoreError) => void
  },
): WorkerCalls {
  const calls = new Map<number, { resolve: (result: unknown) => void; reject: (error: StoreError) => void }>()
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let lastId = 0
  let closing: Promise<void> | null = null
  let ended: StoreError | null = null

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
  const close = async (): Promise<void> => {
    if (ended) return
    // A worker that ends before it answers is closed as well.
    await send((id) => ({ id, method: 'close' })).catch(() => undefined)
    await exited
  }

  const opened = new Promise<string>((resolve, reject) => {
    const end = (error: StoreError): void => {
      if (ended) return
      ended = error
      for (const call of calls.values()) call.reject(error)
      calls.clear()
      reject(error)
      if (!closing) onEnd(error)
    }
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'ready':
          resolve(message.file)
          break
        case 'failed':
          end(errorFrom(message.error))
          break
        case 'event':
          onEvent(message.event)
          break
        case 'result':
          calls.get(message.id)?.resolve(message.result)
          calls.delete(message.id)
          break
        case 'error':
          onError(errorFrom(message.error))
          calls.get(message.id)?.reject(errorFrom(message.error))
          calls.delete(message.id)
          break
      }
    })
    worker.on('error', (error) => end(new StoreError('unknown', String(error), { cause: error })))
    worker.on('exit', () => end(new StoreError('closed', 'The store worker has ended')))
  })

  return {
    opened,
    call: (method, input) =>
      closing
        ? Promise.reject(new StoreError('closed', 'The store is closed'))
        : send((id) => ({ id, method, input })),
    close: () => (closing ??= close()),
  }
}

function errorFrom({ code, message }: WireError): StoreError {
  return new StoreError(code, message)
}

/** Runs a task in a worker of its own; see upkeep.ts. Rejects with a StoreError. */
export function upkeep<Task extends UpkeepTask>(
  task: Task,
  file: string,
  workerUrl = workerAddress(),
): Promise<UpkeepResult[Task]> {
  const data: WorkerData = { file, role: 'upkeep', task }
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl, { workerData: data })
    worker.on('message', (result: UpkeepResult[Task]) => resolve(result))
    worker.on('error', (error) => reject(toStoreError(error)))
    worker.on('exit', () => reject(new StoreError('closed', 'The worker has ended')))
  })
}

/** The name is assembled at run time, so that the bundler does not rewrite the address. */
const WORKER = 'store-worker.js'

/** The address of the built worker, beside the calling script. */
export function workerAddress(): URL {
  return new URL(`./${WORKER}`, import.meta.url)
}
