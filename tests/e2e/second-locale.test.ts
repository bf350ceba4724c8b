import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { typeInOneBurst } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { inRowMenu, listOf, rowOf } from './support/rows.ts'
import { titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { readWhole } from './support/whole-document.ts'
import { resizeTo } from './support/window.ts'

/** One story, told in several tests: each goes on where the one before has ended. */
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let path: string
let goOnline: () => void
const dataFolder = newDataFolder()

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  ;({ token } = await cms.login())
  const body = {
    title: 'By rail',
    slug: 'by-rail',
    intro: 'All lines of the north.',
    layout: [
      { blockType: 'hero', heading: 'North' },
      { blockType: 'quote', text: 'Slow is fast enough.', by: 'A guard' },
      { blockType: 'hero', heading: 'South' },
    ],
  }
  const made = ok(await cms.request('POST', '/pages?draft=true&depth=0&locale=en', { token, body }))
  path = `/pages/${String(at(made.json, 'doc', 'id'))}`
  ok(await cms.request('PATCH', `${path}?draft=true&locale=de`, { token, body: { title: 'Mit der Bahn' } }))
  galley = await startGalley({ server: proxy.url, dataFolder })
  page = galley.page
  await login(page, 'editor@example.com')
  await open()
  goOnline = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

async function open(): Promise<void> {
  await resizeTo(galley.app, page, 1400, 1000)
  await goTo(page, `/collections${path}`)
  await titleInput(page).waitFor()
}

const main = () => page.getByRole('main')
const inLocale = (name: string, field: string): Locator =>
  main().getByRole('group', { name, exact: true }).getByRole('textbox', { name: field, exact: true }).first()
const head = () => main().getByRole('group', { name: 'Two locales side by side' })
const work = () => head().getByRole('status').textContent()
const topOf = async (field: Locator) => Math.round((await field.boundingBox())?.y ?? -1)
const block = (number: number) => rowOf(listOf(page, 'Layout'), number)

test('offline, a key opens the second language beside the first, each field at the height of its partner', async () => {
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await inLocale('German', 'Title').waitFor()
  await eventually(work).toBe('4 missing')
  for (const field of ['Title', 'Introduction'])
    expect(await topOf(inLocale('German', field))).toBe(await topOf(inLocale('English', field)))
  expect(await inLocale('German', 'Introduction').getAttribute('placeholder')).toContain(
    'All lines of the north.',
  )
  expect(await violationsOf(page)).toEqual([])
})

test('typing goes into the language it is typed in, a key leads from one to the other, one undo takes back both', async () => {
  await inLocale('English', 'Introduction').click()
  await page.keyboard.press('ControlOrMeta+J')
  await eventually(() =>
    inLocale('German', 'Introduction').evaluate((one) => one === document.activeElement),
  ).toBe(true)
  await typeInOneBurst(page, 'Alle Strecken.')
  await eventually(work).toBe('3 missing')
  await page.keyboard.press('ControlOrMeta+J')
  await page.keyboard.press('End')
  await typeInOneBurst(page, ' And one more.')
  await page.keyboard.press('ControlOrMeta+Z')
  await eventually(() => inLocale('English', 'Introduction').inputValue()).toBe('All lines of the north.')
  await page.keyboard.press('ControlOrMeta+Z')
  await eventually(() => inLocale('German', 'Introduction').inputValue()).toBe('')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await eventually(() => inLocale('German', 'Introduction').inputValue()).toBe('Alle Strecken.')
  await inLocale('English', 'Title').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' to the north')
})

test('closed by its button, the focus is at the menu that opens it; by the key, in the same field of the first one', async () => {
  const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)
  const menu = page.getByRole('button', { name: 'Locale: en English' })
  await head().getByRole('button', { name: 'Close the second locale' }).focus()
  await page.keyboard.press('Enter')
  await head().waitFor({ state: 'detached' })
  expect(await isFocused(menu)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /^Two locales side by side/ }).click()
  await inLocale('German', 'Introduction').click()
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await head().waitFor({ state: 'detached' })
  expect(await isFocused(main().getByRole('textbox', { name: 'Introduction', exact: true }))).toBe(true)
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await head().waitFor()
})

test('a field, a row and the rest are copied from the other language, each as one step', async () => {
  // In a small window it is scrolled to: only the fields move.
  await resizeTo(galley.app, page, 720, 600)
  const top = () => topOf(main().locator('header').first())
  const before = await top()
  await page.keyboard.press('ControlOrMeta+Shift+J')
  const heading = block(1).getByRole('group', { name: 'German' }).getByRole('textbox')
  await eventually(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await top()).toBe(before)
  await resizeTo(galley.app, page, 1400, 1000)
  await page.keyboard.press('ControlOrMeta+Shift+T')
  await eventually(() => heading.inputValue()).toBe('North')
  await page.keyboard.press('ControlOrMeta+Z')
  await eventually(() => heading.inputValue()).toBe('')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await inRowMenu(block(2), 'Copy English to German')
  await eventually(() =>
    block(2).getByRole('group', { name: 'German' }).getByRole('textbox').inputValue(),
  ).toBe('Slow is fast enough.')
  await eventually(work).toBe('1 missing')

  await page.getByRole('button', { name: /^Locale: / }).click()
  await page.getByRole('menuitem', { name: 'Copy from another locale…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy from another locale' })
  await dialog.getByText('Nothing is overwritten. You can undo it.').waitFor()
  await dialog.getByText('All fields that differ: 3 fields').click()
  await dialog.getByText('This overwrites 2 fields in German. You can undo it.').waitFor()
  await dialog.getByText('Only empty fields: 1 field').click()
  await dialog.getByRole('button', { name: 'Copy 1 field' }).click()
  await eventually(() =>
    block(3).getByRole('group', { name: 'German' }).getByRole('textbox').inputValue(),
  ).toBe('South')
  await eventually(work).toBe('Nothing missing')
})

test('SY1 (part) killed and started again, all of it is there in both languages; saved, the server has both', async () => {
  await untilDocumentIs(page, 'Only on this computer')
  await galley.kill()
  galley = await startGalley({ server: proxy.url, dataFolder })
  page = galley.page
  await page.getByRole('navigation').first().waitFor()
  await open()
  // How the window was looked at may be a moment older than the kill.
  if ((await head().count()) === 0) await page.keyboard.press('ControlOrMeta+Shift+L')
  await eventually(() => inLocale('English', 'Title').inputValue()).toBe('By rail to the north')
  await eventually(() => inLocale('German', 'Introduction').inputValue()).toBe('Alle Strecken.')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, /^Waiting to send/)
  goOnline()
  await untilStatusBarSays(page, 'Everything sent')
  expect(await readWhole(cms, path, token)).toMatchObject({
    title: { en: 'By rail to the north', de: 'Mit der Bahn' },
    intro: { en: 'All lines of the north.', de: 'Alle Strecken.' },
    layout: [
      { heading: { en: 'North', de: 'North' } },
      { text: { en: 'Slow is fast enough.', de: 'Slow is fast enough.' }, by: 'A guard' },
      { heading: { en: 'South', de: 'South' } },
    ],
  })
})
