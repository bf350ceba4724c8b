import { LIMITS } from '../../../shared/limits.ts'

/**
 * Sends a request: in the program by Electron (electron-transport.ts), in tests by Node's fetch. Redirects are
 * returned, not followed, so that api-client.ts decides where a token may go.
 */
export type HttpTransport = (url: string, init: TransportInit) => Promise<TransportResponse>

export type TransportInit = {
  method: string
  headers: Record<string, string>
  /** A stream is sent while it is read; with a `Content-Length` header, Chromium collects it first. */
  body?: string | ReadableStream<Uint8Array>
  /** Required by fetch for a stream. */
  duplex?: 'half'
  redirect: 'manual'
  credentials: 'omit'
  cache: 'no-store'
  signal: AbortSignal
  /**
   * True: Chromium must not resend the request by itself, as it does, even with a POST, when a kept
   * connection ends without an answer. Without an idempotency key that would write twice (SY4).
   */
  neverRepeat: boolean
}

/** The part of fetch's Response that is read here. */
export type TransportResponse = {
  status: number
  headers: { get(name: string): string | null; getSetCookie(): string[] }
  body: ReadableStream<Uint8Array> | null
}

/**
 * The headers of an answer as Chromium read them. Invalid ones, such as a text that is no Latin-1, are left out: a
 * proxy may add any, and the answer is still valid.
 */
export function responseHeaders(given: Readonly<Record<string, string | string[]>>): Headers {
  const headers = new Headers()
  let count = 0
  for (const [name, value] of Object.entries(given))
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item.length > LIMITS.header || (count += 1) > LIMITS.headers) continue
      try {
        headers.append(name, item)
      } catch {
        // An invalid header is left out.
      }
    }
  return headers
}
