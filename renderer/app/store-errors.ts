import { useSyncExternalStore } from 'react'
import type { Notice } from '../../shared/ipc.ts'
import { galley } from './bridge.ts'

/**
 * What could not be written to this computer. The call that failed rejects without a reason; the reason comes as a
 * notice, before or after it.
 */
export type StoreTrouble = 'disk-full' | 'database-read-only' | 'database-failed'

let reason: StoreTrouble = 'database-failed'
let failing = false
const listeners = new Set<() => void>()

function change(next: { failing?: boolean; reason?: StoreTrouble }): void {
  failing = next.failing ?? failing
  reason = next.reason ?? reason
  for (const listener of listeners) listener()
}

/** Takes in a notice of main. True: it is about the store and shown by this. */
export function heardNotice(notice: Notice): boolean {
  if (notice.code === 'database-set-aside') return false
  change({ failing: true, reason: notice.code })
  return true
}

/** An edit was not written (`drafts.put` or `drafts.commit` rejected): said until `clearStoreError`. */
export function reportStoreError(error: unknown): void {
  console.error('Not saved on this computer', error)
  change({ failing: true })
}

/** A later write of everything that was open arrived. */
export function clearStoreError(): void {
  if (!failing) return
  change({ failing: false, reason: 'database-failed' })
  for (const code of ['disk-full', 'database-read-only', 'database-failed']) {
    galley.call('app.dismissNotice', { code }).catch(console.error)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useStoreErrors(): {
  /** Null: everything typed is on this computer. */
  trouble: StoreTrouble | null
  report: (error: unknown) => void
  clear: () => void
} {
  const trouble = useSyncExternalStore(subscribe, () => (failing ? reason : null))
  return { trouble, report: reportStoreError, clear: clearStoreError }
}
