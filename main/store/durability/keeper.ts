import { statSync } from 'node:fs'
import { CHECK_LIMIT_BYTES } from './check-limit.ts'
import type { StoreApi, StoreEvent } from '../store-api.ts'
import { upkeep } from '../worker/upkeep-client.ts'

/** How long nothing must have been written before the copy is made, and how long that may be put off, in ms. */
const QUIET_MS = 3000
const LATEST_MS = 60_000

/** Whether what is unsent may be another after an event of the store, or after a call that succeeded. */
export function isUnsentChange({ name }: { name: StoreEvent['name'] | keyof StoreApi }): boolean {
  // Of a draft that is typed on there is no event: its form has it already.
  return name === 'outbox.changed' || name === 'putDraft'
}

export type Keeper = {
  /** Something unsent has changed. */
  changed: () => void
  /** A row could not be read, or the database said that it is damaged: looks whether it is. */
  suspect: (message: string) => void
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
  /** What was said of the file since the last check of it, and what a check has found to be no damage of the file. */
  const suspected = new Set<string>()
  const cleared = new Set<string>()
  let ended = false

  const perform = async (task: 'check' | 'copy'): Promise<void> => {
    if (ended) return
    // A full disk, say: there is another time.
    const result = await upkeep(task, file, workerUrl).catch(() => null)
    if (task === 'check') {
      // It may be a single row that cannot be read, which no check of the file mends.
      for (const message of result === 'sound' ? suspected : []) cleared.add(message)
      suspected.clear()
    }
    if (result !== 'damaged' || ended) return
    ended = true
    onDamaged()
  }
  const run = (task: 'check' | 'copy'): void => {
    running = running.then(() => perform(task))
  }
  if (statSync(file).size > CHECK_LIMIT_BYTES) run('check')

  return {
    changed: () => {
      if (ended) return
      waitingSince ??= performance.now()
      if (timer) clearTimeout(timer)
      const left = LATEST_MS - (performance.now() - waitingSince)
      timer = setTimeout(
        () => {
          waitingSince = null
          run('copy')
        },
        Math.max(0, Math.min(QUIET_MS, left)),
      )
      timer.unref()
    },
    suspect: (message) => {
      if (cleared.has(message) || suspected.has(message)) return
      suspected.add(message)
      if (suspected.size === 1) run('check')
    },
    end: () => {
      ended = true
      if (timer) clearTimeout(timer)
      return running
    },
  }
}
