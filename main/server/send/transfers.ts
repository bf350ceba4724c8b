import type { EventPayload } from '../../../shared/ipc.ts'

export type TransferState = EventPayload<'outbox.progress'>

/** Running uploads of files, by the key of their entry. */
export type Transfers = {
  start: (key: string, total: number) => Transfer
  /** Stops one. False: there is none, or all of it has left already and the server may have done it. */
  stop: (key: string) => boolean
}

export type Transfer = {
  signal: AbortSignal
  /** Number of sent bytes. */
  progress: (sent: number) => void
  /** A person stopped it before all of it had left: the server cannot have done it. */
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
