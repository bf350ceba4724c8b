import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { focusedName, saveDraft } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { findId, readWhole } from './support/whole-document.ts'

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
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Relations', exact: true }).click()
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

test('S3.07 relations are chosen by their titles with the keyboard, kept in order, and arrive as the server has them', async () => {
  await untilStatusBarSays(page, 'Online')
  // One document of one collection, shown by its title.
  await expect.poll(() => input('Relationship').inputValue()).not.toMatch(/^\d*$/)
  await input('Relationship Filtered').focus()
  await page.keyboard.press('ArrowDown')
  await option(/\w/).waitFor()
  await page.keyboard.press('Escape')

  // One document of several collections.
  await input('Relationship Poly').fill('About')
  await option(/^About/).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => input('Relationship Poly').inputValue()).toMatch(/^About/)

  // Many documents: a third one is added and moved to the front.
  await input('Relationship Many').fill('Lis')
  await option(/^Lisbo/).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => items('Relationship Many').count()).toBe(3)
  await expect.poll(() => items('Relationship Many').nth(2).innerText()).not.toBe('')
  const third = await items('Relationship Many').nth(2).innerText()
  await items('Relationship Many').nth(2).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => items('Relationship Many').first().innerText()).toBe(third)
  await saveDraft(page)

  const saved = await readWhole(cms, sink, token)
  expect(at(saved, 'relationshipPoly')).toMatchObject({ relationTo: 'pages' })
  const first = at(saved, 'relationshipMany', 0)
  expect(at(await readWhole(cms, `/places/${String(first)}`, token), 'name', 'en')).toMatch(/^Lisbo/)
})

test('S3.28 (reference) files are chosen in a drawer, with their name, size and type beside them', async () => {
  const before = await items('Upload Many').count()
  await page
    .getByRole('group', { name: 'Upload Many' })
    .getByRole('button', { name: 'Choose from existing' })
    .click()
  await drawer().getByRole('option').first().waitFor()
  const told = /\d+(\.\d)?\s?(K|M)?B.*image\//s
  await expect.poll(() => drawer().getByRole('option').first().innerText()).toMatch(told)
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Choose from existing')
  expect(await items('Upload Many').count()).toBe(before)

  await page.keyboard.press('Enter')
  const chosen = drawer().locator('[role=option][aria-selected=false]').first()
  // Options that are not drawn yet have no text.
  await expect.poll(() => chosen.innerText()).toMatch(told)
  const name = /\S+\.\w+/.exec(await chosen.innerText())?.[0] ?? 'no name'
  await chosen.click()
  await expect.poll(() => items('Upload Many').count()).toBe(before + 1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const added = items('Upload Many').last()
  await expect.poll(() => added.innerText()).toMatch(told)
  expect(await added.innerText()).toContain(name)
  await saveDraft(page)
  const file = await findId(cms, 'media', 'filename', name, token)
  expect(at(await readWhole(cms, sink, token), 'uploadMany', before)).toBe(Number(file))
})

test('SY8 without a network a document is made in a drawer, chosen, and arrives before what points at it', async () => {
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, 'Offline')

  // The search still works.
  await input('Relationship').fill('the')
  await option(/the/i).waitFor()
  await page.keyboard.press('Escape')

  const address = page.url()
  await items('Relationship Many').first().focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => items('Relationship Many').count()).toBe(2)
  await input('Relationship Many').click()
  await option(/^Create new/).click()
  await drawer().getByRole('textbox', { name: 'Name' }).fill('Tromsø harbour')
  await page.keyboard.press('Control+s')
  // Once saved it is selected, and its drawer closes (U29).
  await expect.poll(() => items('Relationship Many').count()).toBe(3)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(page.url()).toBe(address)
  expect(await items('Relationship Many').last().innerText()).toContain('Tromsø harbour')
  await page.getByRole('button', { name: 'Save Draft' }).click()

  proxy.clearRules()
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilDocumentIs(page, 'Saved')
  const saved = await readWhole(cms, sink, token)
  const made = await findId(cms, 'places', 'name', 'Tromsø harbour', token)
  expect(at(saved, 'relationshipMany', 2)).toBe(Number(made))
  expect(await items('Relationship Many').last().innerText()).toContain('Tromsø harbour')
})

test('a joined document is made in place, points here, and is listed without being sent from here', async () => {
  const children = page.getByRole('group', { name: 'Children' })
  await children.getByRole('button', { name: 'Create new Field types' }).click()
  await drawer().getByRole('textbox', { name: 'Text', exact: true }).fill('A child of the sink')
  await page.keyboard.press('Control+s')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await children.getByRole('button', { name: 'A child of the sink', exact: true }).waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  const child = await findId(cms, 'kitchen-sink', 'text', 'A child of the sink', token)
  const whole = await readWhole(cms, `/kitchen-sink/${child}`, token)
  expect(at(whole, 'parent')).toBe(Number(sink.split('/').at(-1)))
})
