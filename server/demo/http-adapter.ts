import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { handleEndpoints } from 'payload'
import type { SanitizedConfig } from 'payload'
import { sitePage } from './site-pages.ts'

/**
 * Body of a request as a web stream. `Readable.toWeb` would destroy the socket when the reader
 * cancels (an upload that is too large), and the 413 would never arrive: here the rest is drained.
 */
function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true
      incoming.on('data', (chunk: Buffer) => {
        if (!open) return
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 1) <= 0) incoming.pause()
      })
      incoming.on('end', () => {
        if (open) controller.close()
        open = false
      })
      incoming.on('error', (error) => {
        if (open) controller.error(error)
        open = false
      })
      incoming.on('galley:drain', () => {
        open = false
      })
      incoming.pause()
    },
    pull() {
      incoming.resume()
    },
    cancel() {
      incoming.emit('galley:drain')
      incoming.resume()
    },
  })
}

function toRequest(incoming: IncomingMessage, origin: string): Request {
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '')
  }
  const url = new URL(incoming.url ?? '/', origin)
  const hasBody =
    method !== 'GET' &&
    method !== 'HEAD' &&
    (headers.has('transfer-encoding') || Number(headers.get('content-length') ?? '0') > 0)
  const init: RequestInit & { duplex?: 'half' } = hasBody
    ? { method, headers, body: bodyStream(incoming), duplex: 'half' }
    : { method, headers }
  return new Request(url, init)
}

async function answer(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies)
  if (!response.body) {
    outgoing.end()
    return
  }
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (outgoing.destroyed) {
      await reader.cancel()
      return
    }
    if (!outgoing.write(value)) {
      await new Promise<void>((resolve) => {
        outgoing.once('drain', resolve)
        outgoing.once('close', resolve)
      })
    }
  }
  outgoing.end()
}

/** A Node server that answers with pages of the site, and all else with Payload's REST handlers. `origin` is only used to build URLs. */
export function createCmsServer(config: Promise<SanitizedConfig>, origin: () => string): Server {
  return createServer((incoming, outgoing) => {
    void (async () => {
      try {
        const request = toRequest(incoming, origin())
        const page = request.method === 'GET' ? await sitePage(request.url, (await config).routes.api) : null
        await answer(page ?? (await handleEndpoints({ config, request })), outgoing)
      } catch (error) {
        // A malformed body with a method override throws out of handleEndpoints.
        process.stderr.write(`galley-cms: ${error instanceof Error ? error.message : String(error)}\n`)
        if (outgoing.headersSent) {
          outgoing.destroy()
          return
        }
        outgoing.statusCode = 400
        outgoing.setHeader('content-type', 'application/json')
        outgoing.end(JSON.stringify({ errors: [{ message: 'The request could not be read.' }] }))
      }
    })()
  })
}
