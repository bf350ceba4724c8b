import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { saveDraft, typeDate } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs } from './support/screens.ts'
import { untilOnDisk } from './support/on-disk.ts'
import { middleOf } from './support/text-on-screen.ts'
import { findId, readWhole } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let sink: string
let token: string
const dataFolder = newDataFolder()

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login('admin@example.com'))
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  galley = await startGalley({ server: cms.url, dataFolder })
  page = galley.page
  await login(page, 'admin@example.com')
  await goTo(page, `/collections${sink}`)
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
/** Also where its name says that something in it is not right. */
const tab = (name: string) => page.getByRole('tab', { name }).click()
const drawer = () => page.getByRole('dialog').last()

/** Kills the app as soon as what was typed last is on the disk. */
async function kill(typed: string, place: string): Promise<void> {
  await untilOnDisk(dataFolder, typed)
  await galley.kill()
  galley = await startGalley({ server: cms.url, dataFolder })
  page = galley.page
  await goTo(page, `/collections${place}`)
}

test('a year that is not typed to its end comes back after a kill, and two digits are one of this century (F95)', async () => {
  await tab('Numbers and dates')
  await typeDate(page, 'Date Day', { month: '12', day: '24', year: '20' })
  await kill('0020-12-24', sink)
  await tab('Numbers and dates')
  const year = page.getByRole('spinbutton', { name: 'year, Date Day', exact: true })
  await expect.poll(() => year.textContent()).toBe('20')
  await page.getByText('Type the year with four digits.').waitFor()
  await typeDate(page, 'Date Day', { year: '25' })
  await page.keyboard.press('Tab')
  await expect.poll(() => year.textContent()).toBe('2025')
  await saveDraft(page)
  const { dateDay } = await readWhole(cms, sink, token)
  expect(JSON.stringify(dateDay)).toContain('"2025-12-24T12:00:00.000Z"')
  await tab('Texts')
})

test('F83 SY1 JSON and a number that are no values come back into their inputs after a kill, with their errors, and are never called saved', async () => {
  await box('Json').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('{"to": ')
  await tab('Numbers and dates')
  await box('Number').fill('4141414141414e')
  await untilDocumentIs(page, 'Edited')
  await kill('4141414141414e', sink)
  await untilDocumentIs(page, 'Edited')
  await expect.poll(() => box('Json').textContent()).toContain('{"to":')
  await page.getByText('This field has an invalid input.').waitFor()
  await tab('Numbers and dates')
  await expect.poll(() => box('Number').inputValue()).toBe('4141414141414e')
  await page.getByText('Please enter a valid number.').waitFor()
  await box('Number').fill('10')
  await page.getByText('Please enter a valid number.').waitFor({ state: 'hidden' })
})

test('F83 SY1 what is typed in the drawers of a link and of a block in a text is in them after a kill', async () => {
  const text = () => box('Rich Text')
  const selectWord = async () => {
    await tab('Rich text')
    await text().scrollIntoViewIfNeeded()
    await text().click()
    const place = await middleOf(text(), 'middle')
    await page.mouse.dblclick(place.x, place.y)
    await expect.poll(() => page.evaluate(() => getSelection()?.toString().trim())).toBe('middle')
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Edit Link' }).waitFor()
  }
  await selectWord()
  await drawer().getByLabel('Enter a URL').fill('https://typed.example')
  await kill('https://typed.example', sink)
  await selectWord()
  await expect.poll(() => drawer().getByLabel('Enter a URL').inputValue()).toBe('https://typed.example')
  await drawer().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  const amount = () => drawer().getByRole('textbox', { name: /^Amount/ })
  await text().getByRole('button', { name: 'Edit Fare' }).click()
  await amount().fill('4343434343434e')
  await kill('4343434343434e', sink)
  await tab('Rich text')
  await text().hover()
  await text().getByRole('button', { name: 'Edit Fare' }).click()
  await expect.poll(() => amount().inputValue()).toBe('4343434343434e')
  await drawer().getByRole('button', { name: 'Cancel' }).click()
})

test('F62 F83 SY1 what is typed for a file of a bulk upload is there after a kill, with the file', async () => {
  await goTo(page, '/collections/media')
  const dialog = () => page.getByRole('dialog', { name: 'Bulk Upload' })
  const alt = () => dialog().getByRole('textbox', { name: 'Alternative text' })
  await page.getByRole('button', { name: 'Bulk Upload' }).click()
  const one = { name: 'one.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
  await dialog().locator('input[type=file][multiple]').setInputFiles([one])
  await alt().fill('Of one journey')
  await kill('Of one journey', '/media')
  await page.getByRole('button', { name: 'Bulk Upload' }).click()
  await expect.poll(() => alt().inputValue()).toBe('Of one journey')
  await dialog().getByRole('listitem').filter({ hasText: 'one.png' }).waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Leave anyway' }).click()
  await page.getByRole('button', { name: 'Bulk Upload' }).click()
  await dialog().getByRole('button', { name: 'Add files' }).waitFor()
  expect(await dialog().getByRole('listitem').count()).toBe(0)
})
