import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
const dataFolder = newDataFolder()

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder })
  page = galley.page
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const question = () => page.getByRole('region', { name: 'Keep all documents on this computer?' })

test('after the first log-in the app asks what is to be kept here, and says that it is not encrypted', async () => {
  await question().getByText('They are not encrypted yet').waitFor()
  await question().getByRole('button', { name: 'Keep everything' }).click()
  await question().waitFor({ state: 'detached' })
  // The answer shows on the screen before it is stored.
  await expect
    .poll(() => page.evaluate("window.galley.call('prefetch.get')"))
    .toMatchObject({ settings: { keep: 'all' } })
})

test('U6 without anything being opened, everything is on this computer', async () => {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Everything within your limits is on this computer, except users').waitFor()
  expect(await page.getByRole('radio', { name: 'Everything I may read' }).isChecked()).toBe(true)
})

test('U6 M.03 (part) offline after a restart, lists and documents that nobody opened are there; it does not ask again', async () => {
  await galley.close()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  galley = await startGalley({ server: proxy.url, dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(await question().count()).toBe(0)
  await openList(page, 'Places')
  const names = page.getByRole('main').getByRole('row').getByRole('link')
  await names.first().waitFor()
  const first = await names.first().innerText()
  await names.first().click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(first)
  await page.getByRole('main').getByRole('textbox').first().waitFor()
  await openList(page, 'Posts')
  await openDocument(page, 'Porto before the ferries')
  expect(await titleInput(page).inputValue()).toBe('Porto before the ferries')
  await page
    .getByRole('contentinfo')
    .getByText(/^Last contact/)
    .waitFor()
})

test('what is kept is changed in Settings, and a limit that is no number is not taken', async () => {
  await page.getByRole('link', { name: 'Settings' }).click()
  const room = page.getByRole('textbox', { name: 'Space for documents, in MB' })
  await room.fill('0')
  await room.blur()
  await page.getByText('Enter a whole number from 1 to 100000').waitFor()
  await room.fill('200')
  await room.blur()
  await page.getByRole('radio', { name: 'Only what I open' }).press('Space')
  await room.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Everything I may read' }).press('Space')
  expect(await room.inputValue()).toBe('200')
})

test('U6 who keeps only what is opened hears what is here all the same, and can remove it', async () => {
  await page.getByRole('radio', { name: 'Only what I open' }).press('Space')
  await page.getByText('documents on list pages you look at').waitFor()
  const kept = page.getByText(/^\d+ documents are kept on this computer/)
  await kept.waitFor()
  const count = async () => Number.parseInt(await kept.innerText(), 10)
  const before = await count()
  await page.getByRole('button', { name: 'Remove them…' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Remove ${before} documents from this computer?` })
  await dialog.getByText('Unsent edits stay here').waitFor()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  // Documents opened since the start stay: they may be on the screen.
  await expect.poll(count).toBeLessThan(before)
})
