import { Worker } from 'node:worker_threads'
import { isJson, type Json } from '../../../shared/json.ts'
import { withheld } from '../../store/tables/credentials.ts'
import { joinJson, jsonPieces, PIECE, type JsonPiece } from '../../../shared/json-pieces.ts'

/** The body of one answer, as it comes in. */
export type JsonBody = {
  add: (part: Uint8Array) => void
  /** Returns the value; undefined if it is no JSON. Rejects if the worker ended. */
  end: () => Promise<Json | undefined>
  /** Parses in pieces for a window, each on demand. `ofAccount`: see withheld. */
  pieces: (ofAccount: boolean) => Promise<JsonPieces | undefined>
  /** Drops the body. */
  drop: () => void
}

export type JsonPieces = {
  /** Returns the next piece; null after the last one. */
  next: () => Promise<JsonPiece | null>
  /** Drops the rest. */
  drop: () => void
}

export type ToParser =
  | { id: number; type: 'part'; bytes: Uint8Array }
  /** The body is whole; answered by the first piece. */
  | { id: number; type: 'end'; for: Taker }
  /** The piece before has been taken. */
  | { id: number; type: 'next' }
  | { id: number; type: 'drop' }
export type FromParser = { id: number } & (
  { type: 'piece'; piece: JsonPiece } | { type: 'done' } | { type: 'not-json' }
)

/** Up to this size, in bytes, parsing takes less than a message to a worker and back. */
export const SMALL_BODY = 256 * 1024

/** The receiver: main gets everything, a window only the parts it may have. */
export type Taker = 'main' | { window: { ofAccount: boolean } }

type Waiting = { take: (message: FromParser) => void; fail: (error: Error) => void }

let running: Worker | null = null
let lastId = 0
const waiting = new Map<number, Waiting>()

/**
 * Takes in the body of an answer and makes JSON of it. A large one is read by a worker and comes back in pieces, one at
 * a turn of the event loop, so that no answer keeps the windows and the other requests waiting.
 */
export function jsonBody(): JsonBody {
  let small: Uint8Array[] = []
  let bytes = 0
  const id = (lastId += 1)
  let worker: Worker | null = null
  return {
    add(part) {
      bytes += part.byteLength
      if (worker === null && bytes <= SMALL_BODY) {
        small.push(part)
        return
      }
      worker ??= running ??= start()
      for (const earlier of [...small, part]) send(worker, { id, type: 'part', bytes: earlier })
      small = []
    },
    end: () => (worker === null ? Promise.resolve(parse(small)) : receive(worker, id)),
    pieces: (ofAccount) =>
      worker === null ? Promise.resolve(cut(parse(small), ofAccount)) : receivePieces(worker, id, ofAccount),
    drop() {
      if (worker !== null) send(worker, { id, type: 'drop' })
      small = []
    },
  }
}

function parse(parts: Uint8Array[]): Json | undefined {
  try {
    const value: unknown = JSON.parse(
      Buffer.concat(parts)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

function cut(value: Json | undefined, ofAccount: boolean): JsonPieces | undefined {
  if (value === undefined) return undefined
  const pieces = jsonPieces(withheld(value, ofAccount), PIECE)
  return {
    next: () => Promise.resolve(pieces.next().value ?? null),
    drop: () => undefined,
  }
}

function receivePieces(worker: Worker, id: number, ofAccount: boolean): Promise<JsonPieces | undefined> {
  if (worker !== running) return Promise.reject(new Error('The parser ended'))
  const ask = (message: ToParser) =>
    new Promise<FromParser>((resolve, reject) => {
      waiting.set(id, {
        take(answer) {
          waiting.delete(id)
          resolve(answer)
        },
        fail(error) {
          waiting.delete(id)
          reject(error)
        },
      })
      send(worker, message)
    })
  let first: Promise<FromParser> | null = ask({ id, type: 'end', for: { window: { ofAccount } } })
  return first.then((answer) => {
    if (answer.type === 'not-json') return undefined
    let isOver = false
    return {
      async next() {
        if (isOver) return null
        if (worker !== running) throw new Error('The parser ended')
        const message = await (first ?? ask({ id, type: 'next' }))
        first = null
        if (message.type === 'piece') return message.piece
        isOver = true
        return null
      },
      drop() {
        if (!isOver) send(worker, { id, type: 'drop' })
        isOver = true
      },
    }
  })
}

function receive(worker: Worker, id: number): Promise<Json | undefined> {
  if (worker !== running) return Promise.reject(new Error('The parser ended'))
  return new Promise((resolve, reject) => {
    const joined = joinJson()
    waiting.set(id, {
      take(message) {
        if (message.type === 'piece') {
          joined.add(message.piece)
          setImmediate(() => send(worker, { id, type: 'next' }))
          return
        }
        waiting.delete(id)
        resolve(message.type === 'done' ? joined.value() : undefined)
      },
      fail(error) {
        waiting.delete(id)
        reject(error)
      },
    })
    send(worker, { id, type: 'end', for: 'main' })
  })
}

function send(worker: Worker, message: ToParser): void {
  worker.postMessage(message)
}

/** The worker's file: TypeScript in the sources, JavaScript in the bundle. */
const WORKER = import.meta.url.endsWith('.ts') ? 'parse-worker.ts' : 'parse-worker.js'

function start(): Worker {
  const started = new Worker(new URL(`./${WORKER}`, import.meta.url))
  // The worker holds nothing to write, so the program may end without it.
  started.unref()
  const end = (): void => {
    if (running !== started) return
    running = null
    for (const { fail } of waiting.values()) fail(new Error('The parser ended'))
  }
  started.on('message', (message: FromParser) => waiting.get(message.id)?.take(message))
  started.on('error', end)
  started.on('exit', end)
  return started
}
