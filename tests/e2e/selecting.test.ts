import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { untilStill } from './support/axe.ts'
import { boxOf } from './support/display.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList } from './support/screens.ts'

let cms: Cms
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await openList(page, 'Posts')
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

/** Drags the pointer from one element to another, and says what is selected then. */
async function dragOver(from: Locator, to: Locator): Promise<string> {
  const [start, end] = [await boxOf(from), await boxOf(to)]
  await page.mouse.move(start.x + 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width - 2, end.y + end.height / 2, { steps: 5 })
  await page.mouse.up()
  return page.evaluate(() => getSelection()?.toString() ?? '')
}

test('U27 (part) a drag over the status line and the heads of columns selects nothing', async () => {
  const line = page.getByRole('contentinfo').getByRole('status').first()
  expect(await dragOver(line, page.getByRole('contentinfo'))).toBe('')
  const heads = page.getByRole('main').getByRole('columnheader')
  expect(await dragOver(heads.nth(2), heads.nth(3))).toBe('')
})

test('U27 (part) labels select nothing, and what readers and editors wrote can be selected', async () => {
  const cells = page.getByRole('main').getByRole('row').nth(1).getByRole('cell')
  const texts = await cells.allInnerTexts()
  const last = texts.findLastIndex((text) => text.trim() !== '')
  expect(await dragOver(cells.nth(last), cells.nth(last))).not.toBe('')
  await openDocument(page, 'Porto before the ferries')
  const label = (name: string) => page.getByRole('main').locator('label', { hasText: name }).first()
  await untilStill(page)
  expect(await dragOver(label('Title'), label('Kicker'))).toBe('')
  const heading = page.getByRole('heading', { level: 1 })
  expect(await dragOver(heading, heading)).toContain('ferries')
})
