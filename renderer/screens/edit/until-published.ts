import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { createSerialQueue } from '../../../shared/serial-queue.ts'
import { publishes } from '../../../shared/sync/entry.ts'
import { galley } from '../../data/bridge.ts'

/**
 * Waits until an entry that publishes has left the outbox, or needs a person. True only if it reached the server as a
 * publish.
 */
export function untilPublished(ref: DocRef, key: string): Promise<boolean> {
  const looks = createSerialQueue()
  return new Promise((resolve) => {
    const end = (answer: boolean): void => {
      stop()
      resolve(answer)
    }
    const look = (): void => {
      looks
        .run(() => isPublished(ref, key))
        .then((answer) => answer !== null && end(answer))
        // Nobody knows then, as after signing out.
        .catch(() => end(false))
    }
    const stop = galley.on('outbox.changed', look)
    look()
  })
}

/** Null: the entry is still to be sent. */
async function isPublished(ref: DocRef, key: string): Promise<boolean | null> {
  const entry = (await galley.call('documents.get', { ref }))?.entries.find((one) => one.key === key)
  if (entry) return entry.state === 'parked' || !publishes(entry.mode) ? false : null
  const sent = await galley.call('outbox.sent', undefined)
  return sent.some((one) => one.key === key && one.mode !== 'move' && publishes(one.mode))
}
