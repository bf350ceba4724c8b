import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { paragraph, rich } from '../../server/demo/seed/rich-text.ts'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { waitUntil } from '../support/wait.ts'
import { goTo } from './support/addresses.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let address: string
beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  const { token } = await cms.login()
  const sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const lines = Array.from({ length: 3_000 }, (_, at) => paragraph(`Paragraph ${at + 1}. Here.`))
  const body = { richTextLocalized: rich(lines) }
  ok(await cms.request('PATCH', `${sink}?draft=true&locale=en`, { token, body }))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  address = `/collections${sink}`
  await goTo(page, address)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
})
afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

/** Returns the position of a line in its text; null if it was removed just now. */
const placeIn = (line: Locator) =>
  line.evaluate((element) => {
    const text = element.closest('[role=textbox]')
    if (text === null || !element.isConnected) return null
    const [own, around] = [element.getBoundingClientRect(), text.getBoundingClientRect()]
    return [Math.round(own.x - around.x), Math.round(own.y - around.y)]
  })

test('a long text that is pressed takes what is typed at the place of the press, before and after it is all there', async () => {
  const box = page.getByRole('textbox', { name: 'Rich Text Localized', exact: true })
  const line = box.getByText('Paragraph 40. Here.', { exact: true })
  await box.getByText('Paragraph 3000. Here.', { exact: true }).waitFor({ state: 'attached' })
  await line.scrollIntoViewIfNeeded()
  const before = await waitUntil(() => placeIn(line))
  await line.click({ position: { x: 30, y: 10 } })
  await page.keyboard.press('End')
  await page.keyboard.type('So.')
  await box.getByText('Paragraph 40. Here.So.', { exact: true }).waitFor()
  expect(await box.evaluate((element: HTMLElement) => element.isContentEditable)).toBe(true)
  expect(await box.locator('> p').count()).toBe(3_000)
  expect(await placeIn(box.getByText('Paragraph 40. Here.So.', { exact: true }))).toEqual(before)
})

test('a press at the very moment at which the editor takes its place puts the caret and the focus where it is', async () => {
  await goTo(page, '/')
  await goTo(page, address)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  const box = page.getByRole('textbox', { name: 'Rich Text Localized', exact: true })
  const line = box.getByText('Paragraph 60. Here.', { exact: true })
  await line.scrollIntoViewIfNeeded()
  await box.evaluate((element) => {
    const swap = () => element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))
    addEventListener('pointerdown', swap, { capture: true, once: true })
  })
  await line.click({ position: { x: 30, y: 10 } })
  await page.keyboard.press('End')
  await page.keyboard.type('So.')
  await expect.poll(() => box.locator('> p').nth(59).textContent()).toBe('Paragraph 60. Here.So.')
})
