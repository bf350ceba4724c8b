import { createServer as createTlsServer } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normaliseAddress } from '../../main/server/address.ts'
import { login, logout } from '../../main/server/session/login.ts'
import { describeSite, findSite } from '../../main/server/session/probe.ts'
import { refreshToken, isTokenAgeing, readToken } from '../../main/server/session/token.ts'
import { askSession } from '../../main/server/session/session.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { clientOf, listenOn, serveAnswers, signIn } from './main-site.ts'
import { SELF_SIGNED } from './main-self-signed.ts'
import { DEMO_PASSWORD, startCms, type Cms } from './support/cms.ts'

const OF_USERS = { collection: 'users', cookiePrefix: 'payload' }
let cms: Cms

beforeAll(async () => {
  cms = await startCms()
})
afterAll(async () => {
  await cms.dispose()
})

const stranger = ({ url, api }: { url: string; api: string }) => clientOf(url, null, api)
const find = (url: string) => findSite(url, stranger)
const probe = async (url: string) => {
  const found = await find(url)
  return found.ok
    ? describeSite(found, stranger(found))
    : { outcome: 'problem' as const, problem: found.problem }
}
const problemOf = async (url: string) => {
  const result = await probe(url)
  return result.outcome === 'problem' ? result.problem.code : result.outcome
}

describe('an address is asked what it is', () => {
  test('F24 a CMS with the plugin says its name and where one can sign in, the admin users first', async () => {
    const result = await probe(`${cms.url}/admin/collections/posts`)
    expect(result).toMatchObject({
      outcome: 'ok',
      url: cms.url,
      name: 'Nordlys Travel',
      payloadVersion: null,
      idempotency: true,
    })
    expect(result.outcome === 'ok' && result.auth[0]).toMatchObject({ slug: 'users', identifier: 'email' })
  })

  test('a CMS without the plugin is told apart from what is no CMS', async () => {
    const plain = await startCms({ plugin: false })
    try {
      expect(await problemOf(plain.url)).toBe('no-plugin')
    } finally {
      await plain.dispose()
    }
  })

  test.each<[string, number, string, string, string]>([
    ['a web site', 200, 'text/html', '<!doctype html><p>Hello', 'not-a-cms'],
    ['a web site without such a page', 404, 'text/html', '<!doctype html><p>Not found', 'not-a-cms'],
    ['another JSON service', 200, 'application/json', '{"hello":"world"}', 'not-a-cms'],
    ['a service that knows no such path', 404, 'application/json', '{"message":"Not found"}', 'not-a-cms'],
    [
      'a server in trouble',
      500,
      'application/json',
      '{"errors":[{"message":"Something went wrong."}]}',
      'server-error',
    ],
    ['a gateway in trouble', 502, 'text/html', '<p>Bad gateway', 'server-error'],
  ])('%s is named as such', async (_name, status, type, body, code) => {
    const server = await serveAnswers((_request, response) => {
      response.writeHead(status, { 'content-type': type })
      response.end(body)
    })
    try {
      expect(await problemOf(server.url)).toBe(code)
    } finally {
      await server.close()
    }
  })

  test('a certificate that is not trusted is named as such, not as unreachable', async () => {
    const server = createTlsServer(SELF_SIGNED, (_request, response) => response.end('{}'))
    const { port, close } = await listenOn(server)
    try {
      expect(await problemOf(`https://127.0.0.1:${port}`)).toBe('certificate-issuer')
    } finally {
      await close()
    }
  })

  test('a closed port and a name that does not exist are unreachable', async () => {
    const { port, close } = await serveAnswers(() => undefined).then(async ({ url, close: end }) => ({
      port: new URL(url).port,
      close: end,
    }))
    await close()
    expect(await problemOf(`http://127.0.0.1:${port}`)).toBe('unreachable')
    expect(await problemOf('http://cms.nordlys.invalid')).toBe('unreachable')
  })

  test('an address of another kind is not asked at all', async () => {
    expect(await problemOf('ftp://cms.nordlys.travel')).toBe('bad-address')
    expect(normaliseAddress('ftp://cms.nordlys.travel').ok).toBe(false)
  })

  test('a site that redirects is kept as where it leads', async () => {
    const door = await serveAnswers((request, response) => {
      response.writeHead(308, { location: `${cms.url}${request.url}` })
      response.end()
    })
    try {
      expect(await probe(door.url)).toMatchObject({ outcome: 'ok', url: cms.url })
    } finally {
      await door.close()
    }
  })
})

