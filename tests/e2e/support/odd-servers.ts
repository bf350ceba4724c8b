import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { SELF_SIGNED } from '../../integration/main-self-signed.ts'

export type OddServer = { url: string; close: () => Promise<void> }

/** A web server that knows nothing of a CMS: a page for every address. */
export function startHtmlServer(): Promise<OddServer> {
  return listen(
    createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Bakery</title><h1>Fresh bread</h1>')
    }),
    'http',
  )
}

/** A server that fails at everything. */
export function startFailingServer(): Promise<OddServer> {
  return listen(
    createServer((_request, response) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end('{"errors":[{"message":"Something went wrong."}]}')
    }),
    'http',
  )
}

/** https with a certificate that nobody vouches for. */
export function startSelfSignedServer(): Promise<OddServer> {
  const answer: RequestListener = (_request, response) => void response.end('{}')
  return listen(createTlsServer(SELF_SIGNED, answer), 'https')
}

/** An address on this computer at which nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = await listen(createServer(), 'http')
  await server.close()
  return server.url
}

async function listen(server: Server, scheme: 'http' | 'https'): Promise<OddServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
