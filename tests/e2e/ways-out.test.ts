import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let token: string
const dataFolder = newDataFolder()

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  proxy = await startFaultProxy(cms.url)
  token = (await cms.login('admin@example.com')).token
  galley = await startGalley({ server: proxy.url, dataFolder })
  await login(galley.page, 'editor@example.com')
})

beforeEach(() => proxy.clearRules())

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

test('F9 a document that was deleted is made again of what was typed, or exported, and the edit is done with', async () => {
  const { page, app } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'Sleeping in a lighthouse')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  // Without a network meanwhile: else the window may hear of the deletion before the title is typed.
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await titleInput(page).fill('Waking up in a lighthouse')
  await cms.request('DELETE', `/posts/${id}`, { token })
  proxy.clearRules()
  await untilDocumentIs(page, 'Failed: deleted on the server')

  const file = join(dataFolder, 'exported.json')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, file)
  const note = page.getByRole('main').getByRole('status').filter({ hasText: 'failed.' })
  await note.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByText(`Saved as ${file}`).waitFor()
  expect(readFileSync(file, 'utf8')).toContain('Waking up in a lighthouse')

  await note.getByRole('button', { name: 'Create again' }).click()
  await untilDocumentIs(page, 'Saved')
  expect(await titleInput(page).inputValue()).toBe('Waking up in a lighthouse')
  const made = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(made).not.toBe(id)
  const answer = await cms.request('GET', `/posts/${made}?draft=true&depth=0&locale=en`, { token })
  expect(answer.json).toMatchObject({ title: 'Waking up in a lighthouse' })
  await untilStatusBarSays(page, 'Everything sent')
})

test('U3 U16 (part) a new document that was never sent, and a draft that was never saved, can be given up; then there is nothing to send', async () => {
  const { page } = galley
  await openList(page, 'Authors')
  await page.getByRole('main').getByRole('link').filter({ hasText: /\w/ }).first().waitFor()
  const rows = page.getByRole('main').getByRole('row').getByRole('link')
  await rows.first().click()
  const name = page.getByRole('textbox', { name: 'Name' }).first()
  // Now it is on this computer.
  await name.waitFor()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await name.fill('Typed, and never saved')
  await untilDocumentIs(page, 'Only on this computer')

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Outbox/ })
    .click()
  await page.getByRole('button', { name: /Not saved yet/ }).click()
  await page.getByRole('button', { name: 'Discard…' }).click()
  const dialog = page.getByRole('alertdialog')
  expect(await dialog.innerText()).toContain('Name')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Edits that still have to be sent appear here.').waitFor()
  const send = page.getByRole('button', { name: 'Send now' })
  expect(await send.getAttribute('aria-disabled')).toBe('true')

  await openList(page, 'Posts')
  await page.getByRole('link', { name: 'Create New' }).first().click()
  await titleInput(page).fill('Never to be sent')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await page.getByRole('button', { name: 'More actions for this document' }).click()
  await page.getByRole('menuitem', { name: 'Discard this document…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
  expect(await page.getByRole('link', { name: 'Never to be sent' }).count()).toBe(0)
})
