import { Readable } from 'node:stream'
import { app, net, type AuthInfo, type ClientRequest, type IncomingMessage, type Session } from 'electron'
import type { ApplyProxy } from '../../policy/policy-effects.ts'
import type { HttpTransport, TransportInit, TransportResponse } from './http-transport.ts'
import { NetworkFailure } from './network-error.ts'
import type { ProxyCredentials, ProxyLogins } from './proxy-logins.ts'
import { responseHeaders } from './http-transport.ts'

/** Number of main's requests that wait for the start of their answer, by origin. */
const waiting = new Map<string, number>()

/** True if main waits for an answer of an origin, so that a TLS handshake with it may be for that. */
export function isAsking(origin: string): boolean {
  return waiting.has(origin)
}

/** Counts a request as waiting. `of`: resolves when the answer starts. */
async function whileAsking<T>(url: string, of: Promise<T>): Promise<T> {
  const { origin } = new URL(url)
  waiting.set(origin, (waiting.get(origin) ?? 0) + 1)
  try {
    return await of
  } finally {
    const left = (waiting.get(origin) ?? 1) - 1
    if (left === 0) waiting.delete(origin)
    else waiting.set(origin, left)
  }
}

/** The proxy settings and proxy logins of a network. */
export type Proxies = { applyProxy: ApplyProxy; logins: ProxyLogins }

/**
 * HTTP by Electron's net.request, which unlike session.fetch tells redirects, with system proxy and certificates,
 * without cookies. `single`: a session without reused connections. Waits for the policy's proxy.
 */
export function electronTransport(
  session: Session,
  single: Session,
  { applyProxy, logins }: Proxies,
): HttpTransport {
  return async (url, init) => {
    await Promise.all([applyProxy(session), applyProxy(single)])
    const answer = new Promise<TransportResponse>((resolve, reject) => {
      init.signal.throwIfAborted()
      const request = openRequest(init.neverRepeat ? single : session, url, init)
      let failBody: ((error: unknown) => void) | null = null
      const abort = (): void => {
        const reason: unknown = init.signal.reason
        request.abort()
        failBody?.(reason)
        reject(reason instanceof Error ? reason : new Error('aborted'))
      }
      init.signal.addEventListener('abort', abort, { once: true })
      const fail = (error: unknown): void => {
        init.signal.removeEventListener('abort', abort)
        failBody?.(error)
        reject(error instanceof Error ? error : new Error('the answer could not be taken'))
      }
      /** Catches errors in a listener, which would otherwise be lost and leave the request without an end. */
      const heard =
        <Args extends unknown[]>(listener: (...args: Args) => void) =>
        (...args: Args): void => {
          try {
            listener(...args)
          } catch (error) {
            request.abort()
            fail(error)
          }
        }
      request.on(
        'redirect',
        heard((status: number, _method: string, location: string) => {
          // The request ends with this event unless it is followed; its later error is not heard.
          resolve({ status, headers: responseHeaders({ location }), body: null })
        }),
      )
      const refuseLogin = (): void => {
        fail(new NetworkFailure('proxy-login'))
        request.abort()
      }
      request.on('login', heard(proxyLoginListener(logins, refuseLogin)))
      request.on('error', fail)
      request.on(
        'response',
        heard((response: IncomingMessage) => {
          if (!(response instanceof Readable)) throw new Error('the answer is no stream')
          const ended = (): void => init.signal.removeEventListener('abort', abort)
          const body = pulled(response, ended, () => request.abort())
          failBody = body.fail
          const headers = responseHeaders(response.headers)
          resolve({ status: response.statusCode, headers, body: body.stream })
        }),
      )
      const { body } = init
      if (body === undefined || typeof body === 'string') {
        request.end(body)
        return
      }
      // If the length is needed, Chromium collects the whole body first.
      request.chunkedEncoding = !('Content-Length' in init.headers)
      pour(body, request, init.signal).catch((error: unknown) => {
        if (!init.signal.aborted) request.abort()
        failBody?.(error)
        reject(error instanceof Error ? error : new Error('the body broke off'))
      })
    })
    return whileAsking(url, answer)
  }
}

/** Makes a request with its headers; nothing is sent yet. */
function openRequest(session: Session, url: string, init: TransportInit): ClientRequest {
  const request = net.request({
    session,
    url,
    method: init.method,
    redirect: init.redirect,
    credentials: init.credentials,
    cache: init.cache,
  })
  for (const [name, value] of Object.entries(init.headers)) {
    // Chromium sets the content length itself and refuses the header.
    if (name.toLowerCase() !== 'content-length') request.setHeader(name, value)
  }
  // Requests with `neverRepeat` share a session (`single`) and each closes its connection, so none is reused.
  if (init.neverRepeat) request.setHeader('Connection', 'close')
  return request
}

/** Answers the login question of a proxy; a login that was refused is not given again. */
function proxyLoginListener(logins: ProxyLogins, refuse: () => void) {
  let given: ProxyCredentials | null = null
  return (asked: AuthInfo, give: (name?: string, password?: string) => void): void => {
    // A server's own login question (401) is not answered: its users log in with a token.
    if (!asked.isProxy) return give()
    given = logins.take(asked, given)
    if (given !== null) return give(given.name, given.password)
    refuse()
  }
}

/** The body of an answer as a stream that reads from the network on demand. */
function pulled(
  response: Readable,
  ended: () => void,
  abort: () => void,
): { stream: ReadableStream<Uint8Array>; fail: (error: unknown) => void } {
  let fail: (error: unknown) => void = () => undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true
      const end = (finish: () => void): void => {
        if (!open) return
        open = false
        ended()
        finish()
      }
      fail = (error) => end(() => controller.error(error))
      response.on('data', (chunk: Buffer) => {
        if (!open) return
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) response.pause()
      })
      response.on('end', () => end(() => controller.close()))
      response.on('error', fail)
      response.on('aborted', () => fail(new Error('aborted by the server')))
    },
    pull() {
      response.resume()
    },
    cancel: abort,
  })
  return { stream, fail: (error) => fail(error) }
}

/** Writes a body piece by piece, each after the previous one was taken. */
async function pour(
  body: ReadableStream<Uint8Array>,
  request: ClientRequest,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', stop, { once: true })
    // After these events nobody reads the body any more.
    request.once('close', stop)
    request.once('error', stop)
  })
  stopped.catch(() => undefined)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const taken = new Promise<void>((resolve) =>
        request.write(Buffer.from(value.buffer, value.byteOffset, value.byteLength), undefined, resolve),
      )
      await Promise.race([taken, stopped])
    }
    request.end()
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error
  }
}

/** Gives the kept proxy login to pages of previews, which use the same proxy, without asking the person. */
export function logInPagesToProxy(logins: ProxyLogins): void {
  app.on('login', (event, _contents, details, asked, answer) => {
    const known = asked.isProxy && details.firstAuthAttempt ? logins.known(asked) : null
    if (known === null) return
    event.preventDefault()
    answer(known.name, known.password)
  })
}
