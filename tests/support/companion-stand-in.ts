import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Kept = { state: 'running' | 'lost' } | { state: 'done'; status: number; id: unknown; updatedAt: unknown }

export type CompanionStandIn = {
  url: string
  /** What it knows of writes, by key; a test may say otherwise. */
  writes: Map<string, Kept>
  /** How long it says that keys are kept. */
  keepsForMs: number
  /** False: nothing of it is there, nor of one behind it. */
  speaks: boolean
  close: () => Promise<void>
}

/**
 * What the companion plugin adds to a server for writes whose outcome is not known, before a real CMS: it says which
 * parts of a write it looked after (`x-galley-applied`), and answers for a key (`GET /api/desktop/writes/{key}`).
 */
export async function startCompanionStandIn(target: string): Promise<CompanionStandIn> {
  const to = new URL(target)
  const writes: CompanionStandIn['writes'] = new Map()

  const headersTo = ({ headers }: IncomingMessage): IncomingHttpHeaders => {
    const given: IncomingHttpHeaders = { ...headers, host: to.host, connection: 'close' }
    if (made.speaks) return given
    const { 'idempotency-key': _key, 'x-galley-base': _base, ...plain } = given
    return plain
  }

  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: to.hostname,
          port: to.port,
          method: incoming.method,
          path: incoming.url,
          headers: headersTo(incoming),
        },
        (response) => {
          readAll(response).then(
            (answered) =>
              resolve({ status: response.statusCode ?? 502, headers: response.headers, body: answered }),
            reject,
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })

  const server = createServer((incoming, outgoing) => {
    const serve = async (): Promise<void> => {
      const asked = /^\/api\/desktop\/writes\/([^?]+)/.exec(incoming.url ?? '')?.[1]
      if (asked !== undefined && !made.speaks) {
        outgoing.writeHead(404, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ message: 'Route not found' }))
        return
      }
      if (asked !== undefined) {
        const known = writes.get(decodeURIComponent(asked)) ?? { state: 'absent' }
        outgoing.writeHead(200, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ ...known, keepsForMs: made.keepsForMs }))
        return
      }
      const key = incoming.headers['idempotency-key']
      const isWrite = typeof key === 'string' && incoming.method !== 'GET'
      const body = await readAll(incoming)
      if (isWrite) writes.set(key, { state: 'running' })
      const answer = await forward(incoming, body)
      const headers: Record<string, string | string[]> = {}
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name))
          headers[name] = value
      }
      if (isWrite) {
        if (answer.status < 300) writes.set(key, doneBy(answer))
        else writes.delete(key)
        if (made.speaks)
          headers['x-galley-applied'] = incoming.headers['x-galley-base'] === undefined ? 'key' : 'base, key'
      }
      outgoing.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) })
      outgoing.end(answer.body)
    }
    serve().catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const made: CompanionStandIn = {
    url: `http://127.0.0.1:${port}`,
    writes,
    keepsForMs: 30 * 24 * 60 * 60 * 1000,
    speaks: true,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return made
}

function doneBy({ status, body }: { status: number; body: Buffer }): Kept {
  const json = JSON.parse(body.toString('utf8')) as {
    doc?: { id?: unknown; updatedAt?: unknown }
    result?: { updatedAt?: unknown }
  }
  return {
    state: 'done',
    status,
    id: json.doc?.id ?? null,
    updatedAt: (json.doc ?? json.result)?.updatedAt ?? null,
  }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
