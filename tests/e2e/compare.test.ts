import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

const title = 'The night train to Narvik'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let id: string
/** Of the document, newest first. */
let versions: readonly unknown[]

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  id = await findId(cms, 'posts', 'title', title, token)
  // What is compared below: one text in two locales, and blocks that changed places.
  const stored = ok(await cms.request('GET', `/posts/${id}?depth=0&draft=true`, { token })).json
  const layout = listAt(stored, 'layout')
  expect(layout.length).toBeGreaterThan(1)
  const patch = (locale: string, body: object) =>
    cms.request('PATCH', `/posts/${id}?draft=true&locale=${locale}`, { token, body })
  ok(await patch('en', { title: `${title} 👩‍👩‍👧‍👦` }))
  ok(await patch('en', { title: `The slow train to Narvik 👩‍👩‍👧`, layout: layout.toReversed() }))
  const path = `/posts/versions?where[parent][equals]=${id}&depth=0&sort=-updatedAt&limit=0`
  versions = listAt(ok(await cms.request('GET', path, { token })).json, 'docs')
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const main = () => page.getByRole('main')
const idOf = (version: number) => String(at(versions[version], 'id'))
const compareAddress = (version: number) => `/collections/posts/${id}/versions/${idOf(version)}`
/** The one of the document itself: its search result has a title, too. */
const field = (name: string) => main().getByRole('group', { name, exact: true }).first()
const against = () => main().getByRole('button', { name: /Comparing against/ })
const heads = () =>
  main()
    .locator('[data-part]')
    .getByText(/^Block \d+$/)

test('S2.49 (collection) the date of a version leads to its comparison with the one before', async () => {
  await goTo(page, `/collections/posts/${id}/versions`)
  await page.getByRole('table', { name: 'Versions' }).locator('tbody tr').first().getByRole('link').click()
  await page.getByRole('heading', { name: 'Compare Versions' }).waitFor()
  expect(await addressOf(page)).toBe(compareAddress(0))
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(
    /^[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [AP]M$/,
  )
})

test('S2.25 (the version before) what differs from the version before is marked by character, and what people see as one character stays whole', async () => {
  await field('Title en').locator('ins').first().waitFor()
  expect(await field('Title en').locator('del').allInnerTexts()).toEqual(['night', '👩‍👩‍👧‍👦'])
  expect(await field('Title en').locator('ins').allInnerTexts()).toEqual(['slow', '👩‍👩‍👧'])
  expect(await field('Title de').count()).toBe(0)
})

test('blocks that changed places are moved, and none is removed or added', async () => {
  await heads().first().waitFor()
  expect(await heads().count()).toBeGreaterThan(0)
  expect(
    await main()
      .getByText(/^Moved from \d\d$/)
      .count(),
  ).toBeGreaterThan(0)
  expect(
    await main()
      .getByText(/^(Added|Removed)$/)
      .count(),
  ).toBe(0)
})

test('S2.26 (part) S2.34 what is the same is there without Modified only, which is in the address', async () => {
  await page.getByRole('checkbox', { name: 'Modified only' }).uncheck()
  await field('Title de').waitFor()
  expect(await addressOf(page)).toBe(`${compareAddress(0)}?modifiedOnly=false`)
  await page.getByRole('checkbox', { name: 'Modified only' }).check()
  await eventually(() => field('Title de').count()).toBe(0)
  expect(await addressOf(page)).toBe(compareAddress(0))
})

test('S2.29 S2.32 (part) S2.48 another version is chosen from all of them by the keyboard alone, and everything else in the address stays', async () => {
  await goTo(page, `${compareAddress(0)}?locale=de&localeCodes=["en"]`)
  await field('Title en').locator('ins').first().waitFor()
  await against().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Select a version to compare' })
  await drawer.locator('tbody tr').nth(3).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await eventually(async () =>
    new URL(await addressOf(page), 'http://x').searchParams.get('versionFrom'),
  ).toBe(idOf(3))
  const { pathname, searchParams } = new URL(await addressOf(page), 'http://x')
  expect(pathname).toBe(compareAddress(0))
  expect([searchParams.get('locale'), searchParams.get('localeCodes')]).toEqual(['de', '["en"]'])
})

test('N and P walk from change to change', async () => {
  await goTo(page, compareAddress(0))
  await field('Title en').locator('ins').first().waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('n')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('slow')
  await page.keyboard.press('n')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Block')
  await page.keyboard.press('p')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('slow')
})

test('the comparison, all of it and its versions are accessible, light and dark; what closes gives the focus back', async () => {
  await goTo(page, `${compareAddress(0)}?modifiedOnly=false`)
  await field('Title en').locator('ins').first().waitFor()
  await page.getByRole('button', { name: /^Locales:/ }).click()
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => window.galley.call('app.setTheme', { theme: chosen }), theme)
    await untilStill(page)
    expect(await violationsOf(page)).toEqual([])
  }
  await against().click()
  await page.getByRole('option', { name: 'More versions...' }).click()
  await page.getByRole('dialog').locator('tbody tr').first().waitFor()
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(() => against().evaluate((one) => one === document.activeElement)).toBe(true)
})

