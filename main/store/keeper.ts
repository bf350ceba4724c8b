import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { CHECK_LIMIT_BYTES } from './check-limit.ts'
import type { UpkeepResult, UpkeepTask } from './upkeep.ts'
import type { WorkerData } from './worker-protocol.ts'

/** How long nothing must have been written before the copy is made, and how long that may be put off, in ms. */
const QUIET_MS = 3000
const LATEST_MS = 60_000

export type Keeper = {
  /** Something unsent has changed. */
  changed: () => void
  /** The database said that it is damaged: looks whether it is. */
  suspect: () => void
  /** Begins nothing more and waits for what is under way. */
  end: () => Promise<void>
}

/**
 * Sees to the upkeep of an open database: the check of a large file, once; the copy of what is unsent, whenever there
 * is quiet. One task at a time. `onDamaged` is called once.
 */
export function createKeeper(options: { file: string; workerUrl: URL; onDamaged: () => void }): Keeper {
  const { file, workerUrl, onDamaged } = options
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let waitingSince: number | null = null
  let suspected = false
  let ended = false

  const run = (task: UpkeepTask): void => {
    running = running.then(async () => {
      if (ended) return
      if ((await doTask(workerUrl, file, task)) === 'damaged' && !ended) {
        ended = true
        onDamaged()
      }
    })
  }
  if (statSync(file).size > CHECK_LIMIT_BYTES) run('check')

  return {
    changed: () => {
      if (ended) return
      waitingSince ??= performance.now()
      if (timer) clearTimeout(timer)
      const left = LATEST_MS - (performance.now() - waitingSince)
      timer = setTimeout(() => {
        waitingSince = null
        run('copy')
      }, Math.max(0, Math.min(QUIET_MS, left)))
      timer.unref()
    },
    suspect: () => {
      // Once: what says so may be a single row, which no check of the file mends.
      if (!suspected) run('check')
      suspected = true
    },
    end: () => {
      ended = true
      if (timer) clearTimeout(timer)
      return running
    },
  }
}

function doTask(workerUrl: URL, file: string, task: UpkeepTask): Promise<UpkeepResult> {
  const data: WorkerData = { file, task }
  return new Promise((resolve) => {
    const worker = new Worker(workerUrl, { workerData: data })
    let result: UpkeepResult = 'failed'
    worker.on('message', (answer: UpkeepResult) => {
      result = answer
    })
    worker.on('error', () => undefined)
    worker.on('exit', () => resolve(result))
  })
}
