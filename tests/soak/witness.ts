import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject } from '../../shared/json.ts'

/** A write as it arrived at the server, and what came of it. */
export type SeenWrite = {
  nr: number
  at: number
  endedAt: number | null
  who: 'me' | 'other'
  method: string
  slug: string
  kind: 'collection' | 'global'
  /** null: a creation. */
  id: string | null
  locale: string | null
  body: JsonObject | null
  key: string | null
  /** done: 2xx; unknown: the server ended before it answered. */
  outcome: 'running' | 'done' | 'replayed' | 'refused' | 'unknown'
  status: number | null
  /** The document as the answer gives it. */
  answer: JsonObject | null
  /** What came to light of an unknown one. */
  happened: boolean | null
  /**
   * What the server was found to hold after it ended within the write, in all locales. Without transactions (SQLite) a
   * part of it may be written, and rows that were to be written again may be gone: nobody's edit.
   */
  left: JsonObject | null
}

export type Witness = {
  url: string
  writes: SeenWrite[]
  setTarget: (url: string | null) => void
  /** Called when a write reaches the server. */
  onWrite: (listener: (write: SeenWrite) => void) => void
  close: () => Promise<void>
}

/** Stands directly before the server, behind all faults, and keeps the books of what the server really did. */
export async function startWitness(first: string): Promise<Witness> {
  let target: URL | null = new URL(first)
  const writes: SeenWrite[] = []
  let listener: (write: SeenWrite) => void = () => undefined

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy())
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming)
    const to = target
    if (to === null) return void incoming.socket.destroy()
    const write = describe(incoming, body, writes.length)
    if (write) {
      writes.push(write)
      listener(write)
    }
    try {
      const { response, answered } = await forward(to, incoming, body)
      if (write) settle(write, response, answered)
      const { connection: _c, 'transfer-encoding': _t, 'keep-alive': _k, ...headers } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, {
        ...headers,
        'content-length': String(answered.length),
      })
      outgoing.end(answered)
    } catch {
      if (write) {
        write.outcome = 'unknown'
        write.endedAt = performance.now()
      }
      incoming.socket.destroy()
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    writes,
    setTarget: (url) => {
      target = url === null ? null : new URL(url)
    },
    onWrite: (next) => {
      listener = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function forward(
  to: URL,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<{ response: IncomingMessage; answered: Buffer }> {
  return new Promise((resolve, reject) => {
    const forwarded = request(
      {
        host: to.hostname,
        port: to.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, host: to.host, connection: 'close' },
      },
      (response) => {
        readAll(response).then((answered) => resolve({ response, answered }), reject)
      },
    )
    forwarded.on('error', reject)
    forwarded.end(body)
  })
}

function describe(incoming: IncomingMessage, body: Buffer, nr: number): SeenWrite | null {
  const method = incoming.method ?? 'GET'
  if (method === 'GET' || incoming.headers['x-payload-http-method-override'] !== undefined) return null
  const url = new URL(incoming.url ?? '/', 'http://witness')
  const [api, ...parts] = url.pathname.split('/').filter((part) => part !== '')
  if (api !== 'api' || parts[0] === 'users' || parts[0] === 'desktop') return null
  const isGlobal = parts[0] === 'globals'
  const key = incoming.headers['idempotency-key']
  return {
    nr,
    at: performance.now(),
    endedAt: null,
    who: incoming.headers['x-soak'] === 'other' ? 'other' : 'me',
    method,
    slug: (isGlobal ? parts[1] : parts[0]) ?? '',
    kind: isGlobal ? 'global' : 'collection',
    id: isGlobal ? '' : (parts[1] ?? null),
    locale: url.searchParams.get('locale'),
    body: parse(body),
    key: typeof key === 'string' ? key : null,
    outcome: 'running',
    status: null,
    answer: null,
    happened: null,
    left: null,
  }
}

function settle(write: SeenWrite, response: IncomingMessage, body: Buffer): void {
  const status = response.statusCode ?? 0
  write.endedAt = performance.now()
  write.status = status
  const json = parse(body)
  const answer = json?.['doc'] ?? json?.['result']
  write.answer = isJsonObject(answer) ? answer : json
  const replayed = response.headers['idempotency-replayed'] !== undefined
  write.outcome = status >= 200 && status < 300 ? (replayed ? 'replayed' : 'done') : 'refused'
}

function parse(body: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
