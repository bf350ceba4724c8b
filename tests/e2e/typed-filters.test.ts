import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { resizeTo } from './support/window.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  ;({ token } = await cms.login())
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1280, 800)
  await login(page, 'admin@example.com')
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const box = () => page.getByRole('searchbox', { name: /^Search by/ })
const pills = () => page.getByRole('main').getByRole('list', { name: 'Filters' })
const pillTexts = () => pills().getByRole('listitem').allInnerTexts()
const titles = () =>
  page.getByRole('table', { name: 'Posts' }).locator('tbody tr td:first-child a').allInnerTexts()
const query = async () => decodeURIComponent((await addressOf(page)).split('?')[1] ?? '')

async function onServer(where: string): Promise<unknown[]> {
  const path = `/posts?draft=true&depth=0&locale=en&sort=-updatedAt&limit=25&${where}`
  return listAt((await cms.request('GET', path, { token })).json, 'docs').map((doc) => at(doc, 'title'))
}

test('S3.39 (part) a filter is typed, becomes pills, and text again, by the keyboard alone', async () => {
  await goTo(page, '/collections/posts')
  await box().focus()
  await page.keyboard.type('status:draft -season:winter ')
  const both = 'where[or][0][and][0][_status][equals]=draft&where[or][0][and][1][season][not_equals]=winter'
  await eventually(query).toBe(both)
  await eventually(titles).toEqual(await onServer(both))
  expect((await pillTexts()).map((text) => text.trim())).toEqual([
    'Status equals Draft or Changed',
    'Season is not equal to Winter',
  ])
  expect(await box().inputValue()).toBe('')
  // The form of the filter does not come in the way of who types.
  expect(await page.getByRole('region', { name: 'Filters' }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])

  // A document by its title, once it is looked for; the rest is searched for.
  await page.keyboard.type('the category:"Slow travel"')
  await page.keyboard.press('Enter')
  await eventually(async () => (await pillTexts()).length).toBe(3)
  await eventually(query).toContain('search=the')
  expect((await pillTexts())[2]).toContain('Slow travel')
  await box().fill('')
  await eventually(query).not.toContain('search=')

  await box().focus()
  await page.keyboard.press('Backspace')
  await eventually(() => box().inputValue()).toBe('category:"Slow travel"')
  await eventually(query).toBe(both)
  await box().fill('')
  await pills().getByRole('button', { name: 'Change “Status equals Draft or Changed”' }).click()
  expect(await box().inputValue()).toBe('status:draft')
  await eventually(query).toBe('where[or][0][and][0][season][not_equals]=winter')
  await box().fill('')
  await pills().getByRole('button', { name: 'Remove “Season is not equal to Winter”' }).click()
  await eventually(query).toBe('')
  await eventually(titles).toEqual(await onServer(''))
})

test('what asks for nothing says why, and stays to be mended', async () => {
  await goTo(page, '/collections/posts')
  await box().focus()
  await page.keyboard.type('category:me ')
  await page.getByText('“category:me” does not point at people who log in here.').waitFor()
  expect(await box().inputValue()).toBe('category:me')
  await page.keyboard.press('Escape')
  await page.keyboard.type('category:"Nothing of the kind" ')
  await page.getByText('names no document, or more than one').waitFor()
  expect(await query()).toBe('')
})

test('a filter of the address is in pills once its form is folded, and a time ago is one', async () => {
  await goTo(page, '/collections/posts')
  await box().focus()
  await page.keyboard.type('updated:<7d ')
  await eventually(query).toBe('where[or][0][and][0][updatedAt][greater_than]=now-7d')
  await eventually(titles).toEqual(await onServer(''))
  await goTo(
    page,
    '/collections/posts?where[or][0][and][0][season][equals]=winter&where[or][1][and][0][layout.heading][like]=a',
  )
  await page.getByRole('region', { name: 'Filters' }).waitFor()
  expect(await pills().count()).toBe(0)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await eventually(async () =>
    (await pillTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
  ).toEqual(['Season equals Winter', 'Or layout.heading like a'])
})
