import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { describedBy } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

/* A collection whose documents get their ids from people. */

const script = path.join(import.meta.dirname, '../integration/support/hook-site.ts')
let dataDir: string
let cms: Cms
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-own-ids-'))
  cms = await startCms({ dataDir, script })
  ;({ token } = await cms.login('users@example.com'))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'users@example.com', { link: 'Things' })
  await untilStatusBarSays(page, 'Online')
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const box = (name: string) => page.getByRole('textbox', { name, exact: true })

async function create(id: string, title: string): Promise<void> {
  await goTo(page, '/collections/named/create')
  await box('Id').waitFor()
  await box('Title').fill(title)
  if (id !== '') await box('Id').fill(id)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

test('F58 the id that is typed is the one on the server, and is kept from then on', async () => {
  await create('', 'Nowhere')
  await expect.poll(() => describedBy(box('Id'))).toContain('This field is required.')
  await box('Id').fill('SE')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  expect((await cms.request('GET', '/named/SE', { token })).json).toMatchObject({
    id: 'SE',
    title: 'Nowhere',
  })
  await expect.poll(() => box('Id').isEditable()).toBe(false)
  expect(await box('Id').inputValue()).toBe('SE')
  await box('Title').fill('Sweden')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  expect((await cms.request('GET', '/named/SE', { token })).json).toMatchObject({ title: 'Sweden' })
})

test('F58 an id that is taken is said at its field, and another one goes', async () => {
  await create('SE', 'Another')
  await expect.poll(() => describedBy(box('Id'))).toContain('Value must be unique')
  await box('Id').fill('NO')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  const { json } = await cms.request('GET', '/named?depth=0&sort=id', { token })
  expect(json).toMatchObject({
    docs: [
      { id: 'NO', title: 'Another' },
      { id: 'SE', title: 'Sweden' },
    ],
  })
})

test('S2.04 a document is opened by the id in its address, which is encoded in every link to it', async () => {
  const id = 'a b/c?d=1&e#f %41 ü'
  const body = { id, title: 'Hard to write down' }
  ok(await cms.request('POST', '/named', { token, body }))
  ok(await cms.request('POST', '/named', { token, body: { id: 'a b', title: 'Another' } }))
  const address = `/collections/named/${encodeURIComponent(id)}`
  await goTo(page, '/collections/named')
  const link = page.getByRole('table').getByRole('link', { name: `ID: ${id}`, exact: true })
  expect(await link.getAttribute('href')).toBe(address)
  await link.click()
  await expect.poll(() => box('Title').inputValue()).toBe(body.title)
  expect(await box('Id').inputValue()).toBe(id)
  expect(await addressOf(page)).toBe(address)
  const views = page.getByRole('navigation', { name: 'Views of the document' }).getByRole('link')
  expect(await views.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    `${address}/api`,
  ])
  // By its address alone, and saved under the same id.
  await goTo(page, address)
  await expect.poll(() => box('Title').inputValue()).toBe(body.title)
  await box('Title').fill('Easy to find')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  const read = await cms.request('GET', `/named/${encodeURIComponent(id)}`, { token })
  expect(read.json).toMatchObject({ id, title: 'Easy to find' })
})
