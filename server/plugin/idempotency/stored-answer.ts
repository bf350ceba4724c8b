import { gunzipSync, gzipSync } from 'node:zlib'

/** An answer as it is kept: small, and JSON through and through. */
export type StoredAnswer = {
  readonly status: number
  readonly contentType: string
  /** gzip, base64. */
  readonly body: string
}

/** What lies under a key. */
export type KeyRecord = {
  readonly fingerprint: string
  /** Milliseconds: when the answer was stored, or the last sign of life of the one who works on it. */
  readonly at: number
  /** Names the attempt, so that a lost one is taken over by one successor only. */
  readonly attempt: string
  /** `null`: still being worked on. */
  readonly answer: StoredAnswer | null
}

/** Packs an answer; its body is read here and handed back unread in `response`. */
export async function packAnswer(response: Response): Promise<{ stored: StoredAnswer; response: Response }> {
  const body = Buffer.from(await response.arrayBuffer())
  const stored = {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'application/json',
    body: gzipSync(body).toString('base64'),
  }
  const again = new Response(body.length > 0 ? body : null, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
  return { stored, response: again }
}

/** The stored answer, said again; a header tells so. */
export function unpackAnswer(stored: StoredAnswer): Response {
  return new Response(gunzipSync(Buffer.from(stored.body, 'base64')), {
    status: stored.status,
    headers: { 'content-type': stored.contentType, 'idempotency-replayed': 'true' },
  })
}

function isAnswer(value: unknown): value is StoredAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'status') === 'number' &&
    typeof Reflect.get(value, 'contentType') === 'string' &&
    typeof Reflect.get(value, 'body') === 'string'
  )
}

/** Reads what the key-value store gave; `null` where it is not ours. */
export function readRecord(value: unknown): KeyRecord | null {
  if (typeof value !== 'object' || value === null) return null
  const fingerprint: unknown = Reflect.get(value, 'fingerprint')
  const at: unknown = Reflect.get(value, 'at')
  const attempt: unknown = Reflect.get(value, 'attempt')
  const answer: unknown = Reflect.get(value, 'answer')
  if (typeof fingerprint !== 'string' || typeof at !== 'number' || typeof attempt !== 'string') return null
  if (answer !== null && !isAnswer(answer)) return null
  return { fingerprint, at, attempt, answer }
}
