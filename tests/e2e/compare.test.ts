import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { resizeTo } from './support/window.ts'
import { untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

const title = 'The night train to Narvik'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let id: string
/** Versions of the document, newest first. */
let versions: readonly unknown[]

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  id = await findId(cms, 'posts', 'title', title, token)
  // Prepares the comparisons below: titles that end in different emoji, and swapped blocks.
  const stored = ok(await cms.request('GET', `/posts/${id}?depth=0&draft=true`, { token })).json
  const layout = listAt(stored, 'layout')
  expect(layout.length).toBeGreaterThan(1)
  const patch = (locale: string, body: object) =>
    cms.request('PATCH', `/posts/${id}?draft=true&locale=${locale}`, { token, body })
  ok(await patch('en', { title: `${title} 👩‍👩‍👧‍👦` }))
  ok(await patch('en', { title: `The slow train to Narvik 👩‍👩‍👧`, layout: layout.toReversed() }))
  const path = `/posts/versions?where[parent][equals]=${id}&depth=0&sort=-updatedAt&limit=0`
  versions = listAt(ok(await cms.request('GET', path, { token })).json, 'docs')
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const main = () => page.getByRole('main')
const idOf = (version: number) => String(at(versions[version], 'id'))
const compareAddress = (version: number) => `/collections/posts/${id}/versions/${idOf(version)}`
/** The document's own field: its search result has a title, too. */
const field = (name: string) => main().getByRole('group', { name, exact: true }).first()
const against = () => main().getByRole('button', { name: /Comparing against/ })
const heads = () =>
  main()
    .locator('[data-part]')
    .getByText(/^Block \d+$/)

test('S2.49 (collection) the date of a version leads to its comparison with the one before', async () => {
  await goTo(page, `/collections/posts/${id}/versions`)
  await page.getByRole('table', { name: 'Versions' }).locator('tbody tr').first().getByRole('link').click()
  await page.getByRole('heading', { name: 'Compare Versions' }).waitFor()
  expect(await addressOf(page)).toBe(compareAddress(0))
  await page.getByRole('heading', { level: 1, name: 'The slow train to Narvik' }).waitFor()
})

test('S2.25 (all but the depth) a version is compared with the newest one before it, else with that of the address: what differs is marked by character, and what people see as one character stays whole', async () => {
  await field('Title en').locator('ins').first().waitFor()
  expect(await field('Title en').locator('del').allInnerTexts()).toEqual(['night', '👩‍👩‍👧‍👦'])
  expect(await field('Title en').locator('ins').allInnerTexts()).toEqual(['slow', '👩‍👩‍👧'])
  expect(await field('Title de').count()).toBe(0)
  const questions = proxy.seen
    .map(({ path }) => new URL(path, 'http://x'))
    .filter(({ pathname }) => pathname.startsWith('/api/posts/versions'))
  const before = questions.filter(({ search }) => search.includes('less_than')).at(-1)?.searchParams
  expect([before?.get('sort'), before?.get('limit')]).toEqual(['-updatedAt', '1'])
  expect([...(before?.entries() ?? [])]).toContainEqual([
    expect.stringMatching(/\[updatedAt\]\[less_than\]$/) as unknown,
    at(versions[0], 'updatedAt'),
  ])
  for (const version of [0, 1]) {
    const read = questions.filter(({ pathname }) => pathname === `/api/posts/versions/${idOf(version)}`)
    expect(new Set(read.map(({ searchParams }) => searchParams.get('locale')))).toEqual(new Set(['all']))
  }
  await goTo(page, `${compareAddress(0)}?versionFrom=${idOf(2)}`)
  await page.getByRole('heading', { name: 'Compare Versions' }).waitFor()
  await eventually(() => field('Title en').locator('del').allInnerTexts()).toEqual(['night'])
})

test('S2.07 (missing) a version that there is none of is not found', async () => {
  for (const owner of [`/collections/posts/${id}`, '/globals/header']) {
    await goTo(page, `${owner}/versions/999999`)
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Compare Versions' }).count()).toBe(0)
  }
  await goTo(page, compareAddress(0))
})

test('blocks that changed places are moved, and none is removed or added', async () => {
  await heads().first().waitFor()
  expect(await heads().count()).toBeGreaterThan(0)
  expect(
    await main()
      .getByText(/^Moved from \d\d$/)
      .count(),
  ).toBeGreaterThan(0)
  expect(
    await main()
      .getByText(/^(Added|Removed)$/)
      .count(),
  ).toBe(0)
})

test('S2.26 (part) S2.34 what is the same is there without Modified only, which is in the address', async () => {
  await page.getByRole('checkbox', { name: 'Modified only' }).uncheck()
  await field('Title de').waitFor()
  expect(await addressOf(page)).toBe(`${compareAddress(0)}?modifiedOnly=false`)
  await page.getByRole('checkbox', { name: 'Modified only' }).check()
  await eventually(() => field('Title de').count()).toBe(0)
  expect(await addressOf(page)).toBe(compareAddress(0))
})

test('S2.29 S2.32 (part) S2.48 another version is chosen from all of them by the keyboard alone, and everything else in the address stays', async () => {
  await goTo(page, `${compareAddress(0)}?locale=de&localeCodes=["en"]`)
  await field('Title en').locator('ins').first().waitFor()
  await against().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Select a version to compare' })
  await drawer.locator('tbody tr').nth(3).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await eventually(async () =>
    new URL(await addressOf(page), 'http://x').searchParams.get('versionFrom'),
  ).toBe(idOf(3))
  const { pathname, searchParams } = new URL(await addressOf(page), 'http://x')
  expect(pathname).toBe(compareAddress(0))
  expect([searchParams.get('locale'), searchParams.get('localeCodes')]).toEqual(['de', '["en"]'])
})

test('N and P walk from change to change', async () => {
  await goTo(page, compareAddress(0))
  await field('Title en').locator('ins').first().waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('n')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('slow')
  await page.keyboard.press('n')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Block')
  await page.keyboard.press('p')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('slow')
})

test('at 720 px the changes are counted in a line, and listed and walked from there', async () => {
  await goTo(page, compareAddress(0))
  await field('Title en').locator('ins').first().waitFor()
  await resizeTo(galley.app, page, 720)
  const bar = page.getByRole('complementary', { name: 'Changed fields' })
  const toggle = bar.getByRole('button', { name: /^Changed fields \d+$/ })
  await toggle.waitFor()
  await bar.getByRole('button', { name: 'Next change', exact: true }).click()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('slow')
  expect(await bar.getByRole('listitem').count()).toBe(0)
  await toggle.focus()
  await page.keyboard.press('Enter')
  await bar.getByRole('listitem').first().waitFor()
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
  await bar
    .getByRole('button', { name: /^Block \d+/ })
    .first()
    .click()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toContain('Block')
  await eventually(() => bar.getByRole('listitem').count()).toBe(0)
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide).toBe(false)
  await resizeTo(galley.app, page, 1440)
  await bar.getByRole('listitem').first().waitFor()
  expect(await toggle.count()).toBe(0)
})

