import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { cookiesOf } from './support/cookies.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'

let cms: Cms
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, '/account')
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const html = (name: string) =>
  page.evaluate((attribute) => document.documentElement.getAttribute(attribute), name)

/** Closes the program and restarts it with the same data. */
async function restart(): Promise<void> {
  await galley.close()
  galley = await startGalley({ server: cms.url, dataFolder: galley.dataFolder })
  page = galley.page
  await page.getByRole('navigation', { name: /./ }).first().waitFor()
}

/** Returns the brightness of the page, 0 to 255. */
function brightness(): Promise<number> {
  return page.evaluate(() => {
    const of = (color: string) => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) throw new Error('no canvas')
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 3
    }
    const main = document.querySelector('main')
    return main === null ? -1 : of(getComputedStyle(main).backgroundColor)
  })
}

const theme = (name: string) =>
  page.getByRole('radiogroup', { name: 'Admin Theme' }).locator('label').filter({ hasText: name })

test('S2.70 (part) M.02 (part) S4.14 (part) the dark theme is there at once and after a restart', async () => {
  await theme('Dark').click()
  await eventually(() => html('data-theme')).toBe('dark')
  await eventually(brightness).toBeLessThan(64)
  await restart()
  expect(await html('data-theme')).toBe('dark')
  await eventually(brightness).toBeLessThan(64)
})

test('S2.70 (part) M.02 (part) S4.14 (part) the light theme is there at once and after a restart', async () => {
  await goTo(page, '/account')
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  await theme('Light').click()
  await eventually(() => html('data-theme')).toBe('light')
  await restart()
  expect(await html('data-theme')).toBe('light')
  await eventually(brightness).toBeGreaterThan(192)
})

test('S2.70 (part) S4.14 (part) the automatic theme follows the system', async () => {
  await goTo(page, '/account')
  await theme('Automatic').click()
  await eventually(() => html('data-theme')).toBe(null)
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(brightness).toBeLessThan(64)
  await page.emulateMedia({ colorScheme: 'light' })
  await eventually(brightness).toBeGreaterThan(192)
  await restart()
  await goTo(page, '/account')
  await eventually(() => page.getByRole('radio', { name: 'Automatic' }).isChecked()).toBe(true)
})

test('S2.70 M.02 S4.14 S4.15 S4.16 S9.10 light, dark and automatic are chosen in Account, kept over restarts, and are a cookie of the server for a year, none when automatic', async () => {
  const cookie = () => cookiesOf(galley, cms.url, 'payload-theme')
  const radios = () => page.getByRole('radiogroup', { name: 'Admin Theme' }).getByRole('radio')
  expect(
    await radios().evaluateAll((all) => all.map((one) => one.closest('label')?.textContent?.trim())),
  ).toEqual(['Light', 'Dark', 'Automatic'])
  for (const [name, value] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await theme(name).click()
    await eventually(() => html('data-theme')).toBe(value)
    await eventually(async () => (await cookie()).map((one) => [one.value, one.path])).toEqual([[value, '/']])
    const days = (((await cookie())[0]?.expirationDate ?? 0) - Date.now() / 1000) / 86_400
    expect(Math.round(days)).toBe(365)
    await restart()
    expect(await html('data-theme')).toBe(value)
    expect((await cookie()).map((one) => one.value)).toEqual([value])
    await goTo(page, '/account')
    await eventually(() => page.getByRole('radio', { name }).isChecked()).toBe(true)
  }
  await theme('Automatic').click()
  await eventually(cookie).toEqual([])
  await eventually(() => html('data-theme')).toBe(null)
  await restart()
  expect(await cookie()).toEqual([])
  await goTo(page, '/account')
  await eventually(() => page.getByRole('radio', { name: 'Automatic' }).isChecked()).toBe(true)
  // An open window follows the system.
  for (const [colorScheme, least, most] of [
    ['dark', 0, 64],
    ['light', 192, 255],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await eventually(async () => {
      const now = await brightness()
      return now >= least && now <= most
    }).toBe(true)
  }
})

/** Returns the page's texts and names in Latin letters, without the site's content and proper names. */
function latinWords(): Promise<string[]> {
  return page.evaluate(() => {
    const said = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const isShown = node.parentElement?.checkVisibility() === true
      if (isShown && !node.parentElement?.closest('script, style, kbd, bdi')) said.add(node.textContent ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder'])
      for (const one of document.querySelectorAll(`[${name}]`)) said.add(one.getAttribute(name) ?? '')
    const own =
      /\S+@\S+|https?:\S+|127\.0\.0\.1\S*|Galley|Nordlys Travel|Jonas Lindqvist|^JL$|English|Deutsch|Français|Ctrl|Alt|Shift|Tab|Esc|\bID\b|\bUTC\b|\d[KMG]?B\b/g
    return [...said].filter((words) => /[A-Za-z]{2,}/.test(words.replaceAll(own, '')))
  })
}

test('S9.19 (part) Arabic turns the window round, keeps doing so after a restart, and says everything of Account in Arabic', async () => {
  await page.getByRole('button', { name: /Language$/ }).click()
  await page.getByRole('option', { name: /العربية/ }).click()
  await eventually(() => html('dir')).toBe('rtl')
  expect(await html('lang')).toBe('ar')
  await restart()
  expect(await html('dir')).toBe('rtl')
  expect(await html('lang')).toBe('ar')
  await page.getByRole('link', { name: 'المقالات' }).first().waitFor()
  const sidebar = await page.locator('#sidebar').boundingBox()
  const main = await page.getByRole('main').boundingBox()
  expect(sidebar?.x).toBeGreaterThan(main?.x ?? Infinity)
  await goTo(page, '/account')
  await page.getByRole('radiogroup').first().waitFor()
  expect(await latinWords()).toEqual([])
})

test('a click with the other button in a text offers the clipboard', async () => {
  await galley.app.evaluate(({ Menu }) => {
    // The test cannot press items of the system's menu, so it records them.
    Menu.prototype.popup = function show(this: Electron.Menu) {
      Reflect.set(globalThis, 'shownMenu', this.items.map(({ label }) => label).filter(Boolean))
    }
  })
  await goTo(page, '/collections/posts')
  await page.getByRole('searchbox').first().click({ button: 'right' })
  await eventually(() => galley.app.evaluate(() => Reflect.get(globalThis, 'shownMenu') as unknown)).toEqual([
    'قص',
    'نسخ',
    'لصق',
    'لصق بدون تنسيق',
    'تحديد الكل',
  ])
  await goTo(page, '/account')
})

test('S3.21 (part) S9.21 (part) German is there after a restart, with the words of the site and of Galley', async () => {
  await goTo(page, '/account')
  await page.locator('#setting-language ~ * button').first().click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await eventually(() => html('lang')).toBe('de')
  await restart()
  expect(await html('lang')).toBe('de')
  expect(await html('dir')).toBe('ltr')
  await page.getByRole('link', { name: 'Beiträge' }).first().click()
  await page.getByRole('table', { name: 'Beiträge' }).waitFor()
  await page.getByRole('link', { name: 'Neu erstellen' }).waitFor()
})
