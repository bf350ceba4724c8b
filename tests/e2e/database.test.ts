import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilStatusBarSays } from './support/screens.ts'

const title = 'Porto before the ferries'
const garbage = `not a database ${'x'.repeat(20_000)}`
let cms: Cms
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await openList(page, 'Posts')
  await openDocument(page, title)
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

/** Every file below the folder of the databases. */
function databases(): string[] {
  const folder = join(galley.dataFolder, 'accounts')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
}

test('a database that cannot be read at start is set aside, said in words, and the documents come again from the server', async () => {
  await galley.close()
  const [database] = databases().filter((file) => file.endsWith('.sqlite'))
  if (database === undefined) throw new Error('no database')
  writeFileSync(database, garbage)

  galley = await startGalley({ server: cms.url, dataFolder: galley.dataFolder })
  page = galley.page
  const notice = page.getByRole('alertdialog', { name: 'Galley started a new database' })
  await notice.waitFor()
  const words = await notice.innerText()
  expect(words).toContain('It moved the file aside on')
  expect(words).toContain('It held no unsent edits.')
  const path = await notice.locator('code').innerText()
  expect(path).toMatch(/\.corrupt-\d{4}-\d\d-\d\d-\d{6}\.sqlite$/)
  expect(readFileSync(path, 'utf8')).toBe(garbage)
  expect(databases()).toContain(path)
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await notice.waitFor({ state: 'detached' })

  await untilStatusBarSays(page, 'Online')
  await openList(page, 'Posts')
  await openDocument(page, title)
  expect(await titleInput(page).inputValue()).toBe(title)
})

test('it is said once: at the next start there is nothing to say', async () => {
  await galley.close()
  galley = await startGalley({ server: cms.url, dataFolder: galley.dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Everything sent')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(databases().filter((file) => file.includes('.corrupt-'))).toHaveLength(1)
})

test('settings that cannot be read do not keep the program from starting', async () => {
  await galley.close()
  const settings = join(galley.dataFolder, 'settings.json')
  writeFileSync(settings, '{ half a fi')
  galley = await startGalley({ server: cms.url, dataFolder: galley.dataFolder })
  page = galley.page
  await login(page, 'editor@example.com')
  const kept = readdirSync(galley.dataFolder).filter((name) => name.startsWith('settings.broken-'))
  expect(kept).toHaveLength(1)
  expect(readFileSync(join(galley.dataFolder, kept[0] ?? ''), 'utf8')).toBe('{ half a fi')
  await openList(page, 'Posts')
  await openDocument(page, title)
})