const titleOnServer = async () =>
  at(ok(await cms.request('GET', `/posts/${id}?depth=0&draft=true&locale=en`, { token })).json, 'title')
const restoreButton = () => main().getByRole('button', { name: 'Restore this version', exact: true })

test('S8.03 S4.12 (cancel) a restore asks first, says that it takes back what is published, and does nothing when it is cancelled', async () => {
  await goTo(page, compareAddress(1))
  await restoreButton().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Version Restoration' })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('the published document will be unpublished')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => restoreButton().evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await titleOnServer()).toContain('The slow train')
})

test('S4.13 (collection) S8.02 a restored version is what the server has; its words are said, and the document is shown', async () => {
  await restoreButton().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Restored Successfully.', { exact: true }).waitFor()
  await eventually(() => addressOf(page)).toBe(`/collections/posts/${id}`)
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().waitFor()
  await eventually(() =>
    page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue(),
  ).toContain('The night train to Narvik 👩‍👩‍👧‍👦')
  expect(await titleOnServer()).toBe(`${title} 👩‍👩‍👧‍👦`)
})

test('S4.10 a version that was published can be restored as a draft, too, and a draft cannot', async () => {
  const published = versions.findIndex((one) => at(one, 'version', '_status') === 'published')
  await goTo(page, compareAddress(published))
  await main().getByRole('button', { name: 'More ways to restore' }).click()
  await page.getByRole('menuitem', { name: 'Restore as draft' }).waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, compareAddress(0))
  await restoreButton().waitFor()
  expect(await main().getByRole('button', { name: 'More ways to restore' }).count()).toBe(0)
})

test('M.03 (comparison) without a connection a version that was never here says so', async () => {
  await cms.stop()
  await goTo(page, compareAddress(versions.length - 1))
  await untilStatusBarSays(page, 'Offline')
  await page.getByText('This version is not on this computer', { exact: true }).waitFor()
  expect(await main().getByText('The version appears here once the server answers.').count()).toBe(1)
  expect(await against().count()).toBe(0)
})

test('M.08 (restore) without a connection a restore says that only the server can do it; what the version holds is taken as edits, also after a restart', async () => {
  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  await goTo(page, compareAddress(0))
  await restoreButton().click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Version Restoration' })
  await dialog.getByText('No connection. Only the server can restore a version.').waitFor()
  await dialog.getByRole('button', { name: 'Take as edits' }).click()
  await eventually(() => addressOf(page)).toBe(`/collections/posts/${id}`)
  await eventually(() =>
    page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue(),
  ).toContain('The slow train')
  await page.keyboard.press('Control+z')
  await eventually(() =>
    page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue(),
  ).toContain('The night train')
})
