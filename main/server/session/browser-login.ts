import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { ApiClient } from '../http/api-client.ts'
import { readSignIn, type LoginAnswer } from './login.ts'

/** A login that the person confirms in the system's browser (RFC 8252: PKCE, loopback address). */
export type BrowserLogin = {
  /** The address to open in the browser. */
  address: string
  /** The PKCE secret without which the code is worthless. It is sent to the site only. */
  verifier: string
  /** The code from the browser; null: the login was cancelled, or not confirmed in time. */
  code: Promise<string | null>
  cancel: () => void
}

const CODE = /^[\w.-]{20,500}$/
/** Time after which an unconfirmed login ends. */
const WAITS_MS = 15 * 60_000

/** Starts a local server for the browser's redirect. `url`, `api`: of the site. */
export async function beginBrowserLogin({ url, api }: { url: string; api: string }): Promise<BrowserLogin> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(24).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { promise: code, resolve } = Promise.withResolvers<string | null>()
  let host = ''
  const server = createServer((request, response) => {
    const address = `http://${host}${request.url ?? ''}`
    const asked = URL.canParse(address) ? new URL(address) : null
    const given = asked?.searchParams.get('code') ?? ''
    // Other pages may guess the port, but not the state; the host must match as well.
    const isAnswer =
      request.method === 'GET' &&
      request.headers.host === host &&
      asked?.pathname === '/' &&
      asked.searchParams.get('state') === state &&
      CODE.test(given)
    response.writeHead(isAnswer ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
      connection: 'close',
    })
    // Kept free of language: the window shows the rest.
    response.end(isAnswer ? '<!doctype html><title>Galley</title><p>Galley ✓' : '', () => {
      if (isAnswer) end(given)
    })
  })
  const end = (result: string | null): void => {
    clearTimeout(limit)
    resolve(result)
    server.close()
    server.closeAllConnections()
  }
  const limit = setTimeout(() => end(null), WAITS_MS)
  limit.unref()
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('no port')
  const { port } = listening
  host = `127.0.0.1:${port}`
  const question = new URLSearchParams({ challenge, state, port: `${port}` })
  return {
    address: `${url}${api}/desktop/browser-login?${question.toString()}`,
    verifier,
    code,
    cancel: () => end(null),
  }
}

/** Sends the code to the site, and gets the session of the user who confirmed. */
export async function redeemCode(
  client: ApiClient,
  { code, verifier }: { code: string; verifier: string },
  cookiePrefix: string,
): Promise<LoginAnswer> {
  const answer = await client.request({
    method: 'POST',
    path: '/desktop/browser-login/token',
    body: { code, verifier },
    authenticated: false,
    neverRepeat: true,
  })
  return readSignIn(answer, cookiePrefix)
}
