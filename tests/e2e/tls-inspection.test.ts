import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startCertificateServer, type CertificateServer } from './support/certificate-server.ts'
import { eventually } from './support/eventually.ts'
import { demoPassword, login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { startInspectingProxy, type InspectingProxy } from './support/inspecting-proxy.ts'
import { openDocument, openList, titleInput, untilStatusBarSays } from './support/screens.ts'

/* A company's proxy decrypts TLS: each server has a certificate that the proxy made, of the company's own authority. */

const title = 'Porto before the ferries'

describe.runIf(process.platform === 'linux')('a proxy that looks into TLS', () => {
  let cms: Cms
  let server: CertificateServer
  let proxy: InspectingProxy
  let home: string | null = null
  let galley: GalleyApp | null = null
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    proxy = await startInspectingProxy(join(import.meta.dirname, 'support/client-certificates/ca.pem'))
    ends.push(proxy.dispose)
    cms = await startCms({ seed: 'small' })
    ends.push(cms.dispose)
    server = await startCertificateServer(cms.url)
    ends.push(server.close)
  })
  afterEach(async () => {
    await galley?.close()
    if (home !== null) rmSync(home, { recursive: true, force: true })
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  const start = (HOME: string): Promise<GalleyApp> =>
    startGalley({
      server: `https://127.0.0.1:${server.port}`,
      dataFolder: newDataFolder(),
      // Chromium asks no proxy for addresses of this computer, unless it is told to.
      switches: [`--proxy-server=127.0.0.1:${proxy.port}`, '--proxy-bypass-list=<-loopback>'],
      env: { HOME },
    })

  test('whose authority nobody trusts here gets nothing, and the connect screen says what IT has to do', async () => {
    home = mkdtempSync(join(tmpdir(), 'galley-home-'))
    galley = await start(home)
    const { page } = galley
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await eventually(() => alert.innerText()).toContain('ask IT to install the company’s root certificate')
    // No password can be typed.
    expect(await page.locator('input[type=password]').count()).toBe(0)
    expect(new Set(proxy.seen().map(({ kind }) => kind))).toEqual(new Set(['refused']))
  })

  test('whose authority is in the NSS store lets somebody sign in and read a document', async () => {
    home = proxy.homeThatTrusts()
    galley = await start(home)
    const { page } = galley
    await login(page, 'editor@example.com')
    await openList(page, 'Posts')
    await openDocument(page, title)
    expect(await titleInput(page).inputValue()).toBe(title)
    await untilStatusBarSays(page, 'Online')
    // The proxy has read along: nothing went past it.
    const logins = proxy.seen().filter(({ path }) => path.startsWith('/api/users/login'))
    expect(logins.map(({ method }) => method)).toEqual(['POST'])
    expect(logins[0]?.body).toContain(demoPassword)
    expect(proxy.seen().some(({ path }) => /^\/api\/posts\/\d+/.test(path))).toBe(true)
  })
})
