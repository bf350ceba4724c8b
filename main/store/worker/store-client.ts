import { Worker } from 'node:worker_threads'
import { createKeeper, isUnsentChange } from '../durability/keeper.ts'
import type { Keeper } from '../durability/keeper.ts'
import type { StoreApi, StoreEvent } from '../store-api.ts'
import { StoreError } from '../store-error.ts'
import { callsTo, workerAddress } from './worker-calls.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { OutboxPage } from '../../../shared/ipc.ts'
import type { ReaderMethod, WorkerData } from './worker-protocol.ts'
import { isReaderMethod, storeMethods } from './worker-protocol.ts'
import type { WorkerCalls } from './worker-calls.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { sizeWithin } from '../lists/list-rows.ts'

/** The store as main calls it: each method is answered by a worker. Rejections are StoreErrors. */
export type StoreClient = {
  [Method in keyof StoreApi]: (
    ...input: Parameters<StoreApi[Method]>
  ) => Promise<ReturnType<StoreApi[Method]>>
} & {
  /** Waits for running calls, closes the database and ends the workers. Can be called twice. */
  close(): Promise<void>
}

export type OpenStoreInput = {
  file: string
  onEvent: (event: StoreEvent) => void
  /** The writing worker died; every call that it answers fails from now on. Called once, and not after `close`. */
  onFatal: (error: StoreError) => void
  /** The file was found damaged while it was open (F16): the next opening sets it aside. Called once. */
  onDamaged?: () => void
  workerUrl?: URL
}

/**
 * Opens an account's database in two workers: a writer for quick calls and a reader for long ones, which sees all
 * answered writes. Rejects with a StoreError; a damaged file is set aside with a notice.
 */
export async function openStore({
  file,
  onEvent,
  onFatal,
  onDamaged = () => undefined,
  workerUrl = workerAddress(),
}: OpenStoreInput): Promise<StoreClient> {
  let keeper: Keeper | null = null
  const start = (data: WorkerData, onEnd: (error: StoreError) => void): WorkerCalls =>
    callsTo(new Worker(workerUrl, { workerData: data }), {
      onEvent: (event) => {
        if (isUnsentChange(event)) keeper?.changed()
        // Background work meets damage, too: reading ahead, or noting unreadable rows.
        if (event.name === 'app.notice' && event.payload.code === 'database-failed')
          keeper?.suspect(event.payload.message)
        onEvent(event)
      },
      onError: (error) => {
        if (error.code === 'corrupt') keeper?.suspect(error.message)
      },
      onEnd,
    })

  let isOpen = false
  const writer = start({ file, role: 'writer' }, (error) => {
    if (isOpen) onFatal(error)
  })
  const opened = await writer.opened
  isOpen = true
  keeper = createKeeper({ file, workerUrl, onDamaged })

  let closing: Promise<void> | null = null
  const reading = createReaderSlot((onEnd) =>
    start({ file: opened, role: 'reader' }, (error) => {
      onEnd()
      if (error.code === 'corrupt') keeper?.suspect(error.message)
    }),
  )
  const read = (method: ReaderMethod, input: unknown): Promise<unknown> =>
    closing
      ? Promise.reject(new StoreError('closed', 'The store is closed'))
      : reading.worker().call(method, input)

  const write = async (method: keyof StoreApi, input: unknown): Promise<unknown> => {
    const result = await writer.call(method, input)
    if (isUnsentChange({ name: method })) keeper?.changed()
    return result
  }
  const client = Object.fromEntries(
    storeMethods.map((method) => [
      method,
      (input: unknown) => (isReaderMethod(method) ? read(method, input) : write(method, input)),
    ]),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every method of StoreApi, answered by a worker
  const calls = client as Omit<StoreClient, 'close'>
  const withBrokenParked = parkingBroken(calls.parkBroken)
  return {
    ...calls,
    setSchema: async (next) => {
      await calls.setSchema(next)
      await reading.setSchema(next, { start: !closing })
    },
    outboxPage: async (query) => withBrokenParked(await calls.outboxPage(query)),
    findInOutbox: async (input) => withBrokenParked(await calls.findInOutbox(input)),
    putBases: async (bases) => {
      const results: Awaited<ReturnType<StoreClient['putBases']>> = []
      for (const piece of inPieces(bases, (base) => base.data)) results.push(...(await calls.putBases(piece)))
      return results
    },
    putListPage: async (input) => {
      const pieces = inPieces(input.rows, (row) => row.data)
      const last = pieces.pop() ?? []
      const { askedAt, query } = input
      for (const rows of pieces)
        await calls.putListRows({ slug: query.slug, rows, ...(askedAt !== undefined && { askedAt }) })
      await calls.putListPage({ ...input, ids: input.ids ?? input.rows.map(({ id }) => id), rows: last })
    },
    close: () => {
      // The writer closes last, which leaves a single file.
      closing ??= (async () => {
        await keeper?.end()
        await reading.close()
        await writer.close()
      })()
      return closing
    },
  }
}

/** Holds the reading worker; a new one is started if it has died, as only running reads are lost with it. */
function createReaderSlot(start: (onEnd: () => void) => WorkerCalls) {
  let schema: SiteSchema | null = null
  let reader: WorkerCalls | null = null
  const worker = (): WorkerCalls => {
    if (reader) return reader
    const started = start(() => {
      reader = null
    })
    // The caller gets the error.
    started.opened.catch(() => undefined)
    if (schema) started.call('setSchema', schema).catch(() => undefined)
    reader = started
    return started
  }
  return {
    worker,
    /** Passes the schema on. `start`: the worker is started now, so that it is ready before the first list. */
    setSchema: async (next: SiteSchema, options: { start: boolean }): Promise<void> => {
      schema = next
      if (reader) await reader.call('setSchema', next).catch(() => undefined)
      else if (options.start) worker()
    },
    close: async (): Promise<void> => reader?.close(),
  }
}

/**
 * Returns a function that has unreadable entries of a page parked by the writer, as the reader cannot write. If that
 * fails, the next read finds them again.
 */
function parkingBroken(park: StoreClient['parkBroken']) {
  /** Unreadable entries that the writing worker knows already. */
  const known = new Set<string>()
  return (page: OutboxPage): OutboxPage => {
    const broken = page.documents
      .flatMap(({ entries, moves }) => [...entries, ...moves])
      .filter(({ key, problem }) => problem?.code === 'broken' && !known.has(key))
    for (const { key } of broken) known.add(key)
    if (broken.length > 0)
      park(broken.map(({ key }) => key)).catch(() => {
        for (const { key } of broken) known.delete(key)
      })
    return page
  }
}

/** Characters of JSON that one transaction stores and compares in less than about 10 ms. */
const PIECE_SIZE = 64 * 1024
const PIECE_COUNT = 20

/**
 * Cuts a list into pieces for transactions of their own, so that typing can be written in between. A larger item is a
 * piece by itself.
 */
export function inPieces<T>(list: readonly T[], dataOf: (item: T) => JsonObject): T[][] {
  const pieces: T[][] = []
  let piece: T[] = []
  let left = 0
  for (const item of list) {
    const size = sizeWithin(dataOf(item), PIECE_SIZE)
    if (piece.length === 0 || piece.length === PIECE_COUNT || size > left) {
      piece = []
      pieces.push(piece)
      left = PIECE_SIZE
    }
    piece.push(item)
    left -= size
  }
  return pieces
}
