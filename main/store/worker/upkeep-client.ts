import { Worker } from 'node:worker_threads'
import { StoreError, toStoreError } from '../store-error.ts'
import type { UpkeepResult, UpkeepTask } from './upkeep.ts'
import type { WorkerData } from './worker-protocol.ts'

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
