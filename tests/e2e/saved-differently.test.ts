import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir, startCms, type Cms } from '../integration/support/cms.ts'
import { changeSite } from '../integration/support/change-site.ts'
import type { SiteChanges } from '../integration/support/serve-changing.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openList, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

const script = path.join(import.meta.dirname, '../integration/support/serve-changing.ts')

let cms: Cms
let galley: GalleyApp
let token: string
let dataDir = ''

const change = (changes: SiteChanges): Promise<void> => changeSite(dataDir, changes)

beforeAll(async () => {
  dataDir = await newDataDir('full')
  cms = await startCms({ dataDir, script })
  token = (await cms.login('admin@example.com')).token
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  await login(galley.page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await cms.stop()
})

const input = (name: string) => galley.page.getByRole('main').getByRole('textbox', { name })
const save = () => galley.page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
const note = (field: string) => galley.page.getByRole('group', { name: `Values not saved as sent: ${field}` })

/** Opens an author of the list, counted from 1; answers what the author is called, and its id. */
async function openAuthor(at: number): Promise<{ name: string; id: string }> {
  const { page } = galley
  await openList(page, 'Authors')
  await page.getByRole('main').getByRole('row').nth(at).getByRole('link').first().click()
  await input('Name').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  return { name: await input('Name').inputValue(), id }
}

async function onServer(id: string): Promise<unknown> {
  return (await cms.request('GET', `/authors/${id}?depth=0&locale=en`, { token })).json
}

test('F2 SY16 what the server did not take is told at the field with both values, and is put back', async () => {
  const { page } = galley
  const { name, id } = await openAuthor(1)
  await change({ hooks: { 'authors.name': name } })
  await input('Name').fill('Typed by me')
  await input('Biography').fill('A new biography.')
  await save()
  await untilDocumentIs(page, '1 value not saved')
  await untilStatusBarSays(page, '1 document saved differently')
  await note('Name').getByText('Typed by me').waitFor()
  await note('Name').getByText(name).waitFor()
  expect(await note('Biography').count()).toBe(0)
  expect(await onServer(id)).toMatchObject({ name, biography: 'A new biography.' })

  await change({})
  await note('Name').getByRole('button', { name: 'Put back: Name' }).click()
  expect(await input('Name').inputValue()).toBe('Typed by me')
  await note('Name').waitFor({ state: 'detached' })
  await untilDocumentIs(page, 'Only on this computer')
  await save()
  await untilDocumentIs(page, 'Saved')
  await untilStatusBarSays(page, 'Everything sent')
  expect(await onServer(id)).toMatchObject({ name: 'Typed by me' })
})

test('F2 SY16 the outbox has what was sent and what became of it; what differs is put back or left from there', async () => {
  const { page } = galley
  const { id } = await openAuthor(2)
  await change({ hooks: { 'authors.name': 'Changed by a hook' } })
  await input('Name').fill('Typed again')
  await save()
  await untilDocumentIs(page, 'Saved, 1 value differs')
  await change({})

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Outbox/ })
    .click()
  const line = page.getByRole('list', { name: 'Recently sent' }).getByRole('listitem').first()
  await line.getByText('1 saved differently').waitFor()
  await line.getByText('Typed again').waitFor()
  await line.getByText('Changed by a hook').first().waitFor()
  await line.getByRole('button', { name: 'Put back' }).click()
  await untilStatusBarSays(page, '1 document with unsent edits')
  await page.getByRole('link', { name: 'Changed by a hook' }).or(line.getByRole('link')).first().click()
  expect(await input('Name').inputValue()).toBe('Typed again')
  await save()
  await untilDocumentIs(page, 'Saved')
  expect(await onServer(id)).toMatchObject({ name: 'Typed again' })
})

test('F2 a person who leaves it at what the server has is not asked again', async () => {
  const { page } = galley
  await openAuthor(3)
  await change({ hooks: { 'authors.name': 'As the server wants it' } })
  await input('Name').fill('As I want it')
  await save()
  await untilDocumentIs(page, 'Saved, 1 value differs')
  await change({})
  await page.getByRole('main').getByRole('button', { name: 'Keep what the server has', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  expect(await note('Name').count()).toBe(0)
  expect(await input('Name').inputValue()).toBe('As the server wants it')
  await untilStatusBarSays(page, 'Everything sent')
})
