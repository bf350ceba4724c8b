import { errorName, type Log } from '../../log.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { httpDate } from '../../../shared/sync/delays.ts'
import type { HttpTransport, TransportInit, TransportResponse } from './http-transport.ts'
import { NetworkFailure, networkErrorCode } from './network-error.ts'
import { bodyStream, formBody, type FilePart, type StreamedFile } from './multipart.ts'
import { jsonBody, type JsonBody, type JsonPieces } from './parse-json.ts'
import { isStoragePlace, storageHeaders } from '../send/storage-place.ts'

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the API root with its query: `/posts?limit=10`. */
  path: string
  /** The JSON body. */
  body?: JsonObject | null
  /** Sends a form with this file, and the body as its part `_payload`; the key names the boundary. */
  form?: { key: string; part: FilePart; onProgress?: (sent: number) => void } | null
  headers?: Record<string, string>
  /** Milliseconds until the whole answer must be here; by default 15,000, for writes 30,000, more with a file. */
  timeoutMs?: number
  /** False: sends no token. */
  authenticated?: boolean
  signal?: AbortSignal
  /** See TransportInit; false by default. */
  neverRepeat?: boolean
}

/** An answer before it is judged, shaped for shared/sync/classify.ts. Requests never reject. */
export type ApiAnswer = NetworkAnswer | HttpAnswer
export type NetworkAnswer = { kind: 'network'; code: string }
export type HttpAnswer = {
  kind: 'http'
  status: number
  /** Undefined: the body was no JSON, or missing. */
  json: Json | undefined
  /** Length of the body. */
  bytes: number
  retryAfter: string | null
  date: string | null
  etag: string | null
  /** The parts of the request that the companion applied: `base` was checked, `key` is stored (x-galley-applied). */
  applied: string[]
  /**
   * Set if it is the answer of an earlier request with this key; `partial`: id and revision at most
   * (idempotency-replayed).
   */
  replayed: 'whole' | 'partial' | null
  /** The schema fingerprint of the site from x-galley-schema; null: the header is missing. */
  schema: string | null
  /** The site id from x-galley-site; null: the header is missing or malformed. */
  site: string | null
  /** Final address of the answer, after redirects. */
  url: string
  cookies: string[]
}

