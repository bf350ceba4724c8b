import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOffline, openList, untilDocumentIs } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

/* The dashboard's next steps, by mouse and keyboard, online, offline and after a restart. */

const dataDir = mkdtempSync(path.join(tmpdir(), 'galley-dashboard-'))
let cms: Cms
let proxy: FaultProxy
let token: string
let galley: GalleyApp
let page: Page
const ids: Record<string, string> = {}

beforeAll(async () => {
  const script = path.join(import.meta.dirname, '../integration/support/configured-site.ts')
  cms = await startCms({ dataDir, script })
  ;({ token } = await cms.login('editor@example.com'))
  for (const [title, draft] of Object.entries({ Alpha: false, Beta: false, Gamma: true, Delta: true })) {
    const body = { title, _status: draft ? 'draft' : 'published' }
    const made = ok(await cms.request('POST', `/pages${draft ? '?draft=true' : ''}`, { token, body }))
    ids[title] = String(at(made.json, 'doc', 'id'))
  }
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1300, 860)
  await login(page, 'editor@example.com', { link: 'Pages' })
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
  rmSync(dataDir, { recursive: true, force: true })
})

const main = () => page.getByRole('main')
const card = (name: string) => main().getByRole('region', { name, exact: true })
const titlesIn = (name: string) => card(name).getByRole('listitem').getByRole('link').allInnerTexts()
const titleField = () => page.getByRole('textbox', { name: /^Title/ })
/** Returns the names of the cards, in order. */
const cards = async () =>
  (await main()
    .getByRole('button', { name: /^Options for/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))) as string[]

async function openDashboard(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

test('Continue leads to the field that was edited last, by mouse and by keyboard', async () => {
  await goTo(page, `/collections/pages/${ids['Alpha'] ?? ''}`)
  await titleField().fill('Alpha, edited')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, 'Saved')
  await openDashboard()
  await eventually(() => titlesIn('Continue')).toEqual(['Alpha, edited'])
  const link = card('Continue').getByRole('link', { name: 'Alpha, edited' })
  await link.click()
  const isInTitle = () => titleField().evaluate((input) => input === document.activeElement)
  await eventually(isInTitle).toBe(true)
  await openDashboard()
  await link.focus()
  await page.keyboard.press('Enter')
  await titleField().waitFor()
  await eventually(isInTitle).toBe(true)
})

test('drafts that nobody has at hand wait, with the way to all of them', async () => {
  await openList(page, 'Pages')
  await openDashboard()
  await eventually(async () => (await titlesIn('Drafts waiting')).toSorted()).toEqual(['Delta', 'Gamma'])
  await card('Drafts waiting').getByRole('link', { name: 'All in Pages (3)' }).click()
  await eventually(() => page.getByRole('table', { name: 'Pages' }).locator('tbody tr').count()).toBe(3)
})

test('what somebody else changed is told with the time, and own saves are not', async () => {
  await openDashboard()
  await openList(page, 'Pages')
  const body = { title: 'Beta, by somebody else' }
  ok(await cms.request('PATCH', `/pages/${ids['Beta'] ?? ''}`, { token, body }))
  await goTo(page, '/collections/pages')
  await page.getByRole('link', { name: 'Beta, by somebody else' }).waitFor()
  await openDashboard()
  const name = 'Changed elsewhere since you last looked'
  await eventually(() => titlesIn(name)).toEqual(['Beta, by somebody else'])
  await card(name).locator('time').waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('cards are moved and hidden by the keyboard, and are so after a restart without the server', async () => {
  await goTo(page, '/')
  await eventually(cards).toEqual(['Options for “Continue”', 'Options for “Drafts waiting”'])
  const menu = () => main().getByRole('button', { name: 'Options for “Continue”' })
  await menu().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move down' }).press('Enter')
  await eventually(cards).toEqual(['Options for “Drafts waiting”', 'Options for “Continue”'])
  expect(await menu().evaluate((button) => button === document.activeElement)).toBe(true)
  await goOffline(page, proxy)
  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await eventually(cards).toEqual(['Options for “Drafts waiting”', 'Options for “Continue”'])
  await eventually(() => titlesIn('Continue')).toEqual(['Alpha, edited'])
  await main().getByRole('button', { name: 'Options for “Drafts waiting”' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Hide this card' }).press('Enter')
  await eventually(cards).toEqual(['Options for “Continue”'])
  const choices = main().getByRole('button', { name: 'Cards' })
  expect(await choices.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Show “Drafts waiting”' }).press('Enter')
  await eventually(cards).toEqual(['Options for “Drafts waiting”', 'Options for “Continue”'])
})

test('U54 (place) after a restart the window is where it was left, with the caret; what is gone leads to the dashboard', async () => {
  proxy.clearRules()
  await goTo(page, `/collections/pages/${ids['Gamma'] ?? ''}`)
  await titleField().click()
  const again = async () => {
    await galley.close()
    galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
    page = galley.page
  }
  await again()
  await page.getByRole('heading', { level: 1, name: 'Gamma' }).waitFor()
  await eventually(() => titleField().evaluate((input) => input === document.activeElement)).toBe(true)
  await goTo(page, '/collections/pages?sort=title')
  await page.getByRole('table', { name: 'Pages' }).waitFor()
  await again()
  await page.getByRole('table', { name: 'Pages' }).waitFor()
  expect(await addressOf(page)).toBe('/collections/pages?sort=title')

  await goTo(page, `/collections/pages/${ids['Delta'] ?? ''}`)
  await titleField().waitFor()
  await galley.close()
  ok(await cms.request('DELETE', `/pages/${ids['Delta'] ?? ''}`, { token }))
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(await addressOf(page)).toBe('/')
})
