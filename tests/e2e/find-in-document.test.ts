import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { focusedName } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openList, untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  const { token } = await cms.login('admin@example.com')
  const sink = await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'admin@example.com')
  await goTo(page, `/collections/kitchen-sink/${sink}`)
  await page.getByRole('tab', { name: 'Relations', exact: true }).waitFor()
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const bar = () => page.getByRole('search', { name: 'Find in this document' }).last()
const count = () => bar().getByRole('status').innerText()

test('offline what is found is opened, marked and gone to, and Escape ends there', async () => {
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, 'Offline')
  await page.keyboard.press('ControlOrMeta+f')
  await eventually(() => focusedName(page)).toBe('Find in this document')
  await page.keyboard.type('relationship')
  await eventually(count).toMatch(/^1 of \d+$/)
  await eventually(() =>
    page.getByRole('tab', { name: 'Relations', exact: true }).getAttribute('aria-selected'),
  ).toBe('true')
  await eventually(() => page.evaluate(() => CSS.highlights.get('galley-found-current')?.size)).toBe(1)
  expect(await violationsOf(page)).toEqual([])

  await page.keyboard.press('F3')
  await eventually(count).toMatch(/^2 of \d+$/)
  await page.keyboard.press('Shift+F3')
  await eventually(count).toMatch(/^1 of \d+$/)
  expect(await focusedName(page)).toBe('Find in this document')
  await page.keyboard.press('Escape')
  await eventually(() => bar().count()).toBe(0)
  expect(await focusedName(page)).toMatch(/relationship/i)
  await eventually(() => page.evaluate(() => CSS.highlights.get('galley-found')?.size)).toBe(0)
})

test('what is scrolled stays where it is while the bar comes and goes', async () => {
  // With something to find it would go there.
  await page.keyboard.press('ControlOrMeta+f')
  await eventually(() => focusedName(page)).toBe('Find in this document')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await eventually(() => bar().count()).toBe(0)
  const tab = page.getByRole('tab', { name: 'Relations', exact: true })
  await tab.evaluate((element) => {
    let around = element.parentElement
    while (around !== null && around.scrollHeight <= around.clientHeight) around = around.parentElement
    around?.scrollTo({ top: 120 })
  })
  const before = await tab.boundingBox()
  await page.keyboard.press('ControlOrMeta+f')
  await eventually(() => focusedName(page)).toBe('Find in this document')
  expect(await tab.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await eventually(() => bar().count()).toBe(0)
  expect(await tab.boundingBox()).toEqual(before)
})

test('in a list the same keys lead to its search', async () => {
  await openList(page, 'Posts')
  await page.getByRole('table', { name: 'Posts' }).waitFor()
  await page.keyboard.press('ControlOrMeta+f')
  await eventually(() => focusedName(page)).toMatch(/^Search by/)
})
