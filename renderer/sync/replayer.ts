import { refKey } from '../../shared/cms/doc-ref.ts'
import type { ConnectionState, GalleyBridge } from '../../shared/ipc.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { createSendLoop, type Clock, type SendLoop } from './send-loop.ts'

export type { Clock } from './send-loop.ts'

/** Name of the Web Lock whose holder sends the outbox: one window per installation, the others stand by. */
export const REPLAYER_LOCK = 'galley-replayer'

export type ReplayerStatus = {
  /** stopped; standby: another window sends; running: this window sends whenever it can. */
  phase: 'stopped' | 'standby' | 'running'
  connection: ConnectionState['status']
  /** Keys of the entries in flight. */
  sending: OutboxEntry['key'][]
}

export type Replayer = {
  start(): void
  /** Releases the lock. Main settles entries in flight, without a window. */
  stop(): void
  status(): ReplayerStatus
  /** Asks the server now and lets everything that may go leave at once. Null: main did not answer. */
  sendNow(): Promise<ConnectionState | null>
}

/**
 * Drives the outbox (SY3, SY9): it decides when an entry is handed to main, and main decides on sending and
 * outcome. It keeps nothing that must outlive the window.
 */
export function createReplayer(options: {
  bridge: GalleyBridge
  locks: Pick<LockManager, 'request'>
  clock: Clock
  /** Returns a random number, evenly distributed in [0, 1). */
  random: () => number
}): Replayer {
  const { bridge, locks, clock, random } = options
  let life: AbortController | null = null
  let loop: SendLoop | null = null

  function begin(): void {
    loop?.end()
    loop = createSendLoop({ bridge, clock, random })
    loop.wake()
  }

  /** Drives the outbox until the signal is aborted; its end releases the lock. */
  async function lead(signal: AbortSignal): Promise<void> {
    const stops = [
      bridge.on('outbox.changed', () => loop?.wake()),
      bridge.on('connection.changed', (state) => loop?.connectionChanged(state)),
      bridge.on('session.changed', () => loop?.sessionChanged()),
      bridge.on('documents.idAssigned', ({ slug, tempId, id }) => {
        const key = (docId: string) => refKey({ kind: 'collection', slug, id: docId })
        loop?.renamed(key(tempId), key(id))
      }),
      // Another user's outbox is another database: nothing that was learnt about the old one counts (SY2).
      bridge.on('session.accountChanged', (account) => {
        if (account !== null) return begin()
        loop?.end()
        loop = null
      }),
    ]
    begin()
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    for (const stop of stops) stop()
    loop?.end()
    loop = null
  }

  return {
    start() {
      if (life !== null) return
      const mine = new AbortController()
      life = mine
      locks
        .request(REPLAYER_LOCK, { signal: mine.signal }, () =>
          // The lock may be granted in the moment in which it is given up.
          mine.signal.aborted ? undefined : lead(mine.signal),
        )
        .catch((error: unknown) => {
          if (!mine.signal.aborted) console.error('the outbox cannot be sent: no lock', error)
        })
    },
    stop() {
      life?.abort()
      life = null
    },
    status: () => ({
      phase: life === null ? 'stopped' : loop === null ? 'standby' : 'running',
      connection: loop?.connection() ?? 'checking',
      sending: loop?.sending() ?? [],
    }),
    async sendNow() {
      if (loop !== null) return loop.sendNow()
      return bridge.call('connection.check', undefined).catch(() => null)
    },
  }
}
