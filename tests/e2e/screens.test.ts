import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { matchPath } from 'react-router-dom'
import { routePatterns } from '../../shared/cms/routes.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { titleInput } from './support/screens.ts'

const post = 'Porto before the ferries'
let cms: Cms
let token: string
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login('editor@example.com'))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

/** Patterns without parameters first, as the router ranks them. */
const patterns = Object.values(routePatterns).toSorted((a, b) => a.split(':').length - b.split(':').length)
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const table = (name: string) => page.getByRole('table', { name, exact: true })
const nothingFound = () => heading('Nothing found').waitFor()

test('S2.09 M.06 each screen is there at its address', async () => {
  const answer = ok(
    await cms.request('GET', `/posts?where[title][equals]=${encodeURIComponent(post)}&draft=true&depth=0`, {
      token,
    }),
  )
  const document = `/collections/posts/${String(at(answer.json, 'docs', 0, 'id'))}`
  const versionOf = async (path: string) =>
    String(
      at(
        ok(await cms.request('GET', `${path}&limit=1&depth=0&sort=-updatedAt`, { token })).json,
        'docs',
        0,
        'id',
      ),
    )
  const version = await versionOf(`/posts/versions?where[parent][equals]=${document.split('/').at(-1)}`)
  // Gives the global a version.
  ok(await cms.request('POST', '/globals/header', { token, body: { tagline: 'Slowly north' } }))
  const ofGlobal = await versionOf('/globals/header/versions?draft=true')
  const main = page.getByRole('main')
  const made = async (path: string, body: object) =>
    String(at(ok(await cms.request('POST', path, { token, body })).json, 'doc', 'id'))
  const deleted = await made('/posts?draft=true', { title: 'A deleted post' })
  const admin = await cms.login('admin@example.com')
  ok(await cms.request('PATCH', `/posts/${deleted}`, { token: admin.token, body: { deletedAt: new Date() } }))
  const folder = await made('/payload-folders', { name: 'Winter', folderType: ['posts'] })
  const comparison = () => main.getByText('Comparing against').first().waitFor()
  const versions = () => table('Versions').waitFor()
  const api = () => main.getByRole('button', { name: /Copy/ }).first().waitFor()
  const atDashboard = async () => {
    await heading('Dashboard').waitFor()
    await eventually(() => addressOf(page)).toBe('/')
  }
  const onSite = async () => {
    await heading('Done on the site').waitFor()
    await page.getByRole('button', { name: 'Open in the browser' }).waitFor()
  }
  const screens: [string, () => Promise<void>][] = [
    ['/', () => heading('Dashboard').waitFor()],
    ['/account', () => main.getByRole('radiogroup').first().waitFor()],
    ['/outbox', () => heading('Outbox').waitFor()],
    ['/diagnostics', () => heading('Diagnostics').waitFor()],
    ['/collections/posts', () => table('Posts').waitFor()],
    ['/collections/posts/create', () => titleInput(page).waitFor()],
    [document, () => titleInput(page).waitFor()],
    ['/collections/posts/trash', () => main.getByRole('link', { name: 'A deleted post' }).waitFor()],
    [`/collections/posts/trash/${deleted}`, () => heading('A deleted post').waitFor()],
    ['/collections/posts/payload-folders', () => main.getByText('Winter').first().waitFor()],
    [`/collections/posts/payload-folders/${folder}`, () => main.getByText('Winter').first().waitFor()],
    [`${document}/versions`, versions],
    [`${document}/versions/${version}`, comparison],
    [`${document}/api`, api],
    ['/globals/header', () => page.getByRole('textbox', { name: 'Tagline' }).waitFor()],
    ['/globals/header/versions', versions],
    [`/globals/header/versions/${ofGlobal}`, comparison],
    ['/globals/header/api', api],
    // Log-in pages redirect a signed-in user, and the log-out page asks.
    ['/login', atDashboard],
    ['/logout-inactivity', atDashboard],
    ['/create-first-user', atDashboard],
    ['/logout', () => page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).waitFor()],
    ['/unauthorized', () => heading('Unauthorized').waitFor()],
    ['/forgot', () => heading('Already logged in').waitFor()],
    ['/reset/a-token', () => heading('Already logged in').waitFor()],
    // Links from e-mails open on the site.
    ['/verify', onSite],
    ['/users/verify/a-token', onSite],
    ['/browse-by-folder', () => heading('Browse by Folder').waitFor()],
    [`/browse-by-folder/${folder}`, () => main.getByText('Winter').first().waitFor()],
    ['/nowhere', nothingFound],
  ]
  const notThere: string[] = []
  for (const [path, shown] of screens) {
    await goTo(page, path)
    await shown().catch((error: unknown) => notThere.push(`${path}: ${String(error)}`))
  }
  expect(notThere).toEqual([])
  const seen = new Set(screens.map(([path]) => patterns.find((pattern) => matchPath(pattern, path) !== null)))
  expect(patterns.filter((pattern) => !seen.has(pattern))).toEqual([])
})