test('the comparison, all of it and its versions are accessible, light and dark; what closes gives the focus back', async () => {
  await goTo(page, `${compareAddress(0)}?modifiedOnly=false`)
  await field('Title en').locator('ins').first().waitFor()
  await page.getByRole('button', { name: /^Locales:/ }).click()
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => window.galley.call('app.setTheme', { theme: chosen }), theme)
    await untilStill(page)
    expect(await violationsOf(page)).toEqual([])
  }
  await against().click()
  await page.getByRole('option', { name: 'More versions...' }).click()
  await page.getByRole('dialog').locator('tbody tr').first().waitFor()
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(() => against().evaluate((one) => one === document.activeElement)).toBe(true)
})

const titleOnServer = async () =>
  at(ok(await cms.request('GET', `/posts/${id}?depth=0&draft=true&locale=en`, { token })).json, 'title')
const restoreButton = () => main().getByRole('button', { name: 'Restore this version', exact: true })

const question = () => page.getByRole('alertdialog', { name: 'Confirm Version Restoration' })
/** Returns the restore requests to the server. */
const restores = () =>
  proxy.seen.flatMap(({ method, path }) => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    return method === 'POST' && pathname.includes('/versions/')
      ? [`${pathname} draft=${searchParams.get('draft')}`]
      : []
  })
