import type { MessagePort } from 'node:worker_threads'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'
import type { OpenedDatabase } from '../durability/database.ts'
import { openDatabase, openReader } from '../durability/database.ts'
import type { Db } from '../tables/sql.ts'
import { createReader, createStore } from '../store.ts'
import type { StoreApi, StoreEvent } from '../store-api.ts'
import { StoreError, toStoreError } from '../store-error.ts'
import type { FromWorker, ToWorker, WireError } from './worker-protocol.ts'

/** Opens the database and answers calls over the port, one after another, until `close`. */
export function serveStore(port: MessagePort, open: () => OpenedDatabase, types: FieldTypes): void {
  serve(port, open, (db, onEvent) => createStore({ db, types, onEvent }))
}

/** Serves the reading methods (ReaderApi). The database exists: the writing worker has opened it. */
export function serveReader(port: MessagePort, file: string, types: FieldTypes): void {
  const work = serve(
    port,
    () => openReader(file),
    (db, onEvent) => createReader({ db, types, onEvent }),
  )
  if (!work) return
  const { store, isOpen } = work
  let isReading = false
  const readAhead = (): void => {
    try {
      isReading = isOpen() && store.readAhead()
    } catch {
      // A call that reads the same data reports the error.
      isReading = false
    }
    // Calls that have arrived in between are answered first.
    if (isReading) setImmediate(readAhead)
  }
  port.on('message', () => {
    if (isReading) return
    isReading = true
    setImmediate(readAhead)
  })
}

/** Opens the database and answers calls over the port. Null: the database could not be opened. */
function serve<Store extends Partial<StoreApi>>(
  port: MessagePort,
  open: () => OpenedDatabase,
  create: (db: Db, onEvent: (event: StoreEvent) => void) => Store,
): { store: Store; isOpen: () => boolean } | null {
  const post = (message: FromWorker): void => port.postMessage(message)
  let database: OpenedDatabase
  let store: Store
  try {
    database = open()
    for (const payload of database.notices) post({ type: 'event', event: { name: 'app.notice', payload } })
    store = create(database.db, (event) => post({ type: 'event', event }))
  } catch (error) {
    post({ type: 'failed', error: wireError(error) })
    port.close()
    return null
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
      const method = store[message.method] as ((input: unknown) => unknown) | undefined
      if (!method) throw new StoreError('unknown', `This worker does not know ${message.method}`)
      post({ type: 'result', id: message.id, result: method(message.input) })
    } catch (error) {
      post({ type: 'error', id: message.id, error: wireError(error) })
    }
  })
  post({ type: 'ready', file: database.db.name })
  return { store, isOpen: () => database.db.open }
}

export function openAt(file: string): () => OpenedDatabase {
  return () => openDatabase({ file })
}

function wireError(error: unknown): WireError {
  const { code, message } = toStoreError(error)
  return { code, message }
}