describe('signing in', () => {
  const attempt = (identifier: string, password: string, collection = 'users') =>
    login(clientOf(cms.url), { collection, identifier, password, cookiePrefix: 'payload' })

  test('the right password gives the user and a token that is the user’s own', async () => {
    const answer = await attempt('editor@example.com', DEMO_PASSWORD)
    if (answer.outcome !== 'ok') throw new Error(answer.outcome)
    expect(readToken(answer.token)).toMatchObject({ userId: answer.userId, collection: 'users' })
    expect(answer.label).not.toBe('')
  })

  test('a wrong password is refused in the server’s words, in the language asked for', async () => {
    expect(await attempt('editor@example.com', 'wrong')).toEqual({
      outcome: 'refused',
      message: 'The email or password provided is incorrect.',
      fields: [],
    })
  })

  test('what is missing is said at its field', async () => {
    const answer = await attempt('editor@example.com', '')
    expect(answer).toMatchObject({ outcome: 'refused' })
    expect(answer.outcome === 'refused' && answer.fields.map((field) => field.path)).toContain('password')
  })

  test('a server that is gone, a portal and a server in trouble are problems, not refusals', async () => {
    const proxy = await startFaultProxy(cms.url)
    try {
      for (const [fault, code] of [
        [{ kind: 'drop-before' as const }, 'unreachable'],
        [{ kind: 'portal' as const }, 'portal'],
        [{ kind: 'status' as const, status: 500 }, 'server-error'],
      ] as const) {
        const remove = proxy.addRule({ match: () => true, fault })
        const answer = await login(clientOf(proxy.url), {
          collection: 'users',
          identifier: 'editor@example.com',
          password: DEMO_PASSWORD,
          cookiePrefix: 'payload',
        })
        expect(answer).toMatchObject({ outcome: 'problem', problem: { code } })
        remove()
      }
    } finally {
      await proxy.close()
    }
  })
})

