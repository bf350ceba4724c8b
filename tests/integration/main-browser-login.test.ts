import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownSessions } from '../../main/server/at-once/own-sessions.ts'
import type { Accounts } from '../../main/accounts/accounts.ts'
import { install, type Installation } from './main-starts.ts'
import { serveAnswers } from './main-site.ts'
import { at, startCms, type Cms } from './support/cms.ts'

/* Logging in by the browser, to a site whose users have an identity provider instead of passwords. */

let cms: Cms
let dataDir: string
let provider: Awaited<ReturnType<typeof serveAnswers>>
/** The user at the identity provider. */
let person: string
let installation: Installation
let accounts: Accounts
/** Addresses that the app opened in the browser. */
let opened: string[]

beforeAll(async () => {
  provider = await serveAnswers((request, response) => {
    const asked = new URL(request.url ?? '', 'http://provider')
    if (asked.pathname === '/token') return void response.end(JSON.stringify({ email: person }))
    const state = asked.searchParams.get('state') ?? ''
    const back = new URLSearchParams({ code: 'of-the-provider', state })
    response.writeHead(302, { location: `${asked.searchParams.get('redirect_uri')}?${back}` })
    response.end()
  })
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-sso-'))
  cms = await startCms({
    dataDir,
    script: path.join(import.meta.dirname, 'support/sso-site.ts'),
    env: { IDENTITY_PROVIDER: provider.url },
  })
})
afterAll(async () => {
  await cms.dispose()
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  person = 'ines@example.com'
  opened = []
  installation = await install(undefined, async (url) => void opened.push(url))
  accounts = (await installation.start()).accounts
})
afterEach(() => installation.dispose())

/** A browser with cookies that follows answers one by one. */
function openBrowser() {
  let cookie = ''
  type Visit = { method?: string; body?: URLSearchParams; headers?: Record<string, string> }
  const visit = async (url: string, init: Visit = {}): Promise<Response> => {
    const headers = { ...(cookie !== '' && { cookie }), ...init.headers }
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) cookie = set.split(';')[0] ?? ''
    return answer
  }
  /** Returns the target of a redirect. */
  const next = (answer: Response, from: string): string =>
    new URL(answer.headers.get('location') ?? '', from).href
  return {
    visit,
    next,
    /** Logs in by the button of the site's own log-in; resolves to the site's page. */
    async logIn(url: string): Promise<Response> {
      const login = new URL(next(await visit(url), url))
      expect(login.pathname).toBe('/admin/login')
      const asked = new URLSearchParams({ redirect: login.searchParams.get('redirect') ?? '' })
      const start = `${cms.url}/api/oauth/start?${asked}`
      const authorize = next(await visit(start), start)
      const callback = next(await visit(authorize), authorize)
      const page = next(await visit(callback), callback)
      expect(page).toBe(url)
      return visit(page)
    },
    /** Presses the button of the page; resolves to the target. */
    async confirm(url: string, page: string, headers: Record<string, string> = {}): Promise<Response> {
      const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value] as [string, string],
      )
      return visit(url.split('?')[0] ?? '', { method: 'POST', body: new URLSearchParams(fields), headers })
    },
  }
}

const begin = () => accounts.browserLogin({ url: cms.url, keep: true, inPlace: false })
/** Resolves to the address that the app opens. */
async function openedAddress(): Promise<string> {
  await expect.poll(() => opened.at(-1), { timeout: 60_000 }).toBeTruthy()
  return opened.at(-1) ?? ''
}

test('a site without passwords offers the browser alone', async () => {
  expect(await accounts.probe(cms.url)).toMatchObject({ outcome: 'ok', auth: [], browserLogin: true })
})

test('whoever logs in and confirms in the browser is signed in, may read and write, and keeps the session', async () => {
  const result = begin()
  const address = await openedAddress()
  const browser = openBrowser()
  const page = await browser.logIn(address)
  const html = await page.text()
  expect(html).toContain('ines@example.com')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  // Without one the browser would send `Origin: null`, which Payload refuses if the site knows its own address.
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  const back = browser.next(await browser.confirm(address, html), address)
  expect(new URL(back).hostname).toBe('127.0.0.1')
  expect((await browser.visit(back)).status).toBe(200)
  expect(await result).toMatchObject({
    outcome: 'ok',
    account: { collection: 'users', label: 'ines@example.com' },
  })
  const account = accounts.current()
  expect(account?.connection.state().status).toBe('online')
  const made = await account?.site.client.request({
    method: 'POST',
    path: '/notes',
    body: { title: 'Kyoto' },
  })
  expect(made).toMatchObject({ kind: 'http', status: 201 })
  const renewed = await account?.site.client.request({ method: 'POST', path: '/users/refresh-token' })
  expect(renewed).toMatchObject({ kind: 'http', status: 200 })
  accounts = (await installation.start()).accounts
  await accounts.restore()
  expect((await accounts.current()?.connection.check())?.status).toBe('online')
})

test('its session is listed, and ended by a log-out or from elsewhere, though Payload keeps none of such users', async () => {
  const signInOnce = async () => {
    opened = []
    const result = begin()
    const address = await openedAddress()
    const browser = openBrowser()
    const page = await (await browser.logIn(address)).text()
    await browser.visit(browser.next(await browser.confirm(address, page), address))
    await result
    const account = accounts.current()
    const token = await account?.ownToken()
    if (!account || typeof token !== 'string') throw new Error('nobody is signed in')
    return { account, token }
  }
  const userOf = async (token: string) => at((await cms.request('GET', '/users/me', { token })).json, 'user')
  const first = await signInOnce()
  const listed = await ownSessions(first.account.site, [])
  const own = listed.outcome === 'listed' ? listed.list?.find(({ isOwn }) => isOwn) : undefined
  expect(await userOf(first.token)).toMatchObject({ email: person })
  await ownSessions(first.account.site, [own?.id ?? ''])
  expect(await userOf(first.token)).toBeNull()
  const second = await signInOnce()
  await accounts.logout()
  expect(await userOf(second.token)).toBeNull()
})

