import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

// It was published, and saved as a draft since, so that every label occurs.
const title = 'The night train to Narvik'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let id: string
let post: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  id = await findId(cms, 'posts', 'title', title, token)
  post = `/collections/posts/${id}`
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

const rows = () => page.getByRole('table', { name: 'Versions' }).locator('tbody tr')
const cells = (column: number) =>
  rows().evaluateAll(
    (all, nth) => all.map((row) => row.querySelectorAll('td')[nth]?.innerText.replace(/\s+/g, ' ').trim()),
    column,
  )
const tabs = () => page.getByRole('navigation', { name: 'Views of the document' })
const range = (words: string) => page.getByRole('main').getByText(words, { exact: true })

async function onServer(query = ''): Promise<readonly unknown[]> {
  const path = `/posts/versions?where[parent][equals]=${id}&depth=0&sort=-updatedAt&limit=0${query}`
  return listAt(ok(await cms.request('GET', path, { token })).json, 'docs')
}

test('S2.13 (part) S2.15 (part) S2.16 (part) S4.06 (part) the tab of the versions says how many there are, leads there, and is no link then', async () => {
  await goTo(page, post)
  await titleInput(page).waitFor()
  const versions = await onServer()
  const link = tabs().getByRole('link', { name: /^Versions/ })
  await eventually(() => link.innerText()).toMatch(new RegExp(`Versions\\s*${versions.length}$`))
  await link.click()
  await rows().first().waitFor()
  expect(await addressOf(page)).toBe(`${post}/versions`)
  expect(
    await tabs()
      .getByRole('link', { name: /^Versions/ })
      .count(),
  ).toBe(0)
  expect(await tabs().locator('[aria-current=page]').innerText()).toMatch(/^Versions/)
  expect(await tabs().getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(post)
})

test('S2.42 (part) S9.23 (part) the versions stand newest first, with date, id and status', async () => {
  await eventually(() => cells(1)).toEqual((await onServer()).map((version) => String(at(version, 'id'))))
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Updated At', 'Version ID', 'Status'])
  for (const date of await cells(0))
    expect(date).toMatch(/^[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [AP]M$/)
})

test('S4.02 S4.03 S4.04 (part) each version is called what it is', async () => {
  const statuses = (await onServer()).map((version) => at(version, 'version', '_status'))
  let published = 0
  const expected = statuses.map((status, index) => {
    if (status === 'draft') return index === 0 ? 'Current Draft' : 'Draft'
    published += 1
    return published === 1 ? 'Currently Published' : 'Previously Published'
  })
  expect(new Set(expected)).toEqual(
    new Set(['Current Draft', 'Currently Published', 'Previously Published', 'Draft']),
  )
  await eventually(() => cells(2)).toEqual(expected)
})

test('S2.42 (part) a press on Updated At turns the order round', async () => {
  const newest = await cells(1)
  const head = page.getByRole('columnheader', { name: 'Updated At' })
  expect(await head.getAttribute('aria-sort')).toBe('descending')
  await head.getByRole('button').click()
  await eventually(() => cells(1)).toEqual(newest.toReversed())
  expect(await head.getAttribute('aria-sort')).toBe('ascending')
  await head.getByRole('button').click()
  await eventually(() => cells(1)).toEqual(newest)
})

test('S2.43 (part) S2.44 S2.45 (part) S2.46 (part) the versions are paged, by the address too', async () => {
  const total = (await onServer()).length
  await goTo(page, `${post}/versions?limit=5`)
  await range(`1-5 of ${total}`).waitFor()
  expect(await rows().count()).toBe(5)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await range(`6-10 of ${total}`).waitFor()
  await eventually(() => cells(1)).toEqual(
    (await onServer()).slice(5, 10).map((version) => String(at(version, 'id'))),
  )
  await page.getByRole('button', { name: 'Per Page: 5', exact: true }).click()
  await page.getByRole('menuitem', { name: '10', exact: true }).click()
  await range(`1-10 of ${total}`).waitFor()
  await eventually(() => rows().count()).toBe(10)
  await page.getByRole('button', { name: 'Per Page: 10', exact: true }).click()
  await page.getByRole('menuitem', { name: '100', exact: true }).click()
  await range(`1-${total} of ${total}`).waitFor()
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
})

test('S4.09 what autosave made says Autosave before its label', async () => {
  await goTo(page, post)
  await titleInput(page).fill(`${title}, slowly`)
  await untilDocumentIs(page, 'Saved')
  await tabs()
    .getByRole('link', { name: /^Versions/ })
    .click()
  await eventually(async () => (await cells(2))[0]).toBe('Autosave Current Draft')
})

test('S4.01 (part) after publishing a newer version the drafts before it are drafts, and the one before was published previously', async () => {
  await tabs().getByRole('link', { name: 'Edit' }).click()
  await titleInput(page).waitFor()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByRole('main').locator('header').getByText('Published', { exact: true }).waitFor()
  await tabs()
    .getByRole('link', { name: /^Versions/ })
    .click()
  await eventually(async () => (await cells(2))[0]).toBe('Currently Published')
  const labels = await cells(2)
  expect(labels.filter((label) => label === 'Currently Published')).toHaveLength(1)
  expect(labels.some((label) => label?.includes('Current Draft'))).toBe(false)
  expect(labels).toContain('Previously Published')
})

test('S2.14 (part) the locale of the address is kept from tab to tab', async () => {
  await goTo(page, `${post}/versions?locale=de&limit=5`)
  await rows().first().waitFor()
  expect(await tabs().getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`${post}?locale=de`)
})

test('S2.06 the versions of a document and those of a global are listed below them', async () => {
  for (const [document, name, path] of [
    [post, title, `/posts/versions?where[parent][equals]=${id}`],
    ['/globals/header', 'Header', '/globals/header/versions?'],
  ] as const) {
    await goTo(page, `${document}/versions?limit=100`)
    const listed = ok(await cms.request('GET', `${path}&limit=0&depth=0&sort=-updatedAt`, { token }))
    const ids = listAt(listed.json, 'docs').map((version) => String(at(version, 'id')))
    expect(ids.length).toBeGreaterThan(0)
    await eventually(() =>
      rows()
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    ).toEqual(ids.map((version) => `${document}/versions/${version}`))
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(name)
  }
})

test('S2.47 a document without versions says so, without a table', async () => {
  const created = ok(
    await cms.request('POST', '/places?draft=true', { token, body: { name: 'Nowhere', country: 'no' } }),
  )
  const place = String(at(created.json, 'doc', 'id'))
  // The answer lacks its versions, as if the site kept none.
  proxy.addRule({
    match: ({ path }) => path.startsWith('/api/places/versions'),
    fault: {
      kind: 'status',
      status: 200,
      body: JSON.stringify({ docs: [], totalDocs: 0, limit: 10, page: 1, totalPages: 1 }),
    },
  })
  await goTo(page, `/collections/places/${place}/versions`)
  await page.getByText('No further versions found', { exact: true }).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
})

/** Returns the differences between two versions. */
const changesOf = (shown: Page) => shown.getByRole('main').locator('[data-part]')

test('M.03 a document and its versions that were visited once open without a network, also after a restart', async () => {
  await goTo(page, post)
  await titleInput(page).waitFor()
  const shown = await titleInput(page).inputValue()
  await tabs()
    .getByRole('link', { name: /^Versions/ })
    .click()
  await rows().first().waitFor()
  const listed = await cells(1)
  await rows().nth(1).getByRole('link').click()
  await changesOf(page).first().waitFor()
  const version = await addressOf(page)
  const compared = await changesOf(page).allInnerTexts()
  const opensAll = async (): Promise<void> => {
    await untilStatusBarSays(page, 'Offline')
    await goTo(page, post)
    await eventually(() => titleInput(page).inputValue()).toBe(shown)
    await goTo(page, version)
    await eventually(() => changesOf(page).allInnerTexts()).toEqual(compared)
    await goTo(page, `${post}/versions`)
    await rows().first().waitFor()
    expect(await cells(1)).toEqual(listed)
  }
  await cms.stop()
  await opensAll()
  await galley.close()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await opensAll()
  await page.getByText('Last refreshed less than 1 min ago').waitFor()
})
