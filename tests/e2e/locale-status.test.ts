import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { switchLocale } from './support/form.ts'
import { demoPassword, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs } from './support/screens.ts'

/* A document that has a status per locale, on the screen (docs/decisions/0028). */

let dataDir: string
let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let id: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-locale-status-'))
  const script = path.join(import.meta.dirname, '../integration/support/locale-status-site.ts')
  cms = await startCms({ dataDir, script })
  ;({ token } = await cms.login('editor@example.com'))
  const body = { title: 'English', _status: 'draft' }
  const made = ok(await cms.request('POST', '/stories?draft=true&locale=en', { token, body }))
  id = String(Number(at(made.json, 'doc', 'id')))
  const german = { title: 'Deutsch', _status: 'draft' }
  ok(await cms.request('PATCH', `/stories/${id}?draft=true&locale=de`, { token, body: german }))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  // As `login` does, on a site that has no posts.
  await page.getByRole('textbox', { name: 'Email' }).fill('editor@example.com')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Stories' }).waitFor()
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const pill = () => page.getByRole('main').locator('header').first()
const onSite = async () =>
  at((await cms.request('GET', `/stories/${id}?draft=false&locale=all`, { token })).json, '_status')

async function choose(item: string): Promise<void> {
  await page.getByRole('button', { name: 'More publish options' }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click()
}

test('one locale is published and taken back, and the header says so of the locale on the screen', async () => {
  await goTo(page, `/collections/stories/${id}?locale=de`)
  await pill().getByText('Draft', { exact: true }).waitFor()
  await choose('Publish in German')
  await untilDocumentIs(page, 'Saved')
  await pill().getByText('Published', { exact: true }).waitFor()
  await eventually(onSite).toMatchObject({ de: 'published' })
  expect(await onSite()).not.toMatchObject({ en: 'published' })

  await switchLocale(page, 'English')
  await pill().getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await pill().getByText('Published', { exact: true }).waitFor()
  await eventually(onSite).toEqual({ en: 'published', de: 'published', ar: 'published' })

  await choose('Unpublish in English')
  await page.getByRole('alertdialog').getByText('this document in English').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish in English' }).click()
  await pill().getByText('Draft', { exact: true }).waitFor()
  await eventually(onSite).toMatchObject({ en: 'draft', de: 'published' })
  await switchLocale(page, 'German')
  await pill().getByText('Published', { exact: true }).waitFor()
})
