import { useEffect } from 'react'
import { galley } from '../data/bridge.ts'
import type { ConnectionState } from '../../shared/ipc.ts'
import { createReplayer, type Replayer } from './replayer.ts'

let running: Replayer | null = null

/** Drives the outbox of this window for as long as it is mounted; draws nothing. */
export function SyncRunner() {
  useEffect(() => {
    const replayer = createReplayer({
      bridge: galley,
      locks: navigator.locks,
      clock: {
        now: () => performance.now(),
        setTimeout: (run, ms) => window.setTimeout(run, ms),
        clearTimeout: (timer) => window.clearTimeout(typeof timer === 'number' ? timer : undefined),
      },
      random: Math.random,
    })
    replayer.start()
    running = replayer
    return () => {
      replayer.stop()
      if (running === replayer) running = null
    }
  }, [])
  return null
}

/** Asks the server now and lets all that waits leave at once. Null: main did not answer. */
export async function sendNow(): Promise<ConnectionState | null> {
  if (running !== null) return running.sendNow()
  return galley.call('connection.check', undefined).catch(() => null)
}
