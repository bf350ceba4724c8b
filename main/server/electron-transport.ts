import { net, type ClientRequest, type Session } from 'electron'
import type { HttpTransport, TransportResponse } from './http-transport.ts'

/**
 * HTTP through Electron's network stack and the server's own session: system proxy, system certificates, HTTP/2. Made
 * on net.request rather than on session.fetch, because the latter cannot say where a redirect leads. `credentials:
 * omit` keeps the session's cookies out of the request: the token travels in a header that api-client.ts sets.
 * Requests that must not be repeated go through `single`, a session of their own whose connections are never reused.
 */
export function electronTransport(session: Session, single: Session): HttpTransport {
  return (url, init) =>
    new Promise<TransportResponse>((resolve, reject) => {
      init.signal.throwIfAborted()
      const request = net.request({
        session: init.neverRepeat ? single : session,
        url,
        method: init.method,
        redirect: init.redirect,
        credentials: init.credentials,
        cache: init.cache,
      })
      for (const [name, value] of Object.entries(init.headers)) {
        // Chromium counts by itself what it sends, and lets nobody else say it.
        if (name.toLowerCase() !== 'content-length') request.setHeader(name, value)
      }
      // All requests of that session ask for it, so that none finds a connection that was kept.
      if (init.neverRepeat) request.setHeader('Connection', 'close')
      let failBody: ((error: unknown) => void) | null = null
      const abort = (): void => {
        const reason: unknown = init.signal.reason
        request.abort()
        failBody?.(reason)
        reject(reason instanceof Error ? reason : new Error('aborted'))
      }
      init.signal.addEventListener('abort', abort, { once: true })
      request.on('redirect', (status, _method, location) => {
        // The request ends with this event unless it is followed; its error comes too late to be heard.
        const headers = new Headers({ location })
        resolve({ status, headers, body: null })
      })
      request.on('error', (error) => {
        init.signal.removeEventListener('abort', abort)
        failBody?.(error)
        reject(error)
      })
      request.on('response', (response) => {
        const headers = new Headers()
        for (const [name, value] of Object.entries(response.headers)) {
          for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
        }
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            let open = true
            const end = (finish: () => void): void => {
              if (!open) return
              open = false
              init.signal.removeEventListener('abort', abort)
              finish()
            }
            failBody = (error) => end(() => controller.error(error))
            response.on('data', (chunk) => {
              if (open) controller.enqueue(new Uint8Array(chunk))
            })
            response.on('end', () => end(() => controller.close()))
            response.on('error', (error: unknown) => end(() => controller.error(error)))
            response.on('aborted', () => end(() => controller.error(new Error('aborted by the server'))))
          },
          cancel: () => request.abort(),
        })
        resolve({ status: response.statusCode, headers, body })
      })
      const { body } = init
      if (body === undefined || typeof body === 'string') {
        request.end(body)
        return
      }
      // Where the length has to be told, Chromium collects the whole body first.
      request.chunkedEncoding = !('Content-Length' in init.headers)
      pour(body, request, init.signal).catch((error: unknown) => {
        if (!init.signal.aborted) request.abort()
        failBody?.(error)
        reject(error instanceof Error ? error : new Error('the body broke off'))
      })
    })
}

/** Writes a body piece by piece, each when the one before has been taken. */
async function pour(
  body: ReadableStream<Uint8Array>,
  request: ClientRequest,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(new DOMException('stopped', 'AbortError'))
    signal.addEventListener('abort', stop, { once: true })
    // After these nobody takes anything any more.
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
