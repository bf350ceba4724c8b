import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject } from '../../shared/json.ts'
import { BELIEVES_HEADER, LOOKED_HEADER, sharedNow } from './companion-seen.ts'
import { kinds } from './kinds.ts'
import { STRIKE_HEADER, strikeHeader, type Strike, type StrikeKind } from './strikes.ts'

/** A write as it arrived at the server, with its outcome. */
export type SeenWrite = {
  nr: number
  at: number
  endedAt: number | null
  who: 'me' | 'other'
  method: string
  slug: string
  kind: 'collection' | 'global'
  /** Null: a creation. */
  id: string | null
  locale: string | null
  body: JsonObject | null
  key: string | null
  /** True for a draft next to the published version. */
  isDraft: boolean
  /** done: 2xx; unknown: the server ended before it answered, or a hook failed after the row was written. */
  outcome: 'running' | 'done' | 'replayed' | 'refused' | 'unknown'
  status: number | null
  /** The document in the answer. */
  answer: JsonObject | null
  /** The later finding about an unknown outcome. */
  happened: boolean | null
  /**
   * The server's document after it ended during the write, in all locales. Without transactions (SQLite) it may be
   * partly written, and rows to be rewritten may be gone: nobody's edit.
   */
  left: JsonObject | null
  /** The strike on it. */
  strike: Strike | null
  /** True if a server with the companion plugin took it. */
  checked: boolean
  /** For our writes: true if earlier answers suggested that the companion checks the base. */
  believed: boolean
  /** Time of our last read of the document before it; null: never. */
  lookedAt: number | null
}

/** True if a write deletes the document, for good or into the trash. */
export const deletes = ({ method, body }: Pick<SeenWrite, 'method' | 'body'>): boolean =>
  method === 'DELETE' || (body?.['deletedAt'] ?? null) !== null

/** True if a write restores the document from the trash. */
export const restores = ({ body }: Pick<SeenWrite, 'body'>): boolean => body?.['deletedAt'] === null

/** The strike for our next write, and its number of requests with the same key. */
type Pending = { kind: StrikeKind; times: number }

export type Witness = {
  url: string
  writes: SeenWrite[]
  /** Sets the servers that take turns; without any nobody answers. */
  setTargets: (urls: readonly string[], hasCompanion: boolean) => void
  /** Calls back when a write reaches the server. */
  onWrite: (listener: (write: SeenWrite) => void) => void
  /** Strikes our next suitable write. */
  strike: (kind: StrikeKind) => void
  /** Ends all strikes. */
  calm: () => void
  close: () => Promise<void>
}

