import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOffline, titleInput, untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'
import { findId } from './support/whole-document.ts'

const title = 'The night train to Narvik'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let id: string
/** Ids of the document's versions, newest first. */
let versions: string[]
let layout: readonly unknown[]

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  id = await findId(cms, 'posts', 'title', title, token)
  layout = listAt(ok(await cms.request('GET', `/posts/${id}?depth=0&draft=true`, { token })).json, 'layout')
  expect(layout.length).toBeGreaterThan(1)
  const patch = (locale: string, body: object) =>
    cms.request('PATCH', `/posts/${id}?draft=true&locale=${locale}`, { token, body })
  ok(await patch('en', { title: 'The slow train to Narvik', layout: layout.slice(1) }))
  ok(await patch('de', { title: 'Der langsame Zug' }))
  const path = `/posts/versions?where[parent][equals]=${id}&depth=0&sort=-updatedAt&limit=0`
  const all = listAt(ok(await cms.request('GET', path, { token })).json, 'docs')
  versions = all.map((version) => String(at(version, 'id')))
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

const stored = async () =>
  ok(await cms.request('GET', `/posts/${id}?depth=0&draft=true&locale=all`, { token })).json
const main = () => page.getByRole('main')
const post = () => `/collections/posts/${id}`
const field = (name: string) => main().getByRole('group', { name, exact: true }).first()

test('M.08 (part) a field of a version is taken into the document without a network, by keyboard, and Ctrl+Z takes it back there', async () => {
  await goTo(page, `${post()}/versions/${versions[1]}`)
  await field('Title en').locator('ins').first().waitFor()
  await goOffline(page, proxy)
  // It is there once the document is, which is read beside the two versions.
  await field('Title en').getByRole('button').first().waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('n')
  await eventually(() => field('Title en').evaluate((element) => element === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page
    .getByText('“Content / Title (en)” is as in the version of')
    .or(page.getByText('“Title (en)” is as in the version of'))
    .waitFor()
  // The button is gone, and the focus is where it was.
  expect(await field('Title en').evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await field('Title en').getByRole('button').count()).toBe(0)
  await page.getByRole('button', { name: 'Show in document' }).click()
  await eventually(() => titleInput(page).inputValue()).toBe(title)
  expect(await addressOf(page)).toContain(post())
  await eventually(() => titleInput(page).evaluate((element) => element === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.press('Control+z')
  await eventually(() => titleInput(page).inputValue()).toBe('The slow train to Narvik')
})

test('a row comes back where it was, goes to the server like any edit, and Undo takes it away again', async () => {
  proxy.clearRules()
  await page.evaluate(() => Reflect.get(window, 'galley').call('connection.check', undefined))
  await untilStatusBarSays(page, /Online/)
  await goTo(page, `${post()}/versions/${versions[1]}`)
  const row = main().locator('[data-part]').filter({ hasText: 'Block 01' }).last()
  await row.getByRole('button', { name: /^Add row/ }).click()
  await eventually(async () => listAt(await stored(), 'layout').map((one) => at(one, 'id'))).toEqual(
    layout.map((one) => at(one, 'id')),
  )
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(async () => listAt(await stored(), 'layout').map((one) => at(one, 'id'))).toEqual(
    layout.slice(1).map((one) => at(one, 'id')),
  )
})

test('arrow keys step through the versions on the line of time, in the place of each other in the history, and offline as far as they are kept', async () => {
  const path = `/posts/versions?where[parent][equals]=${id}&depth=0&sort=-updatedAt&limit=0`
  const all = listAt(ok(await cms.request('GET', path, { token })).json, 'docs').map((one) =>
    String(at(one, 'id')),
  )
  const addressOfVersion = (back: number) => `${post()}/versions/${all[back]}`
  const line = () => main().getByRole('listbox', { name: 'Versions in time' })
  const selected = () => line().getByRole('option', { selected: true })
  await goTo(page, `${post()}/versions`)
  const newest = page.getByRole('table', { name: 'Versions' }).locator('tbody tr').first().getByRole('link')
  await eventually(() => newest.getAttribute('href')).toContain(`/versions/${all[0]}`)
  await newest.click()
  await eventually(() => line().getByRole('option').count()).toBe(all.length)
  await selected().focus()
  for (const back of [1, 2]) {
    await page.keyboard.press('ArrowLeft')
    await eventually(() => addressOf(page)).toBe(addressOfVersion(back))
    await eventually(() => main().locator('[aria-busy=true]').count()).toBe(0)
    expect(await selected().evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await main().locator('[data-part]').first().waitFor()
  // Its tooltip stands outside of all landmarks, as any.
  await page.getByRole('tooltip').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  expect(await violationsOf(page)).toEqual([])
  await goOffline(page, proxy)
  await selected().focus()
  await page.keyboard.press('ArrowRight')
  await eventually(() => addressOf(page)).toBe(addressOfVersion(1))
  await main().locator('[data-part]').first().waitFor()
  await page.keyboard.press('Home')
  await page.getByText('This version is not on this computer').waitFor()
  expect(await selected().evaluate((one) => one === document.activeElement)).toBe(true)
  await page.goBack()
  await page.getByRole('table', { name: 'Versions' }).waitFor()
})

test('walking through a long list of changes scrolls the comparison, and never what is around it', async () => {
  proxy.clearRules()
  await page.evaluate(() => Reflect.get(window, 'galley').call('connection.check', undefined))
  await untilStatusBarSays(page, /Online/)
  await resizeTo(galley.app, page, 1280, 600)
  // All of the oldest one is added.
  await goTo(page, `${post()}/versions/${versions.at(-1)}`)
  await page.getByText('This is the oldest version').waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  for (let change = 0; change < 8; change += 1) await page.keyboard.press('n')
  await page.keyboard.press('Tab')
  const scrolled = () =>
    main().evaluate((element) => [element.scrollTop, element.scrollHeight - element.clientHeight])
  await eventually(scrolled).toEqual([0, 0])
})