describe('the session', () => {
  test('SY11 a signed-in user has permissions, and a reader fewer than an editor', async () => {
    const permissionsOf = async (identifier: string) => {
      const { token, userId } = await signIn(cms.url, identifier)
      const answer = await askSession(clientOf(cms.url, token), { collection: 'users', userId })
      if (answer.kind !== 'user') throw new Error(answer.kind)
      return answer.info
    }
    const [editor, reader] = [
      await permissionsOf('editor@example.com'),
      await permissionsOf('reader@example.com'),
    ]
    expect(editor.visible.collections).toContain('posts')
    expect(editor.permissions).toMatchObject({ collections: { posts: { update: expect.anything() } } })
    expect(reader.permissions).not.toMatchObject({ collections: { posts: { update: true } } })
  })

  test('SY2 a token of somebody else counts as nobody', async () => {
    const { token } = await signIn(cms.url, 'editor@example.com')
    const answer = await askSession(clientOf(cms.url, token), { collection: 'users', userId: '999' })
    expect(answer.kind).toBe('nobody')
  })

  test('SY9 no token, a made-up token and a session that was ended are nobody, not offline', async () => {
    const { token, userId } = await signIn(cms.url, 'editor@example.com')
    const owner = { collection: 'users', userId }
    expect((await askSession(clientOf(cms.url), owner)).kind).toBe('nobody')
    expect((await askSession(clientOf(cms.url, 'a.b.c'), owner)).kind).toBe('nobody')
    await logout(clientOf(cms.url, token), 'users')
    expect((await askSession(clientOf(cms.url, token), owner)).kind).toBe('nobody')
  })

  test('SY11 HTML, other JSON and half an answer are no contact', async () => {
    const { token, userId } = await signIn(cms.url, 'editor@example.com')
    const owner = { collection: 'users', userId }
    const proxy = await startFaultProxy(cms.url)
    try {
      for (const [fault, code] of [
        [{ kind: 'portal' as const }, 'portal'],
        [{ kind: 'status' as const, status: 200, body: '{"ok":true}' }, 'portal'],
        [{ kind: 'status' as const, status: 401, body: '{"login":"here"}' }, 'portal'],
        [{ kind: 'truncate' as const }, 'unreachable'],
        [{ kind: 'drop-before' as const }, 'unreachable'],
        [{ kind: 'status' as const, status: 503 }, 'server-error'],
      ] as const) {
        const remove = proxy.addRule({ match: () => true, fault })
        const answer = await askSession(clientOf(proxy.url, token), owner)
        expect(answer).toMatchObject({ kind: 'no-answer', problem: { code } })
        remove()
      }
    } finally {
      await proxy.close()
    }
  })

  test('without the plugin the session is asked from Payload itself', async () => {
    const { token, userId } = await signIn(cms.url, 'editor@example.com')
    const proxy = await startFaultProxy(cms.url)
    proxy.addRule({
      match: ({ path }) => path.startsWith('/api/desktop'),
      fault: { kind: 'status', status: 404, body: '{"message":"Route not found"}' },
    })
    try {
      const owner = { collection: 'users', userId }
      const answer = await askSession(clientOf(proxy.url, token), owner)
      expect(answer).toMatchObject({ kind: 'user', info: { permissions: { canAccessAdmin: true } } })
      expect((await askSession(clientOf(proxy.url), owner)).kind).toBe('nobody')
    } finally {
      await proxy.close()
    }
  })

  test('SY2 a token is renewed for the same user, by the server’s clock only', async () => {
    const { token, userId } = await signIn(cms.url, 'editor@example.com')
    const fresh = await refreshToken(clientOf(cms.url, token), OF_USERS)
    if (fresh === null) throw new Error('no token')
    expect(readToken(fresh).userId).toBe(userId)
    const { issuedAt, expiresAt } = readToken(token)
    if (issuedAt === null || expiresAt === null) throw new Error('no times')
    const at = (share: number) => new Date((issuedAt + (expiresAt - issuedAt) * share) * 1000).toUTCString()
    expect(isTokenAgeing(token, at(0.4))).toBe(false)
    expect(isTokenAgeing(token, at(0.6))).toBe(true)
    expect(isTokenAgeing(token, null)).toBe(false)
    expect(await refreshToken(clientOf(cms.url, 'a.b.c'), OF_USERS)).toBeNull()
  })

  test('M.01 (part) a redirect to another origin is not followed with the token', async () => {
    const { token, userId } = await signIn(cms.url, 'editor@example.com')
    const seen: (string | undefined)[] = []
    const thief = await serveAnswers((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    const door = await serveAnswers((request, response) => {
      response.writeHead(302, { location: `${thief.url}${request.url}` })
      response.end()
    })
    try {
      const answer = await askSession(clientOf(door.url, token), { collection: 'users', userId })
      expect(answer).toMatchObject({ kind: 'no-answer', problem: { code: 'portal' } })
      expect(seen).toEqual([])
    } finally {
      await Promise.all([door.close(), thief.close()])
    }
  })

  test('a query too long for a request line travels in the body and is answered alike', async () => {
    const { token } = await signIn(cms.url, 'editor@example.com')
    const ids = Array.from({ length: 300 }, (_, index) => `where[id][in][${index}]=${index}`).join('&')
    const proxy = await startFaultProxy(cms.url)
    try {
      const answer = await clientOf(proxy.url, token).request({
        method: 'GET',
        path: `/posts?draft=true&depth=0&limit=3&${ids}`,
      })
      expect(answer).toMatchObject({ kind: 'http', status: 200, json: { limit: 3 } })
      expect(proxy.seen[0]).toMatchObject({ method: 'POST', path: '/api/posts' })
    } finally {
      await proxy.close()
    }
  })
})
