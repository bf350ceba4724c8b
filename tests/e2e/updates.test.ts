import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { installerAt, newFeedSigner, signedFeed } from '../support/update-feed.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'

const CONTENT = 'an installer'
const NAME = '/galley.deb'
const signer = newFeedSigner()
let cms: Cms
let folder: string
let galley: GalleyApp
let page: Page
/** Served files, by path. */
const served = new Map<string, string>()
const server = createServer((request, response) => {
  const body = served.get(request.url ?? '')
  response.writeHead(body === undefined ? 404 : 200).end(body)
})
let url: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  folder = mkdtempSync(join(tmpdir(), 'galley-e2e-updates-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  served.set(NAME, CONTENT)
  served.set(
    '/feed',
    signedFeed(signer, {
      notes: 'Folders can be moved.',
      commands: { linux: 'sudo apt-get install galley' },
      files: { linux: installerAt(url + NAME, CONTENT) },
    }),
  )
  const file = join(folder, 'policy.json')
  const policy = { keepDocuments: 'opened', updates: { feed: `${url}/feed`, key: signer.key } }
  writeFileSync(file, JSON.stringify(policy), { mode: 0o644 })
  galley = await startGalley({
    server: cms.url,
    dataFolder: newDataFolder(),
    env: { GALLEY_POLICY: file },
  })
  page = galley.page
  await login(page, 'editor@example.com')
})
afterAll(async () => {
  await galley.close()
  await cms.dispose()
  server.close()
  rmSync(folder, { recursive: true })
})

const about = () => page.getByRole('region', { name: 'About' })

test('a newer version of the organisation’s feed is named quietly, explained, and opened by the system', async () => {
  await galley.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'installers', opened)
    shell.openPath = (path) => {
      opened.push(path)
      return Promise.resolve('')
    }
  })
  await page.getByRole('link', { name: 'Galley 99.0.0 can be installed' }).click()
  await about().getByText('Folders can be moved.').waitFor()
  await about().getByText('sudo apt-get install galley').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await about().getByRole('button', { name: 'Install…' }).press('Enter')
  await about().getByText('The installer is open.').waitFor()
  const installers = await galley.app.evaluate(() => Reflect.get(globalThis, 'installers') as string[])
  expect(installers.map((one) => readFileSync(one, 'utf8'))).toEqual([CONTENT])
})

test('a forged feed is said as such, and nothing can be installed of it', async () => {
  served.set('/feed', signedFeed(newFeedSigner(), { version: '100.0.0' }))
  await about().getByRole('button', { name: 'Look for a newer version' }).click()
  await about().getByText('does not come from your organisation').waitFor()
  await eventually(() => page.getByRole('link', { name: 'can be installed' }).count()).toBe(0)
  expect(await about().getByRole('button', { name: 'Install…' }).count()).toBe(0)
})
