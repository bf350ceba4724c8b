import { createServer as createTlsServer, request as requestOverTls } from 'node:https'
import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { silentLog } from '../../main/log.ts'
import { createApiClient, type ApiClient } from '../../main/server/http/api-client.ts'
import type { HttpTransport } from '../../main/server/http/http-transport.ts'
import { login } from '../../main/server/session/login.ts'
import { findSite } from '../../main/server/session/probe.ts'
import { refreshToken } from '../../main/server/session/token.ts'
import { SELF_SIGNED } from './main-self-signed.ts'
import { clientOf, listenOn, serveAnswers } from './main-site.ts'

const PASSWORD = 'correct horse battery'
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** A server's request: method, path, and possible credentials. */
type Seen = { method: string; path: string; authorization: string | null; body: string }

function recorder(answer: RequestListener): { seen: Seen[]; listener: RequestListener } {
  const seen: Seen[] = []
  return {
    seen,
    listener: (request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        seen.push({ method, path: url, authorization: headers.authorization ?? null, body })
        answer(request, response)
      })
    },
  }
}

async function serve(answer: RequestListener): Promise<{ url: string; seen: Seen[] }> {
  const { seen, listener } = recorder(answer)
  const { url, close } = await serveAnswers(listener)
  closing.push(close)
  return { url, seen }
}

async function serveTls(answer: RequestListener): Promise<{ url: string; seen: Seen[] }> {
  const { seen, listener } = recorder(answer)
  const server = createTlsServer(SELF_SIGNED, listener)
  const { port, close } = await listenOn(server)
  closing.push(() => {
    server.closeAllConnections()
    return close()
  })
  return { url: `https://127.0.0.1:${port}`, seen }
}

const redirectTo =
  (status: number, target: () => string): RequestListener =>
  (request, response) => {
    response.writeHead(status, { location: `${target()}${request.url}` })
    response.end()
  }
const json: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"doc":{"id":1}}')
}

/** Accepts the tests' self-signed certificate; otherwise Node's transport. */
const tlsTransport: HttpTransport = (url, init) =>
  url.startsWith('https:')
    ? new Promise((resolve, reject) => {
        const options = {
          method: init.method,
          headers: init.headers,
          ca: SELF_SIGNED.cert,
          agent: false as const,
        }
        const request = requestOverTls(url, options, (response) => {
          const headers = new Headers()
          for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
          const body = Readable.toWeb(response) as ReadableStream<Uint8Array>
          resolve({ status: response.statusCode ?? 0, headers, body })
        })
        request.on('error', reject)
        request.end(init.body)
      })
    : fetch(url, init)

const tlsClient = (baseUrl: string, token: string | null = null): ApiClient =>
  createApiClient({
    baseUrl,
    transport: tlsTransport,
    token: () => token,
    language: () => 'en',
    log: silentLog,
  })

const refused = { kind: 'network', code: 'redirected' }

test.each([301, 302, 303, 307, 308])(
  'F30 the password stays with the server it was typed for (%i)',
  async (status) => {
    const thief = await serve(json)
    const door = await serve(redirectTo(status, () => thief.url))
    const answer = await login(clientOf(door.url), {
      collection: 'users',
      identifier: 'editor@example.com',
      password: PASSWORD,
      cookiePrefix: 'payload',
    })
    expect(answer).toMatchObject({ outcome: 'problem' })
    expect(door.seen.map(({ body }) => body.includes(PASSWORD))).toEqual([true])
    expect(thief.seen).toEqual([])
  },
)

test('F30 a password given over https never goes on over http', async () => {
  const thief = await serve(json)
  const door = await serveTls(redirectTo(307, () => thief.url))
  const answer = await login(tlsClient(door.url), {
    collection: 'users',
    identifier: 'editor@example.com',
    password: PASSWORD,
    cookiePrefix: 'payload',
  })
  expect(answer).toMatchObject({ outcome: 'problem' })
  expect(door.seen).toHaveLength(1)
  expect(thief.seen).toEqual([])
})

test('F30 what a write carries stays with its origin, with a token and without', async () => {
  const thief = await serve(json)
  const door = await serve(redirectTo(308, () => thief.url))
  for (const token of ['a.b.c', null]) {
    const client = clientOf(door.url, token)
    const body = { title: 'Unpublished' }
    expect(await client.request({ method: 'PATCH', path: '/posts/1', body })).toEqual(refused)
    expect(await client.request({ method: 'DELETE', path: '/posts/1' })).toEqual(refused)
  }
  expect(thief.seen).toEqual([])
})

