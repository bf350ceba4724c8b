import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  proxy = await startFaultProxy(cms.url)
})

beforeEach(() => proxy.clearRules())

afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

/** The state of edits that are on disk; a post with autosave also reaches the outbox. */
const KEPT = /^(Only on this computer|Waiting to send.*)$/

test('SY1 the window crashes: it comes back by itself, with what was typed', async () => {
  const galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  const { app, page } = galley
  await login(page, 'editor@example.com')
  await openList(page, 'Posts')
  await openDocument(page, 'Bread, butter, cloudberries')
  // Nothing may be sent before the crash, so that the restored edits come from this computer.
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await titleInput(page).fill('Bread, butter, and a crash')
  await untilDocumentIs(page, KEPT)

  // A dead or new page does not answer, so main reports when the new one is loaded.
  await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents) throw new Error('no window')
    await new Promise<void>((resolve) => {
      contents.once('render-process-gone', () => contents.once('did-finish-load', () => resolve()))
      contents.forcefullyCrashRenderer()
    })
  })
  // Playwright loses a page that crashed, so main asks the window.
  const title = (): Promise<string> =>
    app.evaluate(({ BrowserWindow }) => {
      const script = `document.querySelector('main h1')?.textContent ?? ''`
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return contents ? (contents.executeJavaScript(script) as Promise<string>) : ''
    })
  await eventually(title).toBe('Bread, butter, and a crash')
  await galley.kill()
})

test('SY1 the app is killed as soon as what was typed is kept on this computer: nothing is lost and it arrives', async () => {
  const dataFolder = newDataFolder()
  let galley = await startGalley({ server: proxy.url, dataFolder })
  await login(galley.page, 'editor@example.com')
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, 'Where the reindeer cross')
  const id = new URL(galley.page.url()).pathname.split('/').at(-1) ?? ''
  // A sent edit would be reported as saved on the server.
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await titleInput(galley.page).fill('Where the reindeer crossed')
  await untilDocumentIs(galley.page, KEPT)
  await galley.kill()
  proxy.clearRules()

  galley = await startGalley({ server: proxy.url, dataFolder })
  await untilStatusBarSays(galley.page, 'Everything sent')
  const { token } = await cms.login('admin@example.com')
  const { json } = await cms.request('GET', `/posts/${id}?draft=true&depth=0&locale=en`, { token })
  expect(json).toMatchObject({ title: 'Where the reindeer crossed' })
  await galley.close()
})
