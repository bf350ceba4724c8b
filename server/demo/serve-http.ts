import type { Server } from 'node:http'
import type { SanitizedConfig } from 'payload'
import { createCmsServer } from './http-adapter.ts'

const HOST = '127.0.0.1'

/** Serves a site on loopback; port 0 is any free one. `origin`: its final address. */
export async function serveHttp(
  config: Promise<SanitizedConfig>,
  port: number,
): Promise<{ server: Server; origin: string }> {
  let origin = `http://${HOST}`
  const server = createCmsServer(config, () => origin)
  origin = `${origin}:${await listen(server, port)}`
  return { server, origin }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('no port'))
      else resolve(address.port)
    })
  })
}

/** Prints the one line on stdout that the starting process waits for. */
export function sayListening(origin: string): void {
  process.stdout.write(`galley-cms listening ${origin}\n`)
}
