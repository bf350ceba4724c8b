import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { titleInput, untilDocumentIs } from './support/screens.ts'

/* Permissions of a document are shown before an action is tried (F59). */

let dataDir: string
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-permissions-'))
  const script = path.join(import.meta.dirname, '../integration/support/permissions-site.ts')
  cms = await startCms({ dataDir, script })
  ;({ token } = await cms.login('editor@example.com'))
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com', { link: 'Stories' })
})
afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const NOT_ALLOWED = 'Your account may not change this document'

test('F59 somebody else’s document is read-only and says why; one’s own is saved by itself, Publish says why it may not be pressed; one’s own account can be changed', async () => {
  await goTo(page, '/collections/stories/2')
  await page.getByRole('main').getByRole('status').filter({ hasText: NOT_ALLOWED }).waitFor()
  await eventually(() => titleInput(page).getAttribute('readonly')).not.toBeNull()
  expect(await button('Save Draft').getAttribute('aria-disabled')).toBe('true')
  await button('Save Draft').hover()
  await page.getByRole('tooltip').filter({ hasText: NOT_ALLOWED }).waitFor()
  await titleInput(page).focus()
  await page.keyboard.type('not mine')
  expect(await titleInput(page).inputValue()).toBe('Theirs')

  await goTo(page, '/collections/stories/1')
  await titleInput(page).waitFor()
  await eventually(() => button('Publish changes').getAttribute('aria-disabled')).toBe('true')
  await button('Publish changes').hover()
  await page.getByRole('tooltip').filter({ hasText: 'Your account may not publish this document' }).waitFor()
  await titleInput(page).fill('Mine, edited')
  await untilDocumentIs(page, 'Saved')
  await eventually(async () => {
    const { json } = await cms.request('GET', '/stories/1?draft=true', { token })
    return at(json, 'title')
  }).toBe('Mine, edited')
  const writes = proxy.seen.filter(
    ({ method, path: to }) => method === 'PATCH' && to.startsWith('/api/stories'),
  )
  expect(writes.map(({ path: to }) => to.split('?')[0])).toEqual(writes.map(() => '/api/stories/1'))

  await goTo(page, '/collections/users/1')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.waitFor()
  await eventually(() => name.getAttribute('readonly')).toBeNull()
  await name.fill('Erika')
  await button('Save').click()
  await eventually(async () => at((await cms.request('GET', '/users/1', { token })).json, 'name')).toBe(
    'Erika',
  )
})

test('S6.02 who may not update a document sees no way to restore a version of it, and nothing is sent', async () => {
  const versionOf = async (story: number) => {
    const query = `where[parent][equals]=${story}&limit=1`
    return String(
      at((await cms.request('GET', `/stories/versions?${query}`, { token })).json, 'docs', 0, 'id'),
    )
  }
  const restore = () => page.getByRole('button', { name: /restore/i })
  await goTo(page, `/collections/stories/1/versions/${await versionOf(1)}`)
  await page.getByRole('heading', { name: 'Compare Versions' }).waitFor()
  await restore().first().waitFor()
  await goTo(page, `/collections/stories/2/versions/${await versionOf(2)}`)
  await page.getByText('Currently viewing').waitFor()
  await eventually(() => restore().count()).toBe(0)
  const posts = proxy.seen.filter(({ method, path: to }) => method === 'POST' && to.includes('/versions/'))
  expect(posts).toEqual([])
})
