import type { EventPayload } from '../../../shared/ipc.ts'

export type TransferState = EventPayload<'outbox.progress'>

/** Running uploads of files, by the key of their entry. */
export type Transfers = {
  start: (key: string, total: number) => Transfer
  /**
   * Stops the upload of an entry. False: none is running, or all bytes have left and the server may have done
   * the write.
   */
  stop: (key: string) => boolean
}

export type Transfer = {
  signal: AbortSignal
  /** Number of sent bytes. */
  progress: (sent: number) => void
  /**
   * True if a person stopped the upload before all bytes had left, so the server cannot have done the write.
   */
  isStopped: () => boolean
  end: () => void
}

/** Shortest time between two progress reports, in milliseconds. */
const TELL_MS = 100

export function createTransfers(onChange: (state: TransferState) => void): Transfers {
  const running = new Map<string, { stop: () => boolean }>()
  return {
    start(key, total) {
      const control = new AbortController()
      let hasLeft = false
      let toldAt = Number.NEGATIVE_INFINITY
      const tell = (sent: number): void => {
        toldAt = performance.now()
        onChange({ key, sent: Math.min(sent, total), total })
      }
      running.set(key, {
        stop() {
          if (hasLeft) return false
          control.abort()
          return true
        },
      })
      return {
        signal: control.signal,
        progress(sent) {
          hasLeft = sent >= total
          if (hasLeft || performance.now() - toldAt >= TELL_MS) tell(sent)
        },
        isStopped: () => control.signal.aborted,
        end() {
          running.delete(key)
          onChange({ key, sent: null, total })
        },
      }
    },
    stop: (key) => running.get(key)?.stop() ?? false,
  }
}
