import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { goWithin } from './support/addresses.ts'
import { untilStill } from './support/axe.ts'
import { boxOf, isSeen, overlap, pressAt, windowButtons } from './support/display.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId } from './support/whole-document.ts'

// On Linux the system draws them over the page; macOS has them in a corner of their own.
describe.runIf(process.platform === 'linux')('U22 the window’s own buttons', () => {
  let cms: Cms
  let galley: GalleyApp
  let page: Page
  let sink: string

  beforeAll(async () => {
    cms = await startCms({ seed: 'small' })
    const { token } = await cms.login()
    sink = `/collections/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
    galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
    page = galley.page
    await login(page, 'editor@example.com')
  })

  afterAll(async () => {
    await galley.close()
    await cms.dispose()
  })

  const drawer = () => page.getByRole('dialog')
  /** Save, the menu, and ×. */
  const inHead = () => drawer().locator('header').first().getByRole('button')
  const close = () => inHead().filter({ has: page.locator('svg.lucide-x') })

  async function openDrawer(): Promise<void> {
    await goWithin(page, sink)
    await page.getByRole('tab', { name: 'Relations', exact: true }).click()
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await drawer().getByRole('textbox').first().waitFor()
    await untilStill(page)
  }

  test('leave the whole head of a drawer to be seen, and a press on its × closes the drawer, not the app', async () => {
    await openDrawer()
    const buttons = await windowButtons(page)
    // The system draws them over the page.
    await eventually(() => isSeen(galley.app, page, buttons)).toBe(false)
    for (const button of await inHead().all()) {
      const box = await boxOf(button)
      expect(overlap(box, buttons)).toBe(false)
      await eventually(() => isSeen(galley.app, page, box)).toBe(true)
    }
    await pressAt(page, await boxOf(close()))
    await drawer().waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.title)).toContain('Galley')
  })

  test('keep their size in a window that is zoomed out, and cover nothing of a drawer there either', async () => {
    await galley.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(0.8)
    })
    await openDrawer()
    expect(overlap(await boxOf(close()), await windowButtons(page))).toBe(false)
    await page.keyboard.press('Escape')
    await galley.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1)
    })
  })

  test('U53 (without a bar) the menu opens below its button over the page, by F10 too, and the focus stays', async () => {
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    const sidebar = page.locator('#sidebar-toggle')
    const { x, y, height } = await boxOf(button)
    const below = { x: x + 4, y: y + height + 4, width: 40, height: 60 }
    for (const open of [
      () => pressAt(page, { x, y, width: height, height }),
      () => page.keyboard.press('F10'),
    ]) {
      await sidebar.focus()
      await open()
      await eventually(() => isSeen(galley.app, page, below)).toBe(false)
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      // A press outside of it closes it.
      await pressAt(page, { x: 600, y: 500, width: 2, height: 2 })
      await eventually(() => button.getAttribute('aria-expanded')).toBe('false')
      await eventually(() => isSeen(galley.app, page, below)).toBe(true)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('sidebar-toggle')
    }
  })

  test('are at the same side in Arabic, and leave the tools of the title bar free', async () => {
    await page.evaluate(() => window.galley.call('app.setLanguage', { language: 'ar' }))
    await page.reload()
    const tools = page.locator('header').first().getByRole('button')
    await tools.first().waitFor()
    const buttons = await windowButtons(page)
    for (const tool of await tools.all()) expect(overlap(await boxOf(tool), buttons)).toBe(false)
    const sidebar = page.locator('#sidebar-toggle')
    await pressAt(page, await boxOf(sidebar))
    await expect.poll(() => sidebar.getAttribute('aria-expanded')).toBe('false')
  })
})
