import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { describedBy } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'

/** A name in the network that leads to the CMS of the test. */
const HOST = 'cms.nordlys.test'
const switches = [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]
let cms: Cms
let url: string
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  url = `http://${HOST}:${cms.port}`
  galley = await startGalley({ server: null, dataFolder: newDataFolder(), switches })
  page = galley.page
})
afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

test('F31 http to another computer is used when the person has said so, who is told what is at risk', async () => {
  const address = page.getByRole('textbox', { name: 'Server address' })
  await address.fill(url)
  await page.getByRole('button', { name: 'Connect' }).click()
  const accept = page.getByRole('button', { name: 'Continue without encryption' })
  await accept.waitFor()
  expect(await describedBy(address)).toContain(`${HOST}:${cms.port} has no encryption (http).`)
  expect(await page.locator('input[type=password]').count()).toBe(0)
  await accept.click()
  await page
    .getByText('Not encrypted: others in the network can read your password and your documents.')
    .waitFor()
  await login(page, 'editor@example.com')
})

test('F31 it is not asked again after a restart', async () => {
  await galley.close()
  galley = await startGalley({ server: null, dataFolder: galley.dataFolder, switches })
  page = galley.page
  await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).waitFor()
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  const connection = await page.evaluate(() => window.galley.call('connection.get', undefined))
  expect(connection).toMatchObject({ status: 'online', problem: null })
})
