import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { violationsOf } from './support/axe.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { demoPassword, login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOffline, openDocument, openList, titleInput, untilDocumentIs } from './support/screens.ts'
import { signOut } from './support/signing.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
const dataFolder = newDataFolder()

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder, env: { GALLEY_LOG: 'debug' } })
  page = galley.page
  await login(page, 'editor@example.com')
})
afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const heading = (name: string) => page.getByRole('heading', { name })

test('from the menu bar: each step of the way, the database and the versions, while it is online', async () => {
  await galley.app.evaluate(({ Menu, BrowserWindow }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Help')
    const item = help?.submenu?.items.find(({ label }) => label === 'Diagnostics')
    const [window] = BrowserWindow.getAllWindows()
    item?.click({ triggeredByAccelerator: false }, window, window?.webContents)
  })
  await heading('Diagnostics').waitFor()
  expect(new URL(page.url()).pathname).toBe('/diagnostics')
  for (const name of ['Proxy', 'Name of the server', 'Connection to the server', 'Answer of the server'])
    await step(name).filter({ hasText: 'OK' }).waitFor()
  await step('Payload CMS')
    .filter({ hasText: /OK.*3\.90/ })
    .waitFor()
  await step('Signed in')
    .filter({ hasText: /OK.*Until/ })
    .waitFor()
  await page.getByRole('button', { name: 'Check for damage' }).click()
  await page.getByText('No damage found.').waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'Last lines of the log' }).innerText())
    .toContain('http')
  expect(await violationsOf(page)).toEqual([])
})

test('the report names the server, and neither documents nor people nor what lets somebody in', async () => {
  await openList(page, 'Posts')
  await openDocument(page, 'Porto before the ferries')
  await titleInput(page).fill('A merger that nobody knows of')
  await page.keyboard.press('Control+s')
  await untilDocumentIs(page, 'Saved')
  const partitions = readdirSync(join(dataFolder, 'Partitions'))
  const token = await galley.app.evaluate(async ({ session }, names) => {
    const jars = await Promise.all(
      names.map((name) => session.fromPartition(`persist:${name}`).cookies.get({})),
    )
    return jars.flat().find(({ value }) => value.startsWith('eyJ'))?.value ?? ''
  }, partitions)
  expect(token).not.toBe('')
  const filePath = join(dataFolder, 'saved-report.json')
  await galley.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
  }, filePath)
  await goTo(page, '/diagnostics')
  await page.getByRole('button', { name: 'Save a report…' }).click()
  const shown = await page.getByRole('region', { name: 'The whole report' }).innerText()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Report saved: ${filePath}`).waitFor()
  const text = readFileSync(filePath, 'utf8')
  expect(JSON.parse(shown)).toEqual(JSON.parse(text))
  expect(text).toContain(new URL(proxy.url).host)
  for (const secret of [
    'merger',
    'Porto',
    'example.com',
    'editor',
    demoPassword,
    token,
    'eyJ',
    '?',
    'limit=',
  ])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
})

test('offline it says at which step the way ends, and goes it again when asked', async () => {
  await goOffline(page, proxy)
  await goTo(page, '/diagnostics')
  await step('Connection to the server').filter({ hasText: 'Failed' }).waitFor()
  await step('Signed in').filter({ hasText: 'Not reached' }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  proxy.clearRules()
  await page.getByRole('button', { name: 'Try again' }).click()
  await step('Signed in').filter({ hasText: 'OK' }).waitFor()
  await eventually(() => page.getByRole('alert').count()).toBe(0)
})

test('signed out it is reached from the log-in screen', async () => {
  await signOut(page)
  await page.getByRole('button', { name: 'Having trouble?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' })
  await dialog.waitFor()
  await step('Galley’s companion plugin').filter({ hasText: 'OK' }).waitFor()
  await step('Signed in').filter({ hasText: 'Not needed' }).waitFor()
  await dialog.getByText('Nobody is signed in, so no database is open.').waitFor()
  expect(await violationsOf(page)).toEqual([])
})