export type PutRequest = {
  /** Address for the upload, as the server gave it. */
  url: string
  headers: Record<string, string>
  file: StreamedFile
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** A path below the API root, or an address from the server; the token is sent to the server's own origin only. */
export type OpenRequest = {
  signal: AbortSignal
  /** Refuses other origins, also as redirects: the content is more than a picture to show. */
  stays?: boolean
  /** Only these bytes, as in HTTP's header: `bytes=0-`. The answer may still be the whole. */
  range?: string
} & ({ path: string } | { address: string })

export type OpenedAnswer = {
  kind: 'http'
  status: number
  contentType: string | null
  disposition: string | null
  /** The headers `content-range`, of a partial answer only, and `content-length`. */
  part?: { range: string | null; length: string | null }
  /** Null if the answer is no success. */
  body: ReadableStream<Uint8Array> | null
  /** The JSON body if the answer is no success. */
  json: Json | undefined
}

export type ApiClient = {
  request: (request: ApiRequest) => Promise<ApiAnswer>
  /** Requests JSON for the API view, in pieces and with credentials taken out. `ofAccount`: see withheld. */
  look: (request: ApiRequest, ofAccount: boolean) => Promise<NetworkAnswer | LookedAt>
  /** Uploads a file to the server's storage, without a token. Never over http for an https server. */
  put: (request: PutRequest) => Promise<NetworkAnswer | { kind: 'http'; status: number }>
  /** Requests something that is no JSON, such as a picture; the caller reads the body. */
  open: (request: OpenRequest) => Promise<NetworkAnswer | OpenedAnswer>
  /** The server's clock by its last JSON answer, in milliseconds; null: none yet. */
  serverTime: () => number | null
}

export type LookedAt = {
  kind: 'http'
  status: number
  bytes: number
  /** Undefined: the body is no JSON. */
  pieces: JsonPieces | undefined
}

export type ApiClientOptions = {
  /** Address of the server as stored: origin and base path. */
  baseUrl: string
  /** The site's API route; `/api` by default. */
  api?: string
  transport: HttpTransport
  token: () => Promise<string | null> | string | null
  /** The id of the site that requests are for: the answer of another site is a failure. Null: any site. */
  site?: () => string | null
  /** Another site answered; called with its id. */
  onOtherSite?: (id: string) => void
  /** UI language, which the server's messages use. */
  language: () => string
  /** Called with the schema fingerprint of an answer, or null if the companion's answer has none. */
  onSchema?: (mark: string | null) => void
  log: Log
}

const READ_TIMEOUT_MS = 15_000
const WRITE_TIMEOUT_MS = 30_000
/** Timeout of a whole file. */
const OPEN_TIMEOUT_MS = 10 * 60_000
/** Slowest accepted upload, 20 KB a second; below that it counts as no connection. */
const SLOWEST_BYTES_PER_MS = 20
/**
 * Longest query in a URL, since proxies and servers refuse more; longer ones are sent in the body.
 */
const MAX_QUERY_LENGTH = 1800
const MAX_REDIRECTS = 5

/**
 * The only place that speaks HTTP to a CMS. Tokens and bodies, except files for its storage, go to its own origin only;
 * other redirects are followed for plain requests, never from https to http. Logs have no query and no code.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  let heard: number | null = null
  return {
    serverTime: () => heard,
    async request(request) {
      const began = performance.now()
      const answer = await attempt(options, request)
      if (answer.kind === 'http' && (answer.schema !== null || isCompanions(request, answer)))
        options.onSchema?.(answer.schema)
      if (answer.kind === 'http' && answer.json !== undefined) heard = httpDate(answer.date ?? '') ?? heard
      options.log.debug('http', {
        method: request.method,
        path: loggedPath(request.path),
        answer: answer.kind === 'http' ? answer.status : answer.code,
        ms: Math.round(performance.now() - began),
      })
      return answer
    },
    look: (request, ofAccount) => look(options, request, ofAccount),
    put: (request) => putFile(options, request),
    open: (request) => open(options, request),
  }
}

/** The path for the log, without the code that the e-mail verification has in its path. */
function loggedPath(path: string): string {
  return (path.split('?')[0] ?? '').replace(/(\/verify\/).*/, '$1')
}

/** True if an answer comes from the companion, so that it should have named the schema. */
function isCompanions({ path, authenticated }: ApiRequest, { status, json }: HttpAnswer): boolean {
  const isDone = status < 300 && json !== undefined
  return authenticated !== false && path.startsWith('/desktop/') && (isDone || status === 304)
}

async function attempt(options: ApiClientOptions, request: ApiRequest): Promise<ApiAnswer> {
  try {
    const { response, url } = await send(options, request)
    const { value: json, bytes } = await readJson(response, (body) => body.end())
    return {
      kind: 'http',
      status: response.status,
      json,
      bytes,
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      etag: response.headers.get('etag'),
      applied: (response.headers.get('x-galley-applied') ?? '').split(/[\s,]+/).filter((word) => word !== ''),
      replayed: replayedBy(response.headers.get('idempotency-replayed')),
      schema: response.headers.get('x-galley-schema'),
      site: siteOf(response),
      url,
      cookies: response.headers.getSetCookie(),
    }
  } catch (error) {
    const code = networkErrorCode(error)
    if (code === 'failed') options.log.debug('http-unknown-error', { error: errorName(error) })
    return { kind: 'network', code }
  }
}

async function send(
  options: ApiClientOptions,
  request: ApiRequest,
): Promise<{ response: TransportResponse; url: string }> {
  const token = request.authenticated === false ? null : await options.token()
  const limit = AbortSignal.timeout(
    request.timeoutMs ?? (request.method === 'GET' ? READ_TIMEOUT_MS : writeTimeout(request)),
  )
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit
  return follow(options, wireRequest(options, request, token), token !== null, signal)
}

async function look(
  options: ApiClientOptions,
  request: ApiRequest,
  ofAccount: boolean,
): ReturnType<ApiClient['look']> {
  try {
    const { response } = await send(options, request)
    const { value, bytes } = await readJson(response, (body) => body.pieces(ofAccount))
    return { kind: 'http', status: response.status, bytes, pieces: value }
  } catch (error) {
    return { kind: 'network', code: networkErrorCode(error) }
  }
}

/** The timeout of a write: longer for a file, by its size over a slow connection. */
function writeTimeout({ form }: Pick<ApiRequest, 'form'>): number {
  return WRITE_TIMEOUT_MS + (form?.part.kind === 'bytes' ? fileTimeout(form.part.file) : 0)
}

function fileTimeout({ size }: StreamedFile): number {
  return Math.ceil(size / SLOWEST_BYTES_PER_MS)
}

async function open(
  options: ApiClientOptions,
  { signal: stop, stays = false, range, ...where }: OpenRequest,
): ReturnType<ApiClient['open']> {
  try {
    const token = await options.token()
    const home = new URL(options.baseUrl)
    const meant = options.site?.() ?? null
    const root = `${options.baseUrl}${options.api ?? '/api'}`
    if ('path' in where && !staysInPath(root + where.path)) throw new NetworkFailure('bad-path')
    const signal = AbortSignal.any([AbortSignal.timeout(OPEN_TIMEOUT_MS), stop])
    let url = 'path' in where ? new URL(root + where.path) : new URL(where.address, home)
    let from = home
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const isSafe = stays ? url.origin === home.origin : mayLeadTo(url, from, false)
      if (!isSafe) throw new NetworkFailure('redirected')
      const response = await options.transport(url.href, {
        method: 'GET',
        headers: {
          'Accept-Language': options.language(),
          ...(url.origin === home.origin && { 'X-Galley-Site': meant ?? '*' }),
          ...(token !== null && url.origin === home.origin && { Authorization: `JWT ${token}` }),
          ...(range !== undefined && { Range: range }),
        },
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        neverRepeat: false,
        signal,
      })
      await refuseOther(options, response, meant)
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        from = url
        url = new URL(location, from)
        continue
      }
      const isGood = response.status === 200 || (response.status === 206 && range !== undefined)
      return {
        kind: 'http',
        status: response.status,
        contentType: response.headers.get('content-type'),
        disposition: response.headers.get('content-disposition'),
        part: {
          range: response.headers.get('content-range'),
          length: response.headers.get('content-length'),
        },
        body: isGood ? response.body : null,
        json: isGood ? undefined : (await readJson(response, (one) => one.end())).value,
      }
    }
    throw new NetworkFailure('redirected')
  } catch (error) {
    return { kind: 'network', code: networkErrorCode(error) }
  }
}

