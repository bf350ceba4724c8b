import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, startCms, type Cms } from '../integration/support/cms.ts'
import {
  homeWithCertificates,
  startCertificateServer,
  type CertificateServer,
} from './support/certificate-server.ts'
import { violationsOf } from './support/axe.ts'
import { goTo } from './support/addresses.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'

/*
 * A person who has certificates on this computer, and servers that ask for one. The certificates lie where Chromium
 * looks on Linux; elsewhere they would have to go into the key store of whoever runs the tests.
 */
describe.runIf(process.platform === 'linux')('F73 certificates of this computer', () => {
  let cms: Cms
  let server: CertificateServer
  let galley: GalleyApp
  const home = homeWithCertificates()
  const question = () => galley.page.getByRole('alertdialog')

  /** Begins to open an address in a window of its own; what it says, or why it did not open, is in `answer`. */
  const open = (partition: string, path: string, host = '127.0.0.1') =>
    galley.app.evaluate(
      ({ BrowserWindow }, [name = '', url = '']) => {
        const window = new BrowserWindow({ show: false, webPreferences: { partition: name, sandbox: true } })
        const answer = window
          .loadURL(url)
          .then(() => window.webContents.executeJavaScript('document.body.innerText'), String)
          .finally(() => window.destroy())
        Reflect.set(globalThis, 'answer', answer)
      },
      [partition, `https://${host}:${server.port}${path}`],
    )
  const answer = () => galley.app.evaluate(async () => String(await Reflect.get(globalThis, 'answer')))

  beforeAll(async () => {
    cms = await startCms({ seed: 'small' })
    server = await startCertificateServer(cms.url)
    galley = await startGalley({
      server: `https://127.0.0.1:${server.port}`,
      dataFolder: newDataFolder(),
      env: { HOME: home },
    })
    await login(galley.page, 'editor@example.com')
    // Electron tells of certificates for requests of main, which have no page, in later versions only. Sessions of this
    // test stand for them in every version: Chromium asks, and sends what the app answers. Electron's own listener of
    // earlier versions knows no request without a page.
    await galley.app.evaluate(({ app }) => {
      const asked = 'select-client-certificate'
      const emit = app.emit.bind(app)
      const ours = app.listeners(asked).at(-1)
      app.emit = (name: string, ...args: unknown[]) => {
        const [event, contents, ...rest] = args
        const isMain = String(Object(contents).session?.storagePath ?? '').endsWith('as-main')
        if (name !== asked || !isMain || !ours) return Reflect.apply(emit, app, [name, ...args])
        Reflect.apply(ours, app, [event, null, ...rest])
        return true
      }
    })
    server.askForCertificates()
  })
  afterAll(async () => {
    await galley.close()
    await server.close()
    await cms.dispose()
    rmSync(home, { recursive: true, force: true })
  })

  test('F73 a page is shown none, though it is of the account’s own server, and nobody is asked', async () => {
    await open('preview-somebody', '/who/page')
    expect(await answer()).toBe('nobody')
    expect(server.seen).toEqual([{ path: '/who/page', who: null }])
    expect(await question().count()).toBe(0)
  })

  test('F73 another host is shown none, and nobody is asked', async () => {
    await open('persist:other-as-main', '/who/other', 'localhost')
    expect(await answer()).toBe('nobody')
    expect(server.seen.at(-1)).toEqual({ path: '/who/other', who: null })
    expect(await question().count()).toBe(0)
  })

  test('F73 the account’s own server is shown the one that the person chose, and whom it leads to none', async () => {
    // Only while main waits for an answer of that server is a handshake without a page its own. What a screen reads
    // ahead is given up when it is left, and answers that are here are not asked for: what the API view asks has to wait.
    const { token } = await cms.login('editor@example.com')
    const { json } = await cms.request('GET', '/highlights?limit=1&depth=0', { token })
    const id = String(at(json, 'docs', 0, 'id'))
    server.hold()
    await goTo(galley.page, `/collections/highlights/${id}/api?depth=7`)
    await expect
      .poll(server.waiting)
      .toContainEqual(expect.stringMatching(`^/api/highlights/${id}[?]depth=7`))
    await open('persist:as-main', '/who/first')
    await question().waitFor()
    await expect.poll(() => question().innerText()).toContain(`Show 127.0.0.1:${server.port} a certificate?`)
    for (const name of ['Ada Lovelace', 'Bob Two'])
      expect(
        await question()
          .getByText(new RegExp(`^${name}, from Test CA, valid until .*2126`))
          .count(),
      ).toBe(1)
    expect(await galley.page.getByRole('radio', { name: 'No certificate' }).isChecked()).toBe(true)
    expect(await violationsOf(galley.page)).toEqual([])
    await question().getByText('Ada Lovelace').click()
    await question().getByRole('button', { name: 'Continue' }).click()
    expect(await answer()).toBe('Ada Lovelace')

    // In a second session it is not asked again; the redirect leads to another host.
    await open('persist:second-as-main', '/who/away')
    expect(await answer()).toBe('nobody')
    expect(server.seen.slice(-2)).toEqual([
      { path: '/who/away', who: 'Ada Lovelace' },
      { path: '/who/there', who: null },
    ])
    expect(await question().count()).toBe(0)

    await open('preview-somebody-else', '/who/page')
    expect(await answer()).toBe('nobody')
  })
})
