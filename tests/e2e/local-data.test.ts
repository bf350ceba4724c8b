import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilStatusBarSays } from './support/screens.ts'
import { askToSignOut } from './support/signing.ts'

const title = 'Porto before the ferries'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await openList(page, 'Posts')
  await openDocument(page, title)
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const files = (): string[] =>
  readdirSync(join(galley.dataFolder, 'accounts'), { recursive: true, encoding: 'utf8' })
const unreachable = (): void => {
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
}

/** Another program holds the database for writing, as a backup or a virus scanner may. Answers what ends that. */
function holdDatabase(): () => void {
  const [name] = files().filter((file) => file.endsWith('.sqlite'))
  const other = new Database(join(galley.dataFolder, 'accounts', name ?? ''))
  other.exec('BEGIN EXCLUSIVE')
  return () => {
    other.exec('ROLLBACK')
    other.close()
  }
}
/** Closes the window as its button does. */
const closeWindow = () =>
  galley.app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.close()
  })
/** Answers every later dialog that asks where to save a file. */
const chooseFile = (path: string) =>
  galley.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)

test('F8 closing with text that cannot be written keeps the window, exports it, and closes once it can be', async () => {
  unreachable()
  await page.getByRole('button', { name: /^Server / }).click()
  await page.getByRole('menuitem', { name: 'Check the connection now' }).click()
  await untilStatusBarSays(page, 'Offline')
  const letGo = holdDatabase()
  const typed = `${title}, typed while nothing could be written`
  await titleInput(page).fill(typed)
  await page
    .getByText(/^Not saved on this computer/)
    .first()
    .waitFor()
  await closeWindow()
  const question = page.getByRole('alertdialog', { name: 'Not everything is saved' })
  await question.getByText('Your last changes in 1 document could not be saved on this computer.').waitFor()
  await eventually(() =>
    question
      .getByRole('button', { name: 'Keep open' })
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)

  await question.getByRole('button', { name: 'Try again' }).click()
  await question.getByRole('button', { name: 'Try again' }).waitFor()
  await question.getByRole('button', { name: 'Quit anyway…' }).click()
  await page
    .getByRole('alertdialog', { name: 'Quit without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()

  const exported = join(galley.dataFolder, 'exported.json')
  await chooseFile(exported)
  await question.getByRole('button', { name: 'Export…' }).click()
  await question.getByText(`Saved as ${exported}`).waitFor()
  expect(readFileSync(exported, 'utf8')).toContain(typed)
  letGo()

  const ended = new Promise<void>((resolve) => galley.app.process().once('exit', () => resolve()))
  await question.getByRole('button', { name: 'Try again' }).click()
  await ended
  const [copy] = files().filter((name) => name.endsWith('.unsent.json'))
  expect(readFileSync(join(galley.dataFolder, 'accounts', copy ?? ''), 'utf8')).toContain(typed)
})

test('M.03 (part), U5 the next start opens what is here without the server, and signing out offline is warned of', async () => {
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  expect(await askToSignOut(page)).toContain(
    'You are offline. Until you can connect and log in again, you can’t open the documents on this computer.',
  )
  const dialog = page.getByRole('alertdialog')
  await eventually(() =>
    dialog.getByRole('button', { name: 'Cancel' }).evaluate((button) => button === document.activeElement),
  ).toBe(true)
  await dialog.getByRole('button', { name: 'Log out', exact: true }).click()
  const servers = page.getByRole('navigation', { name: 'Servers' })
  await servers.getByText('1 edit waiting for you').waitFor()
  await page.getByText('You need a connection to log in.').waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(/ERR_|ECONN/)
})

test('F56 the server that comes back is found by itself', async () => {
  await page.getByText('Galley keeps trying.').waitFor()
  proxy.clearRules()
  await page.getByText('The server answers').waitFor()
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  await login(page, 'editor@example.com')
})

test('F33 documents are removed from this computer after a question that begins at Cancel', async () => {
  proxy.addRule({ match: ({ method }) => method === 'PATCH', fault: { kind: 'status', status: 503 } })
  await openList(page, 'Notes')
  await page.getByRole('link', { name: 'Create New' }).first().click()
  await titleInput(page).fill('Not sent')
  await page.getByRole('button', { name: /^Server / }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'On this computer' })
  await section.getByText('Jonas Lindqvist, Nordlys Travel').waitFor()
  await section.getByRole('button', { name: 'Remove documents from this computer…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/^\d edits? (has|have) not been sent/).waitFor()
  await dialog.getByText('You will be logged out.').waitFor()
  await eventually(() =>
    dialog.getByRole('button', { name: 'Cancel' }).evaluate((button) => button === document.activeElement),
  ).toBe(true)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.locator('input[type=password]').waitFor()
  await eventually(() => Promise.resolve(files())).toEqual([])
})
