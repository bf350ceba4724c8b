import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

/* Lists under names: views that the site keeps (`pages` of configured-site.ts), and those of this computer (`named`). */

const dataDir = mkdtempSync(path.join(tmpdir(), 'galley-views-'))
let cms: Cms
let proxy: FaultProxy
let token: string
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  const script = path.join(import.meta.dirname, '../integration/support/configured-site.ts')
  cms = await startCms({ dataDir, script })
  ;({ token } = await cms.login('editor@example.com'))
  for (const title of ['Alpha', 'Beta', 'Gamma'])
    ok(await cms.request('POST', '/pages', { token, body: { title, _status: 'published' } }))
  for (const title of ['Delta', 'Epsilon'])
    ok(await cms.request('POST', '/pages?draft=true', { token, body: { title } }))
  for (const id of ['one', 'two'])
    ok(await cms.request('POST', '/named', { token, body: { id, title: `Named ${id}` } }))
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

const views = (name: string | RegExp = 'Views') =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
const dialog = () => page.getByRole('dialog', { name: /^(Save as a view|Rename)/ })
const navViews = (label: string) => page.getByRole('list', { name: `Views of ${label}` })
const titles = (label: string) =>
  page.getByRole('table', { name: label }).locator('tbody tr td:first-child a').allInnerTexts()
const viewsOnServer = async () =>
  listAt((await cms.request('GET', '/payload-query-presets?depth=0&sort=title', { token })).json, 'docs')

async function saveAs(name: string, who?: string): Promise<void> {
  await views().click()
  await item('Save as a view…').click()
  await dialog().getByRole('textbox', { name: 'Name of the view' }).fill(name)
  if (who !== undefined) await dialog().getByText(who, { exact: true }).click()
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
}

test('a list is kept under a name by the site, for all, and stands in the navigation with how many it shows', async () => {
  await goTo(page, '/collections/pages?where[or][0][and][0][_status][equals]=draft')
  await eventually(() => titles('Pages')).toHaveLength(2)
  await views().click()
  await item('Save as a view…').click()
  expect(await violationsOf(page)).toEqual([])
  // A view without a name is nothing to look for.
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByText('Give the view a name').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })

  await saveAs('Drafts', 'Everyone')
  await views('Drafts').waitFor()
  const link = navViews('Pages').getByRole('link', { name: /^Drafts/ })
  await eventually(() => link.innerText()).toContain('2')
  await eventually(() => link.getAttribute('aria-current')).toBe('page')
  const where = { or: [{ and: [{ _status: { equals: 'draft' } }] }] }
  await eventually(async () => (await viewsOnServer()).map((doc) => at(doc, 'title'))).toEqual(['Drafts'])
  const [kept] = await viewsOnServer()
  expect(kept).toMatchObject({
    relatedCollection: 'pages',
    where,
    isShared: true,
    access: { read: { constraint: 'everyone' }, update: { constraint: 'onlyMe' } },
  })
  // It has the id of the server by now, and the address with it.
  await eventually(async () => new URLSearchParams((await addressOf(page)).split('?')[1]).get('preset')).toBe(
    String(at(kept, 'id')),
  )
  expect(await violationsOf(page)).toEqual([])
})

test('what is changed about a view is seen, and kept in it or in another one; all documents are one choice away', async () => {
  await page.getByRole('navigation').getByRole('link', { name: 'Pages', exact: true }).click()
  await eventually(() => titles('Pages')).toHaveLength(5)
  await navViews('Pages')
    .getByRole('link', { name: /^Drafts/ })
    .click()
  await eventually(() => titles('Pages')).toHaveLength(2)
  await page.getByRole('searchbox').fill('title:Delta ')
  await eventually(() => titles('Pages')).toEqual(['Delta'])
  await views('Drafts, changed').click()
  await item(/^Save changes to “Drafts”/).click()
  await views('Drafts').waitFor()
  await eventually(() =>
    navViews('Pages')
      .getByRole('link', { name: /^Drafts/ })
      .innerText(),
  ).toContain('1')
  const rules = [{ _status: { equals: 'draft' } }, { title: expect.any(Object) as object }]
  await eventually(async () => at((await viewsOnServer())[0], 'where')).toMatchObject({
    or: [{ and: rules }],
  })
  await views('Drafts').click()
  await item('All Pages').click()
  await eventually(() => titles('Pages')).toHaveLength(5)

  // An address that has nothing but its name is that of the view.
  await goTo(page, `/collections/pages?preset=${String(at((await viewsOnServer())[0], 'id'))}`)
  await eventually(() => titles('Pages')).toEqual(['Delta'])
  await views('Drafts').waitFor()
  await views('Drafts').click()
  await item('All Pages').click()
  await eventually(() => titles('Pages')).toHaveLength(5)
})

test('without a network views are chosen, made and renamed as with one, and reach the server later', async () => {
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => Reflect.get(window, 'galley').call('connection.check', undefined))
  await untilStatusBarSays(page, /Offline/)
  await goTo(page, '/collections/pages?where[or][0][and][0][title][equals]=Alpha')
  await saveAs('Just Alpha', 'Only you')
  await views('Just Alpha').click()
  await item('Rename…').click()
  await dialog().getByRole('textbox').fill('Alpha')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await navViews('Pages')
    .getByRole('link', { name: /^Alpha/ })
    .waitFor()
  await navViews('Pages')
    .getByRole('link', { name: /^Drafts/ })
    .click()
  await eventually(() => titles('Pages')).toEqual(['Delta'])
  proxy.clearRules()
  await eventually(async () => (await viewsOnServer()).map((doc) => at(doc, 'title'))).toEqual([
    'Alpha',
    'Drafts',
  ])
  expect(at((await viewsOnServer())[0], 'isShared')).toBe(false)
})

test('a view is deleted after a question; where the site keeps none they are kept on this computer, over a restart', async () => {
  await views(/^Drafts/).click()
  await item('Delete this view…').click()
  await page.getByRole('alertdialog').getByText('Everyone who sees this view loses it.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await eventually(async () => (await viewsOnServer()).map((doc) => at(doc, 'title'))).toEqual(['Alpha'])
  await eventually(() => titles('Pages')).toHaveLength(5)

  await goTo(page, '/collections/named?where[or][0][and][0][title][equals]=Named%20two&sort=-title')
  await eventually(() => titles('Nameds')).toEqual(['Named two'])
  await views().click()
  await item('Save as a view…').click()
  await dialog().getByText('The view is kept on this computer.').waitFor()
  await dialog().getByRole('textbox').fill('Two')
  await page.keyboard.press('Enter')
  await views('Two').waitFor()
  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await navViews('Nameds').getByRole('link', { name: /^Two/ }).click()
  await eventually(() => titles('Nameds')).toEqual(['Named two'])
  expect(new URLSearchParams((await addressOf(page)).split('?')[1]).get('sort')).toBe('-title')
})
