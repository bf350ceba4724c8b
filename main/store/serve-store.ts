import type { MessagePort } from 'node:worker_threads'
import type { FieldTypes } from '../../shared/fields/field-type.ts'
import type { OpenedDatabase } from './database.ts'
import { openDatabase } from './database.ts'
import { createStore } from './store.ts'
import type { StoreApi } from './store-api.ts'
import { toStoreError } from './store-error.ts'
import type { FromWorker, ToWorker, WireError } from './worker-protocol.ts'

/** Opens the database and answers calls over the port, one after another, until `close`. */
export function serveStore(port: MessagePort, open: () => OpenedDatabase, types: FieldTypes): void {
  const post = (message: FromWorker): void => port.postMessage(message)
  let database: OpenedDatabase
  let store: StoreApi
  try {
    database = open()
    for (const payload of database.notices) post({ type: 'event', event: { name: 'app.notice', payload } })
    store = createStore({ db: database.db, types, onEvent: (event) => post({ type: 'event', event }) })
  } catch (error) {
    post({ type: 'failed', error: wireError(error) })
    port.close()
    return
  }
  port.on('message', (message: ToWorker) => {
    try {
      if (message.method === 'close') {
        database.close()
        post({ type: 'result', id: message.id, result: undefined })
        port.close()
        return
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's types make the input fit
      const method = store[message.method] as (input: unknown) => unknown
      post({ type: 'result', id: message.id, result: method(message.input) })
    } catch (error) {
      post({ type: 'error', id: message.id, error: wireError(error) })
    }
  })
  post({ type: 'ready' })
}

export function openAt(file: string): () => OpenedDatabase {
  return () => openDatabase({ file })
}

function wireError(error: unknown): WireError {
  const { code, message } = toStoreError(error)
  return { code, message }
}
