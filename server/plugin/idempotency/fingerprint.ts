import { createHmac } from 'node:crypto'
import type { Hmac } from 'node:crypto'
import type { PayloadRequest } from 'payload'

/** The boundary of a multipart body: chosen anew each time the same form is sent. */
function boundaryOf(contentType: string): Buffer | null {
  const match = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  return boundary === undefined ? null : Buffer.from(boundary)
}

/** Hashes a body that comes in pieces, leaving out the boundary wherever it is, also where it is cut in two. */
class BodyHash {
  readonly #hash: Hmac
  readonly #boundary: Buffer | null
  #tail = Buffer.alloc(0)

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
    for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, from)) {
      this.#hash.update(bytes.subarray(from, at)).update('\n-boundary-\n')
      from = at + boundary.length
    }
    // What may be the beginning of a boundary waits for the next piece.
    const end = Math.max(from, bytes.length - boundary.length + 1)
    this.#hash.update(bytes.subarray(from, end))
    this.#tail = Buffer.from(bytes.subarray(end))
  }

  digest(): string {
    return this.#hash.update(this.#tail).digest('hex')
  }
}

/**
 * HMAC-SHA-256 over method, path, query and body, so that a key cannot be used for two things; with the site's secret,
 * so that what is kept tells nobody who reads the database a password that the body had. `null` where the body has more than `mostBytes`, which is found out without reading more than that. Reads a copy: the handler finds the body
 * untouched. Two multipart bodies that differ in nothing but their boundary are the same.
 */
export async function fingerprintOf(req: PayloadRequest, mostBytes: number): Promise<string | null> {
  const hash = createHmac('sha256', req.payload.secret)
  hash.update(`${req.method ?? ''}\n${req.pathname}\n${req.search}\n`)
  if (Number(req.headers.get('content-length') ?? '0') > mostBytes) return null
  const copy = req.body && req.clone ? req.clone() : null
  if (!copy?.body) return hash.digest('hex')
  const contentType = req.headers.get('content-type') ?? ''
  hash.update(`${contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''}\n`)
  const body = new BodyHash(hash, boundaryOf(contentType))
  const reader: ReadableStreamDefaultReader<Uint8Array> = copy.body.getReader()
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return body.digest()
    size += value.byteLength
    if (size > mostBytes) {
      // Not awaited: a copy is only done with when the handler has read the body itself.
      reader.cancel().catch(() => {})
      return null
    }
    body.add(value)
  }
}