test('another token that the site has signed is none', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (head: object, claims: object) => {
    const text = `${part(head)}.${part(claims)}`
    // As Payload derives it from the site's secret.
    const secret = createHash('sha256').update('of a site of the tests').digest('hex').slice(0, 32)
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const exp = Math.floor(Date.now() / 1000) + 3600
  for (const head of [{ alg: 'HS256' }, { alg: 'HS256', authVersion: 1, typ: 'JWT' }, { alg: 'none' }])
    for (const sid of [undefined, 'guessed']) {
      const token = sign(head, { collection: 'users', id: 1, exp, sid })
      expect(at((await cms.request('GET', '/users/me', { token })).json, 'user')).toBeNull()
    }
})

test('in place, somebody else changes nothing', async () => {
  const first = begin()
  const browser = openBrowser()
  const address = await openedAddress()
  const page = await (await browser.logIn(address)).text()
  await browser.visit(browser.next(await browser.confirm(address, page), address))
  await first
  const account = accounts.current()
  person = 'otto@example.com'
  opened = []
  const second = accounts.browserLogin({ url: cms.url, keep: true, inPlace: true })
  const other = openBrowser()
  const asked = await openedAddress()
  const html = await (await other.logIn(asked)).text()
  await other.visit(other.next(await other.confirm(asked, html), asked))
  expect(await second).toEqual({ outcome: 'other-user', label: 'otto@example.com' })
  expect(accounts.current()).toBe(account)
})

describe('what nobody confirmed lets nobody in', () => {
  test('a log-in that is given up or begun anew ends, and its answer is heard no more', async () => {
    const first = begin()
    const address = await openedAddress()
    const port = new URL(address).searchParams.get('port')
    opened = []
    const second = begin()
    expect(await first).toEqual({ outcome: 'cancelled' })
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    await openedAddress()
    accounts.cancelBrowserLogin()
    expect(await second).toEqual({ outcome: 'cancelled' })
    expect(accounts.current()).toBeNull()
  })

  test('a page that guesses the port, or comes by another name, is not heard', async () => {
    const result = begin()
    const question = new URL(await openedAddress()).searchParams
    const [port, state] = [question.get('port'), question.get('state')]
    const code = 'a'.repeat(40)
    const guess = await fetch(`http://127.0.0.1:${port}/?code=${code}&state=${'b'.repeat(32)}`)
    const byName = await fetch(`http://localhost:${port}/?code=${code}&state=${state}`).catch(() => null)
    expect([guess.status, byName?.status ?? 404]).toEqual([404, 404])
    // The site refuses an invalid code.
    await fetch(`http://127.0.0.1:${port}/?code=${code}&state=${state}`)
    expect(await result).toMatchObject({ outcome: 'refused' })
    expect(accounts.current()).toBeNull()
  })

  test('a code is worth nothing without its secret, and nothing twice', async () => {
    const verifier = 'v'.repeat(43)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const codeOf = async () => {
      const browser = openBrowser()
      const asked = new URLSearchParams({ challenge, state: 's'.repeat(32), port: '45678' })
      const address = `${cms.url}/api/desktop/browser-login?${asked}`
      const page = await (await browser.logIn(address)).text()
      const back = browser.next(await browser.confirm(address, page), address)
      return new URL(back).searchParams.get('code') ?? ''
    }
    const redeem = async (code: string, secret: string) =>
      (await cms.request('POST', '/desktop/browser-login/token', { body: { code, verifier: secret } })).status
    const code = await codeOf()
    expect(await redeem(code, verifier)).toBe(200)
    expect(await redeem(code, verifier)).toBe(401)
    const stolen = await codeOf()
    expect(await redeem(stolen, 'w'.repeat(43))).toBe(401)
    expect(await redeem(stolen, verifier)).toBe(401)
    const replaced = await codeOf()
    await codeOf()
    expect(await redeem(replaced, verifier)).toBe(401)
    for (const none of ['', '.', 'a.b', 'x'.repeat(5000), `${Buffer.from('[]').toString('base64url')}.x`])
      expect([401, 413]).toContain(await redeem(none, verifier))
  })

  test('a form of another site, a question that is none, and somebody who may not enter get no code', async () => {
    const asked = new URLSearchParams({ challenge: 'c'.repeat(43), state: 's'.repeat(32), port: '45678' })
    const address = `${cms.url}/api/desktop/browser-login?${asked}`
    const browser = openBrowser()
    const page = await (await browser.logIn(address)).text()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { authorization: 'users API-Key none' }])
      expect((await browser.confirm(address, page, headers)).status).toBe(401)
    for (const [key, value] of [
      ['port', '80'],
      ['port', '45678@elsewhere.example'],
      ['state', '"><script>'],
      ['challenge', ''],
    ] as const) {
      const wrong = new URLSearchParams(asked)
      wrong.set(key, value)
      expect((await browser.visit(`${cms.url}/api/desktop/browser-login?${wrong}`)).status).toBe(400)
    }
    person = 'outsider@example.com'
    const outsider = openBrowser()
    const denied = await outsider.logIn(address)
    expect(denied.status).toBe(403)
    const forced = await outsider.confirm(address, page)
    expect(forced.headers.get('location')).toBeNull()
  })
})
