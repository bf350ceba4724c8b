import type { SendEvent } from '../accounts/open-account.ts'
import type { StoreEvent } from '../store/store-api.ts'

/** Passes an event of the store on to the windows. Each case pairs a name with its own payload. */
export function passOn(sendEvent: SendEvent, event: StoreEvent): void {
  switch (event.name) {
    case 'documents.changed':
      return sendEvent(event.name, event.payload)
    case 'documents.idAssigned':
      return sendEvent(event.name, event.payload)
    case 'documents.listChanged':
      return sendEvent(event.name, event.payload)
    case 'versions.changed':
      return sendEvent(event.name, event.payload)
    case 'outbox.changed':
      return sendEvent(event.name, event.payload)
    case 'app.notice':
      return sendEvent(event.name, event.payload)
  }
}
