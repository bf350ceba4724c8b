import type { EventName, EventPayload } from '../../shared/ipc.ts'
import { eventChannel } from '../../shared/ipc-wire.ts'
import type { StoreEvent } from '../store/store-api.ts'

/** Sends an event of the contract to the window. */
export type SendEvent = <N extends EventName>(name: N, payload: EventPayload<N>) => void

/** A page that can be sent an event. */
export type EventTarget = { isDestroyed: () => boolean; send: (channel: string, payload: unknown) => void }

/** Sends an event of the contract to every page; returns the number of pages. */
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

/** Sends an event of the store to the windows. Each case pairs a name with its own payload. */
export function passOn(send: SendEvent, event: StoreEvent): void {
  switch (event.name) {
    case 'documents.changed':
      return send(event.name, event.payload)
    case 'documents.idAssigned':
      return send(event.name, event.payload)
    case 'documents.listChanged':
      return send(event.name, event.payload)
    case 'versions.changed':
      return send(event.name, event.payload)
    case 'outbox.changed':
      return send(event.name, event.payload)
    case 'app.notice':
      return send(event.name, event.payload)
  }
}
