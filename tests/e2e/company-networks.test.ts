import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SELF_SIGNED } from '../integration/main-self-signed.ts'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { violationsOf } from './support/axe.ts'
import {
  homeWithCertificates,
  startCertificateServer,
  type CertificateServer,
} from './support/certificate-server.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { BEHIND, startSquid, type Squid } from './support/squid.ts'

const FIXTURES = join(import.meta.dirname, 'support', 'trusted-authority')
const PASSWORD = 'proxy-secret'

const question = (page: Page) => page.getByRole('dialog', { name: 'Log in to the proxy' })

async function logInToProxy(page: Page, password: string): Promise<void> {
  await question(page).getByLabel('Name').fill('ada')
  await question(page).getByLabel('Password').fill(password)
  await question(page).getByRole('button', { name: 'Login' }).click()
}

/** All that the program has written to its folder. */
function writtenTo(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

let cms: Cms
beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
})
afterAll(() => cms.dispose())

describe.runIf(process.platform === 'linux')('a proxy that wants a log-in', () => {
  let server: CertificateServer
  let squid: Squid
  let galley: GalleyApp
  const home = homeWithCertificates()
  const dataFolder = newDataFolder()

  beforeAll(async () => {
    server = await startCertificateServer(cms.url)
    squid = await startSquid('basic')
    galley = await startGalley({
      server: `https://127.0.0.1:${server.port}`,
      dataFolder,
      // Chromium asks no proxy for addresses of this computer, unless it is told to.
      switches: [`--proxy-server=127.0.0.1:${squid.port}`, '--proxy-bypass-list=<-loopback>'],
      env: { HOME: home, GALLEY_LOG: 'debug' },
    })
  })
  afterAll(async () => {
    await galley.close()
    await squid.dispose()
    await server.close()
    rmSync(home, { recursive: true, force: true })
  })

  test('is answered by nobody but the person; after a no the connect screen says what is wrong', async () => {
    const { page } = galley
    await question(page).waitFor()
    expect(await question(page).innerText()).toContain(`The proxy 127.0.0.1:${squid.port} of your network`)
    expect(await question(page).innerText()).toContain('It says: “Staff only”')
    expect(await violationsOf(page)).toEqual([])
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').filter({ hasText: 'The proxy of your network wants a log-in' }).waitFor()
    expect(await question(page).count()).toBe(0)
  })

  test('asks again when name or password is wrong, and opens the server when they are right', async () => {
    const { page } = galley
    await page.getByRole('button', { name: 'Try again' }).click()
    await question(page).waitFor()
    await logInToProxy(page, 'wrong')
    await question(page)
      .getByRole('alert')
      .filter({ hasText: 'The proxy did not take this name and password' })
      .waitFor()
    await logInToProxy(page, PASSWORD)
    await login(page, 'editor@example.com')
    expect(await question(page).count()).toBe(0)
  })

  test('while it is gone edits wait, and they arrive once it is back, without a second question', async () => {
    const { page } = galley
    await openList(page, 'Posts')
    await openDocument(page, 'Porto before the ferries')
    await titleInput(page).fill('Porto through the proxy')
    await page.keyboard.press('Control+s')
    await untilDocumentIs(page, 'Saved')

    await squid.stop()
    await titleInput(page).fill('Porto without the proxy')
    await page.keyboard.press('Control+s')
    await untilStatusBarSays(page, 'The proxy does not answer.')
    await untilDocumentIs(page, 'Waiting to send (1)')
    await squid.start()
    await untilDocumentIs(page, 'Saved')
    await untilStatusBarSays(page, 'Online')
    const { json } = await cms.request('GET', '/posts?draft=true&limit=100&depth=0', {
      token: (await cms.login('admin@example.com')).token,
    })
    expect(JSON.stringify(json)).toContain('Porto without the proxy')
    expect(await question(page).count()).toBe(0)
  })

  test('the password is in no file, and after a restart it is asked for again while edits wait', async () => {
    await galley.close()
    for (const secret of [PASSWORD, Buffer.from(`ada:${PASSWORD}`).toString('base64')])
      expect(writtenTo(dataFolder).includes(secret)).toBe(false)
    galley = await startGalley({
      server: `https://127.0.0.1:${server.port}`,
      dataFolder,
      switches: [`--proxy-server=127.0.0.1:${squid.port}`, '--proxy-bypass-list=<-loopback>'],
      env: { HOME: home },
    })
    const { page } = galley
    await question(page).waitFor()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await untilStatusBarSays(page, 'The proxy wants a log-in.')
    await openList(page, 'Posts')
    await openDocument(page, 'Porto without the proxy')
    await titleInput(page).fill('Porto before the log-in')
    await page.keyboard.press('Control+s')
    await untilDocumentIs(page, 'Waiting to send (1)')
    expect(await question(page).count()).toBe(0)

    await page.getByRole('contentinfo').getByRole('button', { name: 'Log in to the proxy' }).click()
    await question(page).waitFor()
    await logInToProxy(page, PASSWORD)
    await untilDocumentIs(page, 'Saved')
  })
})