const isRestore = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.includes('/versions/')

test('S8.03 S4.12 a restore asks first and sends nothing when it is cancelled; confirmed it says that it goes on until the server has answered, also as a draft', async () => {
  await goTo(page, compareAddress(1))
  await restoreButton().focus()
  await page.keyboard.press('Enter')
  await question().waitFor()
  expect(await question().innerText()).toContain('the published document will be unpublished')
  await page.keyboard.press('Escape')
  await question().waitFor({ state: 'detached' })
  await eventually(() => restoreButton().evaluate((one) => one === document.activeElement)).toBe(true)
  await restoreButton().click()
  expect(await question().innerText()).toMatch(
    /You are about to restore this Post document to the state that it was in on [A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [AP]M\./,
  )
  await question().getByRole('button', { name: 'Cancel' }).click()
  await question().waitFor({ state: 'detached' })
  expect(restores()).toEqual([])
  expect(await titleOnServer()).toContain('The slow train')

  const restored = async () => {
    const told = Promise.withResolvers<void>()
    proxy.addRule({ match: isRestore, fault: { kind: 'late', meanwhile: () => told.promise }, times: 1 })
    await question().getByRole('button', { name: 'Confirm' }).click()
    await question().getByRole('button', { name: 'Restoring...' }).waitFor()
    told.resolve()
    await eventually(() => addressOf(page)).toBe(`/collections/posts/${id}`)
  }
  await restoreButton().click()
  await restored()
  const published = versions.findIndex((one) => at(one, 'version', '_status') === 'published')
  await goTo(page, compareAddress(published))
  await main().getByRole('button', { name: 'More ways to restore' }).click()
  await page.getByRole('menuitem', { name: 'Restore as draft' }).click()
  await restored()
  expect(restores()).toEqual([
    `/api/posts/versions/${idOf(1)} draft=false`,
    `/api/posts/versions/${idOf(published)} draft=true`,
  ])
})

test('S4.13 S8.02 what is restored is what the server has; its words are said, and the document or global is shown', async () => {
  await goTo(page, compareAddress(1))
  await restoreButton().click()
  await question().getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Restored Successfully.', { exact: true }).first().waitFor()
  await eventually(() => addressOf(page)).toBe(`/collections/posts/${id}`)
  await page.getByRole('textbox', { name: 'Title', exact: true }).first().waitFor()
  await eventually(() =>
    page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue(),
  ).toContain('The night train to Narvik 👩‍👩‍👧‍👦')
  expect(await titleOnServer()).toBe(`${title} 👩‍👩‍👧‍👦`)

  await openOldestOfHeader()
  const says = 'Says the server of its own accord.'
  proxy.addRule({
    match: isRestore,
    fault: {
      kind: 'rewrite',
      body: (answered) => JSON.stringify({ ...(JSON.parse(answered) as object), message: says }),
    },
    times: 1,
  })
  await restoreButton().click()
  await question().getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(says, { exact: true }).waitFor()
  await eventually(() => addressOf(page)).toBe('/globals/header')
  await page.getByRole('textbox', { name: 'Tagline' }).waitFor()
})

/** Opens the comparison of a global's oldest version. */
async function openOldestOfHeader(): Promise<void> {
  await goTo(page, '/globals/header/versions')
  await page.getByRole('table', { name: 'Versions' }).locator('tbody tr').last().getByRole('link').click()
  await restoreButton().waitFor()
}

test('S7.05 a restore that is answered by 200 and a message is done; by anything else there was a problem with it, and the version stays on the screen', async () => {
  const problem = () => page.getByText('There was a problem restoring this version', { exact: true })
  for (const status of [201, 204, 302, 400, 403, 404, 409, 500, 503]) {
    await openOldestOfHeader()
    const address = await addressOf(page)
    await eventually(() => problem().count()).toBe(0)
    const answered = { kind: 'status', status, ...(status !== 204 && { body: '{"message":"No."}' }) } as const
    const stop = proxy.addRule({ match: isRestore, fault: answered })
    await restoreButton().click()
    await question().getByRole('button', { name: 'Confirm' }).click()
    await problem().waitFor()
    await question().getByRole('button', { name: 'Cancel' }).click()
    expect([status, await addressOf(page)]).toEqual([status, address])
    stop()
    await goTo(page, '/globals/header')
  }
  await openOldestOfHeader()
  await restoreButton().click()
  await question().getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Restored Successfully.', { exact: true }).first().waitFor()
  await eventually(() => addressOf(page)).toBe('/globals/header')
  expect(await problem().count()).toBe(0)
})

test('S4.10 a version that was published can be restored as a draft, too, and a draft cannot', async () => {
  const published = versions.findIndex((one) => at(one, 'version', '_status') === 'published')
  await goTo(page, compareAddress(published))
  await main().getByRole('button', { name: 'More ways to restore' }).click()
  await page.getByRole('menuitem', { name: 'Restore as draft' }).waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, compareAddress(0))
  await restoreButton().waitFor()
  expect(await main().getByRole('button', { name: 'More ways to restore' }).count()).toBe(0)
})

