import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { allows, waysOutOfMove, type WayOut } from '../../../shared/sync/ways-out.ts'
import { StoreError } from '../store-error.ts'

/**
 * Checks an action against the table of actions at the time it is done, as the screen may show an older state. Throws
 * `refused`.
 */
export function refuseUnless(entry: OutboxEntry, way: WayOut): void {
  if (!allows(entry, way)) throw new StoreError('refused', `No ${way} for an entry that is ${entry.state}`)
}

/** Checks an action on a move. Throws `refused`. */
export function refuseMoveUnless(queued: QueuedMove, way: WayOut): void {
  if (!waysOutOfMove(queued).includes(way))
    throw new StoreError('refused', `No ${way} for a move that is ${queued.state}`)
}