describe.runIf(process.platform === 'linux')('a script that names the proxy (PAC)', () => {
  let squid: Squid
  let galley: GalleyApp
  const script = createServer((_request, response) => {
    response.setHeader('content-type', 'application/x-ns-proxy-autoconfig')
    response.end(`function FindProxyForURL(url, host) { return 'PROXY 127.0.0.1:${squid.port}' }`)
  })
  const portal = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<h1>Welcome to the hotel</h1>')
  })

  beforeAll(async () => {
    squid = await startSquid('digest')
    const port = await listen(script)
    galley = await startGalley({
      server: cms.url.replace('127.0.0.1', BEHIND),
      dataFolder: newDataFolder(),
      switches: [`--proxy-pac-url=http://127.0.0.1:${port}/proxy.pac`],
    })
  })
  afterAll(async () => {
    await galley.close()
    portal.close()
    script.close()
    await squid.dispose()
  })

  test('leads to a server whose name this computer does not know, with a log-in by digest', async () => {
    const { page } = galley
    await question(page).waitFor()
    await logInToProxy(page, PASSWORD)
    await page.getByRole('button', { name: 'Continue without encryption' }).click()
    await login(page, 'editor@example.com')
    await untilStatusBarSays(page, 'Online')
    expect(await question(page).count()).toBe(0)
  })

  test('a captive portal in its place is named, and edits wait until it is gone', async () => {
    const { page } = galley
    await openList(page, 'Posts')
    await openDocument(page, 'Porto before the log-in')
    await squid.stop()
    await listen(portal, squid.port)
    await titleInput(page).fill('Porto behind the portal')
    await page.keyboard.press('Control+s')
    await untilStatusBarSays(page, 'Your network may need a sign-in.')
    await untilDocumentIs(page, 'Waiting to send (1)')
    portal.closeAllConnections()
    await new Promise((resolve) => portal.close(resolve))
    await squid.start()
    await untilDocumentIs(page, 'Saved')
    expect(await titleInput(page).inputValue()).toBe('Porto behind the portal')
  })
})

describe.runIf(process.platform === 'linux')('certificates that are not accepted', () => {
  const home = mkdtempSync(join(tmpdir(), 'galley-home-'))
  let galley: GalleyApp | null = null

  beforeAll(() => {
    const store = join(home, '.pki', 'nssdb')
    mkdirSync(store, { recursive: true, mode: 0o700 })
    for (const name of ['cert9.db', 'key4.db']) copyFileSync(join(FIXTURES, name), join(store, name))
  })
  afterEach(() => galley?.close())
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const signed = (name: string) => ({
    key: readFileSync(join(FIXTURES, 'server.key')),
    cert: readFileSync(join(FIXTURES, name)),
  })

  test.for([
    ['expired', signed('expired.pem'), 'has expired or is not valid yet. Check the date and time'],
    ['of another name', signed('other-name.pem'), 'belongs to another name'],
    ['of an unknown authority', SELF_SIGNED, 'ask IT to install the company’s root certificate'],
  ] as const)('%s', async ([, certificate, words]) => {
    const server = createTlsServer(certificate, (_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      galley = await startGalley({
        server: `https://127.0.0.1:${port}`,
        dataFolder: newDataFolder(),
        env: { HOME: home },
      })
      const alert = galley.page.getByRole('alert')
      await alert.waitFor()
      await eventually(() => alert.innerText()).toContain(words)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
