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
import { goOffline } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

/* Favourite and recent documents in the navigation, and the number of a collection's drafts. */

const dataDir = mkdtempSync(path.join(tmpdir(), 'galley-favourites-'))
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

const section = (name: string) => page.locator('#sidebar').getByRole('group', { name, exact: true })
const titlesIn = (name: string) => section(name).getByRole('link').locator('bdi').allInnerTexts()
const star = () => page.getByRole('main').getByRole('button', { name: 'Favourite', exact: true })
const pageOf = (title: string) => `/collections/pages/${ids[title] ?? ''}`
const drafts = () => page.locator('#sidebar').getByRole('link', { name: /drafts?$/ })

async function openPage(title: string): Promise<void> {
  await goTo(page, pageOf(title))
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

test('a star puts a document among the favourites, from its header and from a list, and by the keyboard', async () => {
  await openPage('Alpha')
  await star().focus()
  await page.keyboard.press('Enter')
  await eventually(() => titlesIn('Favourites')).toEqual(['Alpha'])
  expect(await star().getAttribute('aria-pressed')).toBe('true')

  await page.getByRole('navigation').getByRole('link', { name: 'Pages', exact: true }).first().click()
  const row = page.getByRole('table', { name: 'Pages' }).getByRole('row').filter({ hasText: 'Gamma' })
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await eventually(() => titlesIn('Favourites')).toEqual(['Alpha', 'Gamma'])
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove from favourites' }).waitFor()
  await page.keyboard.press('Escape')

  await section('Favourites')
    .getByRole('link', { name: /^Alpha ?, Page$/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Alpha' }).waitFor()
  expect(
    await section('Favourites')
      .getByRole('link', { name: /^Alpha/ })
      .getAttribute('aria-current'),
  ).toBe('page')
  expect(await violationsOf(page)).toEqual([])
})

test('a collection says beside its name how many drafts it has, and leads to them', async () => {
  await eventually(() => drafts().locator('[aria-hidden]').innerText()).toBe('2')
  await drafts().click()
  const titles = () =>
    page.getByRole('table', { name: 'Pages' }).locator('tbody tr td:first-child a').allInnerTexts()
  await eventually(async () => (await titles()).toSorted()).toEqual(['Delta', 'Gamma'])
  // A published document with changes counts as well.
  await openPage('Beta')
  await page.getByRole('textbox', { name: /^Title/ }).fill('Beta, changed')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await eventually(() => drafts().locator('[aria-hidden]').innerText()).toBe('3')
})

test('documents that were opened last are there once the section is opened, the newest first', async () => {
  await page.getByRole('button', { name: 'Recent', expanded: false }).click()
  await eventually(() => titlesIn('Recent')).toEqual(['Beta, changed', 'Alpha'])
  await section('Recent')
    .getByRole('link', { name: /^Alpha/ })
    .click()
  await eventually(() => titlesIn('Recent')).toEqual(['Alpha', 'Beta, changed'])
  expect(await violationsOf(page)).toEqual([])
})

test('without a network and over a restart they are as they were, a new document is followed to its id, and a deleted one goes', async () => {
  await goOffline(page, proxy)
  await section('Favourites')
    .getByRole('link', { name: /^Gamma/ })
    .click()
  await page.getByRole('textbox', { name: /^Title/ }).fill('Gamma, offline')
  await eventually(() => titlesIn('Favourites')).toEqual(['Alpha', 'Gamma, offline'])
  await goTo(page, '/collections/pages/create')
  await page.getByRole('textbox', { name: /^Title/ }).fill('Made offline')
  await star().click()
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await eventually(() => titlesIn('Favourites')).toEqual(['Alpha', 'Gamma, offline', 'Made offline'])
  await section('Favourites')
    .getByRole('link', { name: /^Made offline ?, Page ?, Waiting/ })
    .waitFor()

  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await eventually(() => titlesIn('Favourites')).toEqual(['Alpha', 'Gamma, offline', 'Made offline'])
  await eventually(async () => (await titlesIn('Recent')).slice(0, 2)).toEqual([
    'Made offline',
    'Gamma, offline',
  ])

  proxy.clearRules()
  await page.evaluate(() => Reflect.get(window, 'galley').call('connection.check', undefined))
  const hrefOf = (title: RegExp) =>
    section('Favourites').getByRole('link', { name: title }).getAttribute('href')
  // The server assigns numbers: the new document has one by now.
  await eventually(() => hrefOf(/^Made offline/)).toMatch(/\/collections\/pages\/\d+$/)
  await section('Favourites')
    .getByRole('link', { name: /^Made offline/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Made offline' }).waitFor()
  expect(await star().getAttribute('aria-pressed')).toBe('true')

  const deleted = (await addressOf(page)).split('?')[0]?.split('/').at(-1) ?? ''
  ok(await cms.request('DELETE', `/pages/${deleted}`, { token }))
  await page.getByRole('navigation').getByRole('link', { name: 'Pages', exact: true }).first().click()
  await eventually(() => titlesIn('Favourites')).toEqual(['Alpha', 'Gamma, offline'])
  await section('Favourites')
    .getByRole('link', { name: /^Alpha/ })
    .hover()
  await section('Favourites').getByRole('button', { name: 'Remove “Alpha” from favourites' }).click()
  await eventually(() => titlesIn('Favourites')).toEqual(['Gamma, offline'])
})
