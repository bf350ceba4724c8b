import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let folder: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  ;({ token } = await cms.login())
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1280, 800)
  await login(page, 'admin@example.com')
  folder = mkdtempSync(join(tmpdir(), 'galley-export-'))
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

beforeEach(async () => {
  proxy.clearRules()
  await goTo(page, '/collections/posts')
  await untilStatusBarSays(page, 'Online')
})

/** Answers the next file dialog. */
const chooseFile = (name: string) =>
  galley.app.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    },
    join(folder, name),
  )
const dialog = () => page.getByRole('dialog', { name: /^Export/ })
const write = () => dialog().getByRole('button', { name: 'Export', exact: true })
const lines = (name: string): string[] => readFileSync(join(folder, name), 'utf8').split('\r\n')

async function openForAll(): Promise<void> {
  await page.getByRole('table', { name: 'Posts' }).locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: 'More about this list' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await dialog().waitFor()
}

async function onServer(query: string): Promise<readonly unknown[]> {
  const path = `/posts?draft=true&depth=0&locale=en&sort=-updatedAt&limit=0&${query}`
  return listAt((await cms.request('GET', path, { token })).json, 'docs')
}

test('all that match a filter and a search are written to a CSV as the list shows them, by the keyboard alone', async () => {
  const filter = 'where[or][0][and][0][season][equals]=winter'
  await goTo(page, `/collections/posts?search=night&${filter}`)
  const expected = await onServer(`${filter}&where[or][0][and][1][title][like]=night`)
  expect(expected.length).toBeGreaterThan(0)
  await chooseFile('winter.csv')
  await page.getByRole('table', { name: 'Posts' }).locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: 'More about this list' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Export' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog().waitFor()
  expect(await dialog().getByRole('heading').innerText()).toBe(`Export Posts: ${expected.length}`)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText(new RegExp(`^${expected.length} documents? exported to .*winter\\.csv$`)).waitFor()
  const [head, ...rows] = lines('winter.csv')
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const titles = heads.map((text) => text.split('\n').at(-1) ?? '')
  expect(head).toBe(`\uFEFF${titles.slice(0, -1).join(',')}`)
  expect(rows).toHaveLength(expected.length + 1)
  for (const [index, doc] of expected.entries()) expect(rows[index]).toContain(String(at(doc, 'title')))
  // The title of a referenced document, not its id.
  expect(titles).toContain('Category')
  expect(rows.join('\n')).not.toContain('[object')
})

test('what is selected is written to JSON with all fields', async () => {
  const rows = page.getByRole('table', { name: 'Posts' }).locator('tbody tr')
  await rows.first().waitFor()
  const ids: string[] = []
  for (const index of [0, 2]) {
    ids.push((await rows.nth(index).getAttribute('data-row')) ?? '')
    await rows.nth(index).getByRole('checkbox').click()
  }
  const bar = page.getByRole('group', { name: 'Selected documents' })
  await bar.getByText('2 selected').waitFor()
  await chooseFile('two.json')
  await bar.getByRole('button', { name: 'Export' }).click()
  expect(await dialog().getByRole('heading').innerText()).toBe('Export 2 documents')
  await dialog().getByText('JSON').click()
  await dialog().getByText('All fields').click()
  await write().click()
  await page.getByText(/^2 documents exported to/).waitFor()
  const written: unknown = JSON.parse(readFileSync(join(folder, 'two.json'), 'utf8'))
  const docs = await onServer(ids.map((id, index) => `where[id][in][${index}]=${id}`).join('&'))
  const whole = new Map(docs.map((doc) => [String(at(doc, 'id')), doc]))
  expect(listAt({ written }, 'written').map((doc) => String(at(doc, 'id')))).toEqual(ids)
  for (const doc of listAt({ written }, 'written')) {
    const expected = whole.get(String(at(doc, 'id')))
    for (const name of ['title', 'layout', 'body', 'meta', 'authors'])
      expect([name, at(doc, name)]).toEqual([name, at(expected, name)])
  }
})

test('an export is cancelled while the server is slow, and leaves no file', async () => {
  await chooseFile('never.csv')
  await openForAll()
  proxy.addRule({
    match: ({ path }) => path.startsWith('/api/posts'),
    fault: { kind: 'hold' },
  })
  await write().click()
  await dialog().getByRole('progressbar').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().getByRole('radio', { name: 'JSON' }).waitFor()
  await eventually(() => readdirSync(folder).filter((name) => name.includes('never'))).toEqual([])
})

test('a file that cannot be written says so in the dialog, and nothing is left', async () => {
  await chooseFile(join('no-such-folder', 'x.csv'))
  await openForAll()
  await write().click()
  await dialog().getByRole('alert').getByText('Nothing was saved.').waitFor()
  expect(existsSync(join(folder, 'no-such-folder'))).toBe(false)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'detached' })
})

test('without the server what is on this computer is exported, and its number is said', async () => {
  // The documents of a page of the list are stored whole.
  await goTo(page, '/collections/posts?limit=100')
  await page
    .getByRole('contentinfo')
    .getByText(/Posts: (\d+) of \1 on this computer/)
    .waitFor()
  const all = await onServer('')
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.reload()
  await untilStatusBarSays(page, 'Offline')
  await chooseFile('offline.csv')
  await openForAll()
  await dialog().getByText(`it has ${all.length} of ${all.length} whole`).waitFor()
  await dialog().getByText('All fields').click()
  await write().click()
  await page.getByText(new RegExp(`^${all.length} documents on this computer exported to`)).waitFor()
  expect(lines('offline.csv')[0]).toMatch(/^\uFEFFid,title,/)
})

test('the trash is exported, too', async () => {
  const { json } = await cms.request('POST', '/posts?draft=true', { token, body: { title: '=thrown' } })
  const id = String(at(json, 'doc', 'id'))
  const thrown = await cms.request('PATCH', `/posts/${id}?trash=true`, {
    token,
    body: { deletedAt: '2026-01-01T00:00:00.000Z' },
  })
  expect(thrown.status).toBe(200)
  await goTo(page, '/collections/posts/trash')
  await page.getByRole('table', { name: 'Posts in the trash' }).locator('tbody tr').first().waitFor()
  await chooseFile('trash.csv')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await write().click()
  await page.getByText(/exported to .*trash\.csv/).waitFor()
  expect(lines('trash.csv').some((line) => line.startsWith("'=thrown"))).toBe(true)
})
