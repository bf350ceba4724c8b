import type { EventName, EventPayload } from '../../shared/ipc.ts'
import { eventChannel } from '../../shared/ipc-wire.ts'

/** A page that can be sent an event. */
export type EventTarget = { isDestroyed: () => boolean; send: (channel: string, payload: unknown) => void }

/** Sends every page one event of the contract. Answers how many pages there were. */
export function sendEvent<N extends EventName>(
  targets: Iterable<EventTarget>,
  name: N,
  payload: EventPayload<N>,
): number {
  let reached = 0
  for (const target of targets) {
    if (target.isDestroyed()) continue
    target.send(eventChannel(name), payload)
    reached += 1
  }
  return reached
}