async function putFile(
  { baseUrl, transport, log }: ApiClientOptions,
  { url, headers, file, onProgress, signal }: PutRequest,
): ReturnType<ApiClient['put']> {
  try {
    if (!isStoragePlace(url, baseUrl)) throw new NetworkFailure('bad-path')
    const limit = AbortSignal.timeout(WRITE_TIMEOUT_MS + fileTimeout(file))
    const response = await transport(url, {
      method: 'PUT',
      headers: { ...storageHeaders(headers), 'Content-Length': String(file.size) },
      body: bodyStream(file.read, onProgress),
      duplex: 'half',
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      neverRepeat: false,
      signal: AbortSignal.any([limit, signal]),
    })
    await response.body?.cancel()
    return { kind: 'http', status: response.status }
  } catch (error) {
    const code = networkErrorCode(error)
    log.debug('put-failed', { answer: code })
    return { kind: 'network', code }
  }
}

function replayedBy(header: string | null): HttpAnswer['replayed'] {
  if (header === null) return null
  return header === 'partial' ? 'partial' : 'whole'
}

type WireRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | (() => ReadableStream<Uint8Array>) | null
  neverRepeat: boolean
}

function wireRequest(options: ApiClientOptions, request: ApiRequest, token: string | null): WireRequest {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': options.language(),
    'X-Galley-Site': options.site?.() ?? '*',
    // `*` asks for the schema fingerprint; a write sends the fingerprint that it was made by.
    ...(token === null ? {} : { Authorization: `JWT ${token}`, 'X-Galley-Schema': '*' }),
    ...request.headers,
  }
  const root = `${options.baseUrl}${options.api ?? '/api'}`
  const url = root + request.path
  const question = request.path.indexOf('?')
  if (!staysInPath(url)) throw new NetworkFailure('bad-path')
  if (request.method === 'GET' && question >= 0 && request.path.length - question > MAX_QUERY_LENGTH) {
    return {
      url: root + request.path.slice(0, question),
      method: 'POST',
      headers: {
        ...headers,
        'X-Payload-HTTP-Method-Override': 'GET',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: request.path.slice(question + 1),
      neverRepeat: false,
    }
  }
  const wire = { url, method: request.method, headers, neverRepeat: request.neverRepeat === true }
  if (request.form) {
    const { key, part, onProgress } = request.form
    const form = formBody(key, request.body ?? {}, part)
    headers['Content-Type'] = form.contentType
    return { ...wire, body: () => bodyStream(form.read, onProgress) }
  }
  if (request.body === undefined || request.body === null) return { ...wire, body: null }
  headers['Content-Type'] = 'application/json'
  return { ...wire, body: JSON.stringify(request.body) }
}

