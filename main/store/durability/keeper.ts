import { statSync } from 'node:fs'
import { CHECK_LIMIT_BYTES } from './file-header.ts'
import type { StoreApi, StoreEvent } from '../store-api.ts'
import { upkeep } from '../worker/worker-calls.ts'

/** Milliseconds without a write before the copy is made, and the longest delay of a copy. */
const QUIET_MS = 3000
const LATEST_MS = 60_000

/** True if an event of the store, or a successful call, may have changed the unsent edits. */
export function isUnsentChange({ name }: { name: StoreEvent['name'] | keyof StoreApi }): boolean {
  // A form journals its own input, so there is no event for it.
  return name === 'outbox.changed' || name === 'putDraft' || name === 'holdForm'
}

export type Keeper = {
  /** The unsent edits have changed. */
  changed: () => void
  /** A row could not be read, or SQLite reported damage: checks the file. */
  suspect: (message: string) => void
  /** Starts nothing more and waits for the running task. */
  end: () => Promise<void>
}

/**
 * Runs the upkeep of an open database, one task at a time: checks a large or suspected file, and copies the
 * unsent edits in quiet moments. `onDamaged` is called at most once, and nothing runs afterwards.
 */
export function createKeeper(options: { file: string; workerUrl: URL; onDamaged: () => void }): Keeper {
  const { file, workerUrl, onDamaged } = options
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let waitingSince: number | null = null
  /** Messages about the file since its last check, and those that a check has proved to be no damage of the file. */
  const suspected = new Set<string>()
  const cleared = new Set<string>()
  let ended = false

  const perform = async (task: 'check' | 'copy'): Promise<void> => {
    if (ended) return
    // A failed task, such as on a full disk, is tried again later.
    const result = await upkeep(task, file, workerUrl).catch(() => null)
    if (task === 'check') {
      // A single row may be unreadable in a sound file, so its message is not checked again.
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