/** Starts a proxy right in front of the server, behind all faults, that records the server's real writes. */
export async function startWitness(
  first: string,
  /** Finds the outcome of a write that failed after its row; nobody writes to its document meanwhile. */
  look: (write: SeenWrite) => Promise<void>,
): Promise<Witness> {
  let targets: URL[] = [new URL(first)]
  let hasCompanion = true
  let turn = 0
  const writes: SeenWrite[] = []
  const gates = createGates()
  const pending: Pending[] = []
  /** Strikes for repeated requests, by key. */
  const struckAgain = new Map<string, Strike>()
  let listener: (write: SeenWrite) => void = () => undefined

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy())
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming)
    const write = describe(incoming, body, writes.length)
    if (write) write.strike = strikeFor(write)
    // Only the companion serializes writes of a document and delays reads; without it the witness does.
    const place = hasCompanion ? write && documentOf(write) : collectionOf(incoming)
    const isAlone = write?.strike != null || !hasCompanion
    const leave = place === null ? null : await gates.enter(place, isAlone)
    try {
      await pass(incoming, outgoing, body, write)
    } finally {
      leave?.()
    }
  }

  function strikeFor(write: SeenWrite): Strike | null {
    if (write.who !== 'me' || write.key === null || write.method === 'DELETE') return null
    const again = struckAgain.get(write.key)
    struckAgain.delete(write.key)
    if (again) return again
    for (const [index, { kind, times }] of pending.entries()) {
      const strike = strikeWith(kind, write)
      if (strike === null) continue
      pending.splice(index, 1)
      if (times > 1) struckAgain.set(write.key, strike)
      return strike
    }
    return null
  }

  async function pass(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    write: SeenWrite | null,
  ): Promise<void> {
    turn += 1
    const to = targets[turn % Math.max(1, targets.length)]
    if (to === undefined) return void incoming.socket.destroy()
    if (write) {
      write.nr = writes.length
      write.checked = hasCompanion
      writes.push(write)
      listener(write)
    }
    try {
      const { response, answered } = await forward(to, incoming, body, write?.strike ?? null)
      if (write) await settle(write, response, answered)
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

  async function settle(write: SeenWrite, response: IncomingMessage, body: Buffer): Promise<void> {
    const status = response.statusCode ?? 0
    const json = parse(body)
    write.endedAt = performance.now()
    write.status = status
    if (status >= 200 && status < 300) {
      const replayed = response.headers['idempotency-replayed']
      const answer = json?.['doc'] ?? json?.['result']
      // A replayed answer has only the revision; the first answer had the document.
      const before = writes.find((other) => other !== write && other.key !== null && other.key === write.key)
      write.answer = replayed === 'partial' ? (before?.answer ?? null) : isJsonObject(answer) ? answer : json
      write.outcome = replayed === undefined ? 'done' : 'replayed'
      return
    }
    write.outcome = 'refused'
    write.answer = json
    // A missing document was not written.
    if (write.strike?.kind !== 'throw-after' || status === 404) return
    if (response.headers['idempotency-replayed'] !== undefined) {
      write.outcome = 'replayed'
      return
    }
    write.outcome = 'unknown'
    write.answer = null
    const stored = storedId(json)
    if (write.id === null) write.answer = stored === null ? null : { id: stored }
    await look(write)
    // It was refused before its row, like a stale base.
    if (write.happened === false && status < 500) {
      write.outcome = 'refused'
      write.left = null
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    writes,
    setTargets: (urls, isChecking) => {
      hasCompanion = isChecking
      targets = urls.map((url) => new URL(url))
    },
    strike(kind) {
      if (pending.length < MOST_STRIKES) pending.push({ kind, times: kind === 'deny' ? 2 : 1 })
    },
    calm() {
      pending.length = 0
      struckAgain.clear()
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
  strike: Strike | null,
): Promise<{ response: IncomingMessage; answered: Buffer }> {
  return new Promise((resolve, reject) => {
    const forwarded = request(
      {
        host: to.hostname,
        port: to.port,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...incoming.headers,
          host: to.host,
          connection: 'close',
          ...(strike === null ? {} : { [STRIKE_HEADER]: strikeHeader(strike) }),
        },
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
    isDraft: url.searchParams.get('draft') === 'true',
    outcome: 'running',
    status: null,
    answer: null,
    happened: null,
    left: null,
    strike: null,
    checked: true,
    believed: incoming.headers[BELIEVES_HEADER] === 'true',
    lookedAt: lookedAt(incoming),
  }
}

/** By this process's clock, like all records here. */
function lookedAt({ headers }: IncomingMessage): number | null {
  const at = headers[LOOKED_HEADER]
  return typeof at === 'string' && at !== '' ? Number(at) - sharedNow() + performance.now() : null
}

/** Most strikes that wait for a suitable write. */
const MOST_STRIKES = 4

/** Texts that identify documents made here, which no hook changes. */
const MARKERS = new Set<string>(
  Object.values(kinds).flatMap(({ marker }) => (marker === null ? [] : [marker])),
)

/** Returns the strike for a write; null: not suitable. */
function strikeWith(kind: StrikeKind, write: SeenWrite): Strike | null {
  if (kind === 'throw-before' || kind === 'throw-after') return { kind, path: null }
  if (write.id === null) return null
  if (kind === 'deny') return { kind, path: null }
  const path = Object.entries(write.body ?? {}).find(
    ([name, value]) => typeof value === 'string' && value.startsWith('mine ') && !MARKERS.has(name),
  )?.[0]
  return path === undefined ? null : { kind, path }
}

/** Returns the id of a creation that was stored despite its error. */
function storedId(json: JsonObject | null): string | number | null {
  const errors = json?.['errors']
  const first: unknown = Array.isArray(errors) ? errors[0] : null
  const data = isJsonObject(first) ? first['data'] : null
  const id = isJsonObject(data) && data['code'] === 'STORED' ? data['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

const documentOf = ({ kind, slug, id }: SeenWrite): string => `${kind} ${slug} ${id ?? ''}`

/** Returns the collection or global of a request for documents; null: something else. */
function collectionOf(incoming: IncomingMessage): string | null {
  const [api, first, second] = new URL(incoming.url ?? '/', 'http://witness').pathname.split('/').slice(1)
  if (api !== 'api' || first === undefined || first === 'users' || first === 'desktop') return null
  return first === 'globals' ? `globals/${second}` : first
}

/** Lets writes of one document pass concurrently, except one that must be alone. */
function createGates() {
  const inside = new Map<string, Set<Promise<void>>>()
  const alone = new Map<string, Promise<void>>()
  return {
    /** Returns the function to call when the write is over. */
    async enter(document: string, isAlone: boolean): Promise<() => void> {
      for (let held = alone.get(document); held; held = alone.get(document)) await held
      const { promise, resolve } = Promise.withResolvers<void>()
      const all = inside.get(document) ?? new Set()
      const before = [...all]
      inside.set(document, all.add(promise))
      if (isAlone) {
        alone.set(document, promise)
        await Promise.all(before)
      }
      return () => {
        all.delete(promise)
        if (alone.get(document) === promise) alone.delete(document)
        resolve()
      }
    },
  }
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
