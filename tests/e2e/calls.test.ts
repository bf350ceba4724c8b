import { afterEach, expect, test } from 'vitest'
import { drawPicture, pictures } from '../../server/demo/seed/pictures.ts'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { cookiesOf } from './support/cookies.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp

afterEach(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

/** Reads lists, documents, versions and pictures; creates, changes, uploads and deletes. */
async function workAWhile(): Promise<void> {
  const { page } = galley
  await openList(page, 'Media')
  await page.getByRole('list', { name: 'Media' }).getByRole('link').first().click()
  await page.getByRole('img', { name: /^Preview of/ }).waitFor()

  await openList(page, 'Posts')
  await openDocument(page, 'Porto before the ferries')
  await titleInput(page).fill('Porto after the ferries')
  await untilDocumentIs(page, 'Saved')
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('table').getByRole('row').nth(1).waitFor()

  await openList(page, 'Notes')
  await page.getByRole('link', { name: 'Create New' }).first().click()
  await titleInput(page).fill('Bring a torch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor()

  await openList(page, 'Media')
  await page.getByRole('link', { name: 'Create New' }).first().click()
  const [first] = pictures
  if (!first) throw new Error('no picture')
  const { data } = await drawPicture(first)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'ferry.jpg', mimeType: 'image/jpeg', buffer: data })
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('A ferry')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
}

test.each([
  ['/api, where a site says nothing else', [], '/api', 'payload'],
  ['the site’s own route', ['--own-routes'], '/cms-api', 'nordlys'],
])(
  'S7.01 S7.02 every call goes to %s, and with the session, but for what comes before there is one',
  async (_name, args, api, prefix) => {
    cms = await startCms({ seed: 'small', args })
    proxy = await startFaultProxy(cms.url)
    const route = api === '/api' ? '' : api
    galley = await startGalley({ server: proxy.url + route, dataFolder: newDataFolder() })
    await login(galley.page, 'admin@example.com')
    const [session] = await cookiesOf(galley, proxy.url, `${prefix}-token`)
    const began = proxy.seen.findIndex(({ path }) => path === `${api}/users/login`) + 1
    expect(began).toBeGreaterThan(0)

    await workAWhile()

    const calls = proxy.seen.slice(began)
    // Each kind must occur, or the test would show nothing.
    const kinds = [
      /^GET .*\/posts/,
      /^GET .*\/media\/file\//,
      /^GET .*\/desktop\/config/,
      /^GET .*\/posts\/versions/,
      /^PATCH .*\/posts\//,
      /^POST .*\/notes/,
      /^DELETE .*\/notes/,
      /^POST .*\/media(\?|$)/,
    ]
    for (const kind of kinds)
      expect([kind, calls.some(({ method, path }) => kind.test(`${method} ${path}`))]).toEqual([kind, true])
    expect(proxy.seen.filter(({ path }) => !path.startsWith(`${api}/`)).map(({ path }) => path)).toEqual([])
    const without = calls.filter(({ headers }) => headers.authorization !== `JWT ${session?.value}`)
    // The site's identity is asked without a session.
    expect(
      without.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== `GET ${api}/desktop`),
    ).toEqual([])
    for (const { headers } of without) expect(headers.authorization).toBe(undefined)
  },
)
