import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'

/** The boundary of a multipart body: chosen anew each time the same form is sent. */
function boundaryOf(contentType: string): Buffer | null {
  const match = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  return boundary === undefined ? null : Buffer.from(boundary)
}

/**
 * SHA-256 over method, path, query and body, so that a key cannot be used for two things. Reads the
 * body from a copy: the handler finds it untouched. Two multipart bodies that differ in nothing but
 * their boundary are the same.
 */
export async function fingerprintOf(req: PayloadRequest): Promise<string> {
  const hash = createHash('sha256')
  hash.update(`${req.method ?? ''}\n${req.pathname}\n${req.search}\n`)
  const copy = req.body && req.clone ? req.clone() : null
  if (copy) {
    const contentType = req.headers.get('content-type') ?? ''
    const boundary = boundaryOf(contentType)
    hash.update(`${contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''}\n`)
    const body = Buffer.from(await copy.arrayBuffer())
    if (!boundary) return hash.update(body).digest('hex')
    let from = 0
    for (let at = body.indexOf(boundary); at !== -1; at = body.indexOf(boundary, from)) {
      hash.update(body.subarray(from, at)).update('\n-boundary-\n')
      from = at + boundary.length
    }
    hash.update(body.subarray(from))
  }
  return hash.digest('hex')
}
