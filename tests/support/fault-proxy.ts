import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A fault that the network makes for a request:
 * - drop-before: the connection is cut and the server never hears of it
 * - drop-after: the server does its work, the answer is cut off
 * - drop-within: the connection is cut while the server does its work, once `begun` says so
 * - gateway-timeout: a gateway answers 504 in HTML once `begun` says so, and the server goes on with its work
 * - hold: the server does its work, the answer never comes while the connection stays open
 * - truncate: half of the answer arrives
 * - duplicate: the request reaches the server twice, the second answer is passed on
 * - status: the answer is another one, made here (500, 503 with Retry-After …); the server never hears of it
 * - portal: an HTML page with status 200, as a captive portal gives
 * - delay: the server hears of it later
 * - rewrite: the answer's body is another one, and where given its status and some of its headers
 * - late: the server answers at once, the answer is passed on after what happens meanwhile
 */
export type Fault =
  | { kind: 'drop-before' | 'drop-after' | 'hold' | 'truncate' | 'duplicate' | 'portal' }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'delay'; ms: number }
  | {
      kind: 'rewrite'
      body: (answered: string) => string
      status?: number
      headers?: Record<string, string>
    }
  | { kind: 'late'; meanwhile: () => Promise<unknown> }
  | { kind: 'drop-within' | 'gateway-timeout'; begun: () => Promise<unknown> }

export type FaultRule = {
  /** Selects the requests of the rule. */
  match: (request: { method: string; path: string }) => boolean
  fault: Fault
  /** Number of requests that it affects; without it, all until it is removed. */
  times?: number
}

export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

export type FaultProxy = {
  url: string
  port: number
  /** Adds a rule; the first that matches is applied. Returns the function that removes it. */
  addRule(rule: FaultRule): () => void
  clearRules(): void
  /** All requests, in order. */
  seen: SeenRequest[]
  /** Returns the most simultaneous requests since `resetPeak`. */
  peak(): number
  resetPeak(): void
  /** Forwards to another server from now on, such as one restarted on another port. */
  setTarget(url: string): void
  /** Moves the server's clock ahead by so many milliseconds in its answers. */
  shiftClock(ms: number): void
  close(): Promise<void>
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** A real HTTP proxy on loopback that fails requests as bad networks do. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let targetUrl = new URL(target)
  let clockAhead = 0
  let rules: { rule: FaultRule; left: number }[] = []
  const seen: SeenRequest[] = []

  let underWay = 0
  let peak = 0

  const server = createServer((incoming, outgoing) => {
    underWay += 1
    peak = Math.max(peak, underWay)
    // Counted as over when its end goes to the network: the client on a busy machine may send the next request before
    // this process hears that it is written.
    let isOver = false
    const over = (): void => {
      if (!isOver) underWay -= 1
      isOver = true
    }
    outgoing.on('close', over)
    serve(incoming, outgoing).then(
      () => outgoing.writableEnded && over(),
      () => incoming.socket.destroy(),
    )
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming)
    const method = incoming.method ?? 'GET'
    const path = incoming.url ?? '/'
    seen.push({ method, path, headers: incoming.headers, body: body.toString('utf8') })
    const fault = takeFault(method, path)
    if (fault === null) return answer(outgoing, await forward(incoming, body))
    switch (fault.kind) {
      case 'drop-before':
        incoming.socket.destroy()
        return
      case 'drop-after':
        await forward(incoming, body)
        incoming.socket.destroy()
        return
      case 'drop-within':
        // The answer is dropped.
        forward(incoming, body).catch(() => undefined)
        await fault.begun()
        incoming.socket.destroy()
        return
      case 'gateway-timeout':
        forward(incoming, body).catch(() => undefined)
        await fault.begun()
        outgoing.writeHead(504, { 'content-type': 'text/html' })
        outgoing.end('<!doctype html><title>504 Gateway Time-out</title>')
        return
      case 'hold':
        await forward(incoming, body)
        return
      case 'truncate': {
        const full = await forward(incoming, body)
        outgoing.writeHead(full.status, { ...plainHeaders(full), 'content-length': String(full.body.length) })
        outgoing.write(full.body.subarray(0, Math.floor(full.body.length / 2)), () =>
          incoming.socket.destroy(),
        )
        return
      }
      case 'duplicate':
        await forward(incoming, body)
        return answer(outgoing, await forward(incoming, body))
      case 'status':
        outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
        outgoing.end(fault.body ?? JSON.stringify({ errors: [{ message: 'Something went wrong.' }] }))
        return
      case 'portal':
        outgoing.writeHead(200, { 'content-type': 'text/html' })
        outgoing.end('<!doctype html><title>Hotel Wi-Fi</title><p>Accept the terms to go on.')
        return
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, fault.ms))
        return answer(outgoing, await forward(incoming, body))
      case 'rewrite': {
        const response = await forward(incoming, body)
        return answer(outgoing, {
          status: fault.status ?? response.status,
          headers: { ...response.headers, ...fault.headers },
          body: Buffer.from(fault.body(response.body.toString('utf8'))),
        })
      }
      case 'late': {
        const early = await forward(incoming, body)
        await fault.meanwhile()
        return answer(outgoing, early)
      }
    }
  }

  function takeFault(method: string, path: string): Fault | null {
    const hit = rules.find(({ rule, left }) => left > 0 && rule.match({ method, path }))
    if (!hit) return null
    hit.left -= 1
    return hit.rule.fault
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const forwarded = request(
        {
          host: targetUrl.hostname,
          port: targetUrl.port,
          method: incoming.method,
          path: incoming.url,
          headers: { ...incoming.headers, host: targetUrl.host, connection: 'close' },
        },
        (response) => {
          readAll(response).then(
            (answered) =>
              resolve({
                status: response.statusCode ?? 502,
                headers: { ...response.headers, ...dateOf(response) },
                body: answered,
              }),
            reject,
          )
        },
      )
      forwarded.on('error', reject)
      forwarded.end(body)
    })
  }

  function dateOf({ headers: { date } }: IncomingMessage): IncomingMessage['headers'] {
    return date === undefined ? {} : { date: new Date(Date.parse(date) + clockAhead).toUTCString() }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    addRule(rule) {
      const added = { rule, left: rule.times ?? Number.POSITIVE_INFINITY }
      rules.push(added)
      return () => {
        rules = rules.filter((other) => other !== added)
      }
    },
    clearRules() {
      rules = []
    },
    seen,
    peak: () => peak,
    resetPeak: () => {
      peak = underWay
    },
    shiftClock(ms) {
      clockAhead = ms
    },
    setTarget(url) {
      targetUrl = new URL(url)
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function answer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...plainHeaders({ headers }), 'content-length': String(body.length) })
  outgoing.end(body)
}

/** Removes hop-by-hop headers. */
function plainHeaders({ headers }: Pick<Answer, 'headers'>): IncomingMessage['headers'] {
  const { connection: _c, 'transfer-encoding': _t, 'keep-alive': _k, 'content-length': _l, ...rest } = headers
  return rest
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