test('M.03 (comparison) without a connection a version that was never here says so', async () => {
  await cms.stop()
  await goTo(page, compareAddress(versions.length - 1))
  await untilStatusBarSays(page, 'Offline')
  await page.getByText('This version is not on this computer', { exact: true }).waitFor()
  expect(await main().getByText('The version appears here once the server answers.').count()).toBe(1)
  expect(await against().count()).toBe(0)
})

test('M.08 (restore) without a connection a restore says that only the server can do it; what the version holds is taken as edits, also after a restart', async () => {
  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  await goTo(page, compareAddress(0))
  await restoreButton().click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Version Restoration' })
  await dialog.getByText('No connection. Only the server can restore a version.').waitFor()
  await dialog.getByRole('button', { name: 'Take as edits' }).click()
  await eventually(() => addressOf(page)).toBe(`/collections/posts/${id}`)
  await eventually(() =>
    page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue(),
  ).toContain('The slow train')
  await page.keyboard.press('Control+z')
  await eventually(() =>
    page.getByRole('textbox', { name: 'Title', exact: true }).first().inputValue(),
  ).toContain('The night train')
})

test('what is on the screen is compared with the last save and with a version that is here, by the keyboard and without a connection; the edits are still in the form', async () => {
  await goTo(page, `/collections/posts/${id}`)
  await untilStatusBarSays(page, 'Offline')
  const input = page.getByRole('textbox', { name: 'Title', exact: true }).first()
  await input.fill('The unsaved train to Narvik')
  await page.getByRole('button', { name: 'More actions for this document' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Show edits' }).focus()
  await page.keyboard.press('Enter')
  await eventually(() => addressOf(page)).toBe(`/collections/posts/${id}/versions/on-screen`)
  await eventually(() => field('Title en').locator('ins').allInnerTexts()).toContainEqual(
    expect.stringContaining('unsaved'),
  )
  await against().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^Last saved/ }).waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, `/collections/posts/${id}/versions/on-screen?versionFrom=${idOf(0)}`)
  await eventually(() => field('Title en').locator('del').allInnerTexts()).toContainEqual(
    expect.stringContaining('slow'),
  )
  await goTo(page, `/collections/posts/${id}`)
  await eventually(() => input.inputValue()).toBe('The unsaved train to Narvik')
})
