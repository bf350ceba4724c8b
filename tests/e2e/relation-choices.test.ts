import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

/* Long lists of choices, and what is done in the drawer of a relation. */

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const input = (name: string) => page.getByRole('combobox', { name, exact: true })
const items = (name: string) => page.getByRole('grid', { name, exact: true }).getByRole('row')
const drawer = () => page.getByRole('dialog').last()
const option = (name: string | RegExp) => page.getByRole('option', { name }).first()

test('a list of choices grows as it is scrolled, and moves nothing that is pointed at', async () => {
  const names = Array.from({ length: 70 }, (_, index) => `Quay ${String(index + 1).padStart(2, '0')}`)
  for (const name of names) {
    ok(await cms.request('POST', '/places?locale=en', { token, body: { name, country: 'no' } }))
  }
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Relations', exact: true }).click()
  await input('Relationship Poly Many').click()
  const places = page.getByRole('group', { name: 'Places', exact: true })
  await places.waitFor()
  const pointed = places.getByRole('option').first()
  await pointed.hover()
  const title = await pointed.textContent()
  expect(await places.getByRole('option').count()).toBeLessThan(names.length)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 300)
      return places.getByRole('option', { name: 'Quay' }).count()
    })
    .toBe(names.length)
  expect(await places.getByRole('option').first().textContent()).toBe(title)
  // All the way by the keyboard: from the first round to the end, which makes a new one.
  await page.keyboard.press('Escape')
  await input('Relationship Poly Many').fill('Quay')
  await option(/^Quay 01/).waitFor()
  for (const name of names.slice(1)) {
    await page.keyboard.press('ArrowDown')
    const active = page.locator('[role=option][aria-selected=true]')
    await expect.poll(() => active.textContent()).toContain(name)
    await expect.poll(() => active.isVisible()).toBe(true)
  }
  await page.keyboard.press('Enter')
  await expect.poll(() => items('Relationship Poly Many').last().innerText()).toContain('Quay 70')
})

test('a duplicate made in the drawer of a field comes into the field, given up there it goes, and the focus stays in the form', async () => {
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, 'Offline')
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Relations', exact: true }).click()
  const many = items('Relationship Many')
  await many.first().waitFor()
  const before = await many.allInnerTexts()
  await many
    .last()
    .getByRole('button', { name: /^Edit / })
    .click()
  const choose = async (name: string) => {
    await drawer().getByRole('button', { name: 'More actions for this document' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Duplicate')
  await expect.poll(() => many.count()).toBe(before.length + 1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect((await many.allInnerTexts()).slice(0, -1)).toEqual(before)

  await many
    .last()
    .getByRole('button', { name: /^Edit / })
    .click()
  await choose('Discard this document')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => many.allInnerTexts()).toEqual(before)
  const isInForm = () => page.evaluate(() => document.activeElement?.closest('main') !== null)
  await expect.poll(isInForm).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  proxy.clearRules()
})