/** False if a segment such as `..` would change the path before the server sees it. */
function staysInPath(url: string): boolean {
  const { origin, pathname } = new URL(url)
  return url.split(/[?#]/)[0] === origin + pathname && !pathname.includes('//')
}

async function follow(
  options: ApiClientOptions,
  first: WireRequest,
  hasToken: boolean,
  signal: AbortSignal,
): Promise<{ response: TransportResponse; url: string }> {
  const carries = hasToken || first.method !== 'GET' || first.body !== null
  let wire = first
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await options.transport(wire.url, {
      method: wire.method,
      headers: wire.headers,
      ...bodyOf(wire),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      neverRepeat: wire.neverRepeat,
      signal,
    })
    await refuseOther(options, response, wire.headers['X-Galley-Site'] ?? null)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || response.status === 304 || location === null) {
      return { response, url: wire.url }
    }
    await response.body?.cancel()
    const target = new URL(location, wire.url)
    // A write follows a redirect only if its status keeps method and body.
    const keepsMethod = wire.method === 'GET' || response.status === 307 || response.status === 308
    if (!keepsMethod || !mayLeadTo(target, new URL(wire.url), carries)) throw new NetworkFailure('redirected')
    wire = { ...wire, url: target.href }
  }
  throw new NetworkFailure('redirected')
}

const SITE_ID = /^[\w-]{1,64}$/

function siteOf({ headers }: TransportResponse): string | null {
  const id = headers.get('x-galley-site')
  return id !== null && SITE_ID.test(id) ? id : null
}

/** Throws if another site answered. Its companion has refused the request (409 OTHER_SITE). */
async function refuseOther(
  { onOtherSite }: ApiClientOptions,
  response: TransportResponse,
  meant: string | null,
): Promise<void> {
  const id = siteOf(response)
  if (id === null || meant === null || meant === '*' || id === meant) return
  onOtherSite?.(id)
  await response.body?.cancel()
  throw new NetworkFailure('other-site')
}

function bodyOf({ body }: WireRequest): Pick<TransportInit, 'body' | 'duplex'> {
  if (body === null) return {}
  return typeof body === 'string' ? { body } : { body: body(), duplex: 'half' }
}

/** True if a redirect may be followed. `carries`: the request has a token or a body, or changes something. */
function mayLeadTo(target: URL, from: URL, carries: boolean): boolean {
  if (target.origin === from.origin) return true
  if (carries) return false
  return target.protocol === 'https:' || (target.protocol === 'http:' && from.protocol === 'http:')
}

/** Reads the whole body as JSON. One that breaks off or is too large is a network failure, never half an answer. */
async function readJson<T>(
  response: TransportResponse,
  take: (body: JsonBody) => Promise<T | undefined>,
): Promise<{ value: T | undefined; bytes: number }> {
  if (!response.body) return { value: undefined, bytes: 0 }
  const body = jsonBody()
  let bytes = 0
  const reader = response.body.getReader()
  try {
    for (;;) {
      const part = await reader.read()
      if (part.done) break
      bytes += part.value.byteLength
      if (bytes > LIMITS.answer) {
        await reader.cancel()
        throw new NetworkFailure('too-large')
      }
      body.add(part.value)
    }
  } catch (error) {
    body.drop()
    const code = networkErrorCode(error)
    throw code === 'timeout' || code === 'aborted' || code === 'too-large'
      ? error
      : new NetworkFailure('truncated')
  }
  return { value: await take(body), bytes }
}
