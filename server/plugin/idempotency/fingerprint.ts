import { createHmac } from 'node:crypto'
import type { Hmac } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { LIMITS } from '../limits.ts'
import { publicError } from '../public-error.ts'

/**
 * The boundary of a multipart body, which is new each time a form is sent; null: another type, or it is too
 * long.
 */
function boundaryOf(contentType: string): Buffer | null {
  const match = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  return boundary === undefined || boundary.length > LIMITS.boundary ? null : Buffer.from(boundary)
}

/**
 * Hashes a body in pieces without its boundary, even if that is cut in two. A limited number is left out: a boundary
 * of one letter may be everywhere, and each occurrence takes time.
 */
class BodyHash {
  readonly #hash: Hmac
  readonly #boundary: Buffer | null
  #tail = Buffer.alloc(0)
  #left: number = LIMITS.boundaries

  constructor(hash: Hmac, boundary: Buffer | null) {
    this.#hash = hash
    this.#boundary = boundary
  }

  add(chunk: Uint8Array): void {
    const boundary = this.#boundary
    if (!boundary) {
      this.#hash.update(chunk)
      return
    }
    const bytes = Buffer.concat([this.#tail, chunk])
    let from = 0
    let at = this.#left > 0 ? bytes.indexOf(boundary) : -1
    while (at !== -1) {
      this.#hash.update(bytes.subarray(from, at)).update('\n-boundary-\n')
      from = at + boundary.length
      this.#left -= 1
      at = this.#left > 0 ? bytes.indexOf(boundary, from) : -1
    }
    // Bytes that may start a boundary wait for the next piece.
    const end = Math.max(from, bytes.length - boundary.length + 1)
    this.#hash.update(bytes.subarray(from, end))
    this.#tail = Buffer.from(bytes.subarray(end))
  }

  digest(): string {
    return this.#hash.update(this.#tail).digest('hex')
  }
}

export type Fingerprint = {
  /**
   * Reads the body before the handler runs, except forms, which Payload reads whole before it writes. Throws 413 if
   * it is long and no handler reads it.
   */
  readonly readAhead: () => Promise<void>
  /**
   * The fingerprint, once the body was read. It never waits: a body may have no end, and the caller may hold a
   * transaction.
   */
  readonly ofRead: () => string
  /** Reads and drops the body of a request without a handler. */
  readonly ofUnread: () => Promise<string>
}

/** The way Payload's own endpoints read a body; they compare exactly, and leave every other body unread. */
function readAs({ method, headers }: PayloadRequest): 'json' | 'form' | null {
  if (method !== 'POST' && method !== 'PATCH') return null
  const [contentType = ''] = (headers.get('content-type') ?? '').split(';', 1)
  if (contentType === 'application/json') return 'json'
  return contentType.includes('multipart/') ? 'form' : null
}

/** The methods by which a request's body can be read. */
const READERS = ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text'] as const

/** Replaces the body of a request. */
function giveBody(req: PayloadRequest, body: ReadableStream<Uint8Array>): void {
  const init = { method: 'POST', headers: req.headers, body, duplex: 'half' }
  const other = new Request('http://body.invalid/', init)
  const given = { configurable: true, enumerable: true }
  for (const name of READERS) {
    const read: unknown = Reflect.get(other, name)
    if (typeof read === 'function')
      Object.defineProperty(req, name, { ...given, writable: true, value: read.bind(other) as unknown })
  }
  Object.defineProperty(req, 'body', { ...given, get: () => other.body })
  Object.defineProperty(req, 'bodyUsed', { ...given, get: () => other.bodyUsed })
}

/**
 * HMAC-SHA-256 over method, path, query, content type and body, keyed with the site's secret, so that stored
 * values reveal no password. Multipart boundaries do not count. The body is hashed as it is read, by the handler or
 * ahead of it.
 */
export function fingerprintOf(req: PayloadRequest): Fingerprint {
  const hash = createHmac('sha256', req.payload.secret)
  hash.update(`${req.method ?? ''}\n${req.pathname}\n${req.search}\n`)
  if (!req.body) {
    const digest = hash.digest('hex')
    return {
      readAhead: () => Promise.resolve(),
      ofRead: () => digest,
      ofUnread: () => Promise.resolve(digest),
    }
  }
  const contentType = req.headers.get('content-type') ?? ''
  hash.update(`${contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''}\n`)
  const body = new BodyHash(hash, boundaryOf(contentType))
  const source: ReadableStreamDefaultReader<Uint8Array> = req.body.getReader()
  const state: { digest: string | null; isUnwanted: boolean; bytes: number } = {
    digest: null,
    isUnwanted: false,
    bytes: 0,
  }
  let handlers: ReadableStreamDefaultController<Uint8Array> | undefined
  const readOne = async (before: Promise<void>): Promise<void> => {
    await before
    if (state.digest !== null) return
    const { done, value } = await source.read()
    const to = state.isUnwanted ? undefined : handlers
    if (done) {
      state.digest = body.digest()
      to?.close()
    } else {
      body.add(value)
      state.bytes += value.byteLength
      to?.enqueue(value)
    }
  }
  // One piece at a time, whoever reads it.
  let last: Promise<void> = Promise.resolve()
  const next = (): Promise<void> => (last = readOne(last))
  const passedOn = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        handlers = controller
      },
      pull: next,
      cancel: (reason) => {
        state.isUnwanted = true
        return source.cancel(reason)
      },
    },
    // Nothing is read before the handler reads.
    { highWaterMark: 0 },
  )
  giveBody(req, passedOn)
  const kind = readAs(req)
  return {
    readAhead: async () => {
      if (kind === 'form') return
      while (state.digest === null) {
        await next()
        if (kind === 'json' || state.bytes <= LIMITS.body) continue
        await source.cancel()
        throw publicError('The body has too many bytes.', 413, { code: 'TOO_LARGE' })
      }
    },
    ofRead: () => {
      if (state.digest !== null) return state.digest
      throw publicError('The body was not read to its end.', 400, { code: 'BAD_REQUEST' })
    },
    ofUnread: async () => {
      state.isUnwanted = true
      while (state.digest === null) await next()
      return state.digest
    },
  }
}