test('F30 a question whose query travels in the body stays with its origin', async () => {
  const thief = await serve(json)
  const door = await serve(redirectTo(307, () => thief.url))
  const where = `where[title][like]=${'a'.repeat(3000)}`
  const answer = await clientOf(door.url).request({ method: 'GET', path: `/posts?${where}` })
  expect(answer).toEqual(refused)
  expect(thief.seen).toEqual([])
})

test('F30 a redirect within the origin is followed as it was asked: method, body and token', async () => {
  const server = await serve((request, response) => {
    if (request.url?.startsWith('/api/')) {
      response.writeHead(308, { location: `/cms${request.url}` })
      response.end()
    } else json(request, response)
  })
  const answer = await clientOf(server.url, 'a.b.c').request({
    method: 'PATCH',
    path: '/posts/1',
    body: { title: 'New' },
  })
  expect(answer).toMatchObject({ kind: 'http', status: 200, json: { doc: { id: 1 } } })
  expect(
    server.seen.map(({ method, path, authorization, body }) => [method, path, authorization, body]),
  ).toEqual([
    ['PATCH', '/api/posts/1', 'JWT a.b.c', '{"title":"New"}'],
    ['PATCH', '/cms/api/posts/1', 'JWT a.b.c', '{"title":"New"}'],
  ])
})

test('F30 a question of nobody may lead to another address, but never from https to http', async () => {
  const target = await serve(json)
  const door = await serve(redirectTo(307, () => target.url))
  const ask = { method: 'GET' as const, path: '/desktop', authenticated: false }
  expect(await clientOf(door.url).request(ask)).toMatchObject({
    kind: 'http',
    url: `${target.url}/api/desktop`,
  })
  const safe = await serveTls(redirectTo(307, () => target.url))
  expect(await tlsClient(safe.url).request(ask)).toEqual(refused)
  expect(target.seen).toHaveLength(1)
})

test.each([
  '/posts/..',
  '/posts/../users/1',
  '/posts/%2e%2e/users',
  '/./users',
  '//elsewhere',
  '/posts\\..\\users',
])('F36 no request leaves on a path that would be another one on its way: %s', async (path) => {
  const server = await serve(json)
  const answer = await clientOf(server.url, 'a.b.c').request({ method: 'GET', path })
  expect(answer).toEqual({ kind: 'network', code: 'bad-path' })
  expect(server.seen).toEqual([])
})

test('F36 a token that comes as a cookie is the site’s own, whatever else calls itself a token', async () => {
  const server = await serve((_request, response) => {
    response.setHeader('set-cookie', [
      'csrf-token=of.the.proxy; Path=/',
      'x-nordlys-token=of.another; Path=/',
      'nordlys-token=a.b=c; Path=/; HttpOnly; SameSite=Lax',
    ])
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"user":{"id":1,"email":"a@b.c"},"message":"Auth Passed"}')
  })
  const attempt = (cookiePrefix: string) =>
    login(clientOf(server.url), {
      collection: 'users',
      identifier: 'a@b.c',
      password: PASSWORD,
      cookiePrefix,
    })
  expect(await attempt('nordlys')).toMatchObject({ outcome: 'ok', token: 'a.b=c' })
  expect(await attempt('payload')).toMatchObject({ outcome: 'problem' })
  expect(await refreshToken(clientOf(server.url), { collection: 'users', cookiePrefix: 'nordlys' })).toBe(
    'a.b=c',
  )
})

const hello: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"galley":{"version":"1.0.0"}}')
}

test('F31 an https address is never kept as an http one, an http one as the https one that it leads to', async () => {
  const find = (url: string) => findSite(url, ({ url: address }) => tlsClient(address))
  const plain = await serve(hello)
  const door = await serveTls(redirectTo(301, () => plain.url))
  expect(await find(door.url)).toEqual({ ok: false, problem: { code: 'not-a-cms', detail: 'redirected' } })
  expect(plain.seen).toEqual([])
  const safe = await serveTls(hello)
  const old = await serve(redirectTo(301, () => safe.url))
  expect(await find(old.url)).toMatchObject({ ok: true, url: safe.url })
})

test('F30 a file that goes to the server again comes from its own origin only, wherever it leads', async () => {
  const intranet = await serve(json)
  const server = await serve(redirectTo(302, () => intranet.url))
  const client = clientOf(server.url)
  const { signal } = new AbortController()
  for (const address of [`${intranet.url}/wiki`, '/api/media/file/a.jpg'])
    expect(await client.open({ address, signal, stays: true })).toMatchObject({ kind: 'network' })
  expect(intranet.seen).toEqual([])
  expect(await client.open({ address: '/api/media/file/a.jpg', signal })).toMatchObject({ kind: 'http' })
})
