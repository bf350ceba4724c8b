import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  ;({ token } = await cms.login())
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1280, 800)
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const UNSENT = 'where[or][0][and][0][@unsent][equals]=true'
const CONFLICT = 'where[or][0][and][0][@conflict][equals]=true'
const panel = () => page.getByRole('region', { name: 'Filters' })
const line = (name: string) => panel().getByRole('group', { name, exact: true })
const titles = () =>
  page.getByRole('table', { name: 'Posts' }).locator('tbody tr td:first-child a').allInnerTexts()
const address = async () => decodeURIComponent(await addressOf(page))

async function choose(from: Locator, option: string): Promise<void> {
  await from.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function edit(title: string, to: string): Promise<string> {
  await goTo(page, '/collections/posts?limit=100')
  await openDocument(page, title)
  await titleInput(page).fill(to)
  await untilDocumentIs(page, /^(Waiting to send|Conflict)/)
  return /posts\/(\d+)/.exec(await addressOf(page))?.[1] ?? ''
}

test('documents with unsent edits, and those in conflict, are found through the filter, with the server and without', async () => {
  await goTo(page, '/collections/posts')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await panel().getByRole('button', { name: 'Add Filter' }).click()
  await choose(line('Title equals').getByRole('button', { name: /Field$/ }), 'Has unsent edits')
  await choose(
    line('Has unsent edits equals').getByRole('button', { name: /Has unsent edits equals$/ }),
    'True',
  )
  await eventually(address).toBe(`/collections/posts?${UNSENT}`)
  await page.getByText('No Posts match this filter').waitFor()

  // Only their saves are dropped, not the lists.
  const cut = proxy.addRule({
    match: ({ method, path }) => method === 'PATCH' && path.startsWith('/api/posts/'),
    fault: { kind: 'status', status: 503 },
  })
  const id = await edit('Tromsø in the blue hour', 'Tromsø before the blue hour')
  await edit('A winter without cars on Senja', 'A winter on Senja')
  const both = ['A winter on Senja', 'Tromsø before the blue hour']
  await goTo(page, `/collections/posts?${UNSENT}&sort=title`)
  await eventually(titles).toEqual(both)
  await page.getByText(/1.2 of 2/).waitFor()
  await goTo(page, `/collections/posts?${UNSENT.replace('true', 'false')}&limit=100`)
  await eventually(async () => (await titles()).length > 0).toBe(true)
  expect((await titles()).filter((title) => both.includes(title))).toEqual([])

  await cms.request('PATCH', `/posts/${id}?draft=true&locale=en`, { token, body: { title: 'Tromsø after' } })
  cut()
  await goTo(page, `/collections/posts?${CONFLICT}`)
  await eventually(titles).toEqual(['Tromsø before the blue hour'])
  // A document sent meanwhile leaves the list.
  await goTo(page, `/collections/posts?${UNSENT}&sort=title`)
  await eventually(titles).toEqual(['Tromsø before the blue hour'])

  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.reload()
  await untilStatusBarSays(page, 'Offline')
  await eventually(titles).toEqual(['Tromsø before the blue hour'])
  await line('Has unsent edits equals').waitFor()
  await goTo(page, `/collections/posts?${CONFLICT.replace('true', 'false')}&limit=100`)
  await eventually(async () => (await titles()).length > 0).toBe(true)
  expect(await titles()).not.toContain('Tromsø before the blue hour')
})
