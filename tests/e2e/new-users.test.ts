import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { describedBy } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'admin@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const password = () => page.getByLabel(/^Password/)
const confirmation = () => page.getByLabel(/^Confirm Password/)
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
const connect = async (state: 'Online' | 'Offline') => {
  if (state === 'Online') proxy.clearRules()
  else proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, state)
}

test('a member is made with name and password, offline not at all, and signs in with them', async () => {
  await goTo(page, '/collections/members/create')
  await page.getByLabel(/^Username/).fill('boden')
  // Members sign in by name only.
  expect(await page.getByLabel(/^Email/).count()).toBe(0)
  await password().fill('one-password')
  await confirmation().fill('another')
  await save()
  await eventually(() => describedBy(confirmation())).toBe('Passwords do not match.')
  expect(await violationsOf(page)).toEqual([])

  await connect('Offline')
  await confirmation().fill('one-password')
  await save()
  await page.getByText('Creating a user needs the server.').first().waitFor()
  await expect(cms.login('boden', 'one-password', 'members')).rejects.toThrow('login failed')

  await connect('Online')
  await save()
  await untilDocumentIs(page, 'Saved')
  await eventually(() => password().count()).toBe(0)
  expect((await cms.login('boden', 'one-password', 'members')).user['username']).toBe('boden')
})
