import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { at, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { switchLocale } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { findId, readWhole } from './support/whole-document.ts'
import { resizeTo } from './support/window.ts'

const TITLE = 'The night train to Narvik'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let post: string
let about: string
/** A post whose search result has no picture. */
let bare: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  ;({ token } = await cms.login())
  post = `/posts/${await findId(cms, 'posts', 'title', TITLE, token)}`
  about = `/pages/${await findId(cms, 'pages', 'title', 'About Nordlys Travel', token)}`
  const without = await cms.request('GET', '/posts?where[meta.image][exists]=false&limit=1&draft=true', {
    token,
  })
  bare = `/posts/${String(at(without.json, 'docs', 0, 'id'))}`
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await untilStatusBarSays(page, 'Online')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const group = (): Locator => page.getByRole('group', { name: 'SEO', exact: true })
const box = (name: string): Locator => group().getByRole('textbox', { name, exact: true })
/** Returns the generate button of title, description or image, by index. */
const make = (index: number): Locator => group().getByRole('button', { name: 'Auto-generate' }).nth(index)
const preview = (): Locator => group().getByRole('group', { name: 'Preview', exact: true })
const asked = (): string[] =>
  proxy.seen.flatMap(({ path }) => /\/plugin-seo\/generate-(\w+)$/.exec(path)?.[1] ?? [])

/** Takes a picture if a folder for them is set. */
async function takePicture(name: string, from: Locator = group()): Promise<void> {
  const folder = process.env['GALLEY_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await from.scrollIntoViewIfNeeded()
  await untilStill(page)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await from.screenshot({ path: `${folder}/${name}-part.png` })
}

test('S7.10 the results of the four questions are in the fields and in the preview, a picture by its id or whole, and nothing empties a field', async () => {
  await goTo(page, `/collections${about}`)
  await preview().scrollIntoViewIfNeeded()
  await preview()
    .getByText(/^https:\/\/nordlys\.travel\/about/)
    .waitFor()
  expect(asked()).toEqual(['url'])

  await make(0).click()
  await expect.poll(() => box('Title').inputValue()).toBe('About Nordlys Travel: a slow guide')
  // The site's function returns the whole picture; the field gets its id.
  await make(2).click()
  await group().getByText('Good').last().waitFor()
  await page.getByRole('textbox', { name: 'Introduction' }).fill('')
  await make(1).click()
  await expect.poll(() => box('Description').inputValue()).toBe('')
  await group()
    .getByText(
      'The server generated nothing for Description, so it is empty now. Undo brings the old value back.',
    )
    .waitFor()
  await takePicture('seo-emptied')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, 'Saved')
  expect(asked()).toEqual(['url', 'title', 'image', 'description'])
  const saved = await readWhole(cms, about, token)
  expect(at(saved, 'meta', 'title', 'en')).toBe('About Nordlys Travel: a slow guide')
  expect(at(saved, 'meta', 'image', 'en')).toBe(at(saved, 'layout', 0, 'image'))
  expect(at(saved, 'meta', 'description', 'en') ?? '').toBe('')

  // The site's function returns the bare id.
  await goTo(page, `/collections${bare}`)
  await group().scrollIntoViewIfNeeded()
  await group().getByText('No image').waitFor()
  await make(2).click()
  await group().getByText('No image').waitFor({ state: 'detached' })
  // By shortcut: the post may be saved already, and then the button is disabled.
  await page.keyboard.press('Control+S')
  await untilDocumentIs(page, 'Saved')
  const other = await readWhole(cms, bare, token)
  expect(at(other, 'meta', 'image', 'en')).toBe(at(other, 'layout', 0, 'image'))
})

test('a search result is written with guidance, made by the site in the locale, and offline it is said what needs the server', async () => {
  await goTo(page, `/collections${post}`)
  await group().scrollIntoViewIfNeeded()
  await group().getByText('2/3 checks are passing').waitFor()
  await preview().scrollIntoViewIfNeeded()
  await preview()
    .getByText(/^https:\/\/nordlys\.travel\/stories\//)
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  await takePicture('seo-light')

  // Typed text is rated at once.
  await box('Description').focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' Bring a book.')
  await group().getByText('107/100-150 chars, 43 left over').waitFor()
  await group().getByText('3/3 checks are passing').waitFor()
  await preview()
    .getByText(/Bring a book\.$/)
    .waitFor()

  // By keyboard: Escape stops a slow answer, and the field stays.
  const before = await box('Title').inputValue()
  const release = proxy.addRule({
    match: ({ path }) => path.endsWith('/generate-title'),
    fault: { kind: 'hold' },
  })
  await make(0).focus()
  await page.keyboard.press('Enter')
  await group().getByRole('button', { name: 'Stop the auto-generation' }).waitFor()
  await takePicture('seo-busy')
  await page.keyboard.press('Escape')
  await make(2).waitFor()
  release()
  expect(await box('Title').inputValue()).toBe(before)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Auto-generate')

  // In the other locale the site uses that locale's content.
  await switchLocale(page, 'German')
  await make(0).click()
  await expect.poll(() => box('Title').inputValue()).toMatch(/: a slow guide$/)
  const german = await box('Title').inputValue()
  await switchLocale(page, 'English')
  expect(await box('Title').inputValue()).toBe(before)

  // An edit made meanwhile stays; the generated value is offered until somebody takes or dismisses it.
  const edited = Promise.withResolvers<void>()
  const late = proxy.addRule({
    match: ({ path }) => path.endsWith('/generate-title') || path.endsWith('/generate-image'),
    fault: { kind: 'late', meanwhile: () => edited.promise },
  })
  await make(0).click()
  await box('Title').fill('By hand')
  await make(1).click()
  await group()
    .getByRole('button', { name: /^Remove / })
    .click()
  edited.resolve()
  const leave = group().getByRole('button', { name: 'Keep current value' })
  await eventually(() => leave.count()).toBe(2)
  await takePicture('seo-meanwhile')
  await leave.first().click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Auto-generate')
  await group().getByRole('button', { name: 'Use generated value' }).click()
  late()
  await box('Title').fill(before)

  // A refusal of the server is shown at the field.
  const refuse = proxy.addRule({
    match: ({ path }) => path.endsWith('/generate-title'),
    fault: { kind: 'status', status: 500 },
  })
  await make(0).click()
  await group().getByText('Not done. The server says: “Something went wrong.”').waitFor()
  await takePicture('seo-failed')
  refuse()

  const online = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  const needs = group().getByRole('button', { name: 'Auto-generate: Needs the server' })
  await eventually(() => needs.count()).toBe(3)
  await needs.first().focus()
  await page.keyboard.press('Enter')
  await takePicture('seo-offline')
  const questions = asked().length
  await box('Title').fill('Narvik by night, offline')
  await group().getByText('24/50-60 chars, 26 to go').waitFor()
  await group().getByText('2/3 checks are passing').waitFor()
  expect(asked().length).toBe(questions)
  online()
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilDocumentIs(page, 'Saved')
  const meta = at(await readWhole(cms, post, token), 'meta')
  expect(at(meta, 'title')).toMatchObject({ en: 'Narvik by night, offline', de: german })
  expect(at(meta, 'description', 'en')).toMatch(/Bring a book\.$/)
})

/** Sets theme and language as the settings do, and reloads the screen. */
async function dress(theme: 'light' | 'dark', language: string): Promise<void> {
  await page.evaluate(
    async ([chosen, spoken]) => {
      await window.galley.call('app.setTheme', { theme: chosen })
      await window.galley.call('app.setLanguage', { language: spoken })
    },
    [theme, language] as const,
  )
  await page.reload()
  await group().scrollIntoViewIfNeeded()
  await eventually(() =>
    group()
      .getByText(/^https:/)
      .count(),
  ).toBe(1)
}

/** Runs in the page: returns the elements that overflow their scroll container. */
function beyond(part: Element): string[] {
  let around = part.parentElement
  while (around !== null && !/auto|scroll/.test(getComputedStyle(around).overflowY))
    around = around.parentElement
  if (around === null) return ['nothing scrolls it']
  const { left, right } = around.getBoundingClientRect()
  const all = [part, ...part.querySelectorAll('*')].filter((element) => {
    const place = element.getBoundingClientRect()
    return place.width > 1 && (place.left < left || place.right > right)
  })
  return [...(around.scrollWidth > around.clientWidth ? [around] : []), ...all].map(
    (element) => element.outerHTML,
  )
}

test.each([
  ['dark', 'en', 1100],
  ['light', 'ar', 1100],
  ['light', 'en', 720],
] as const)('axe finds nothing wrong with it: %s, %s, %i px', async (theme, language, width) => {
  await resizeTo(galley.app, page, width)
  await dress(theme, language)
  await takePicture(`seo-${theme}-${language}-${width}`)
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
  expect(await group().evaluate(beyond)).toEqual([])
})
