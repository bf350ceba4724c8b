import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'
import { signOut } from './support/signing.ts'

/* The ways into a site beside the log-in, from its first user on; each test goes on where the one before ended. */

const HOUR = 3_600_000
let dataDir: string
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-sign-in-'))
  const script = path.join(import.meta.dirname, '../integration/support/sign-in-site.ts')
  cms = await startCms({ dataDir, script })
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
})
afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const field = (label: RegExp) => page.getByRole('main').getByLabel(label)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dashboard = () => page.getByRole('heading', { level: 1, name: 'Dashboard' })
const check = () => page.evaluate(() => window.galley.call('connection.check', undefined))

async function logIn(password: string, keep = true): Promise<void> {
  await field(/^Email/).fill('ines@example.com')
  await page.locator('input[type=password]').fill(password)
  if (!keep) await page.getByRole('main').getByText('Keep me signed in on this computer').click()
  await button('Login').click()
  await dashboard().waitFor()
}

/** The link of the last e-mail that the site would have sent. */
async function lastLink(): Promise<string> {
  const [line = ''] = (await readFile(path.join(dataDir, 'mails'), 'utf8')).trim().split('\n').slice(-1)
  const { html } = JSON.parse(line) as { html: string }
  return /href="([^"]+\/reset\/[^"]+)"/.exec(html)?.[1] ?? ''
}

test('S2.09 (create first user) a site without a user takes its first one, by keyboard alone', async () => {
  await page.getByRole('heading', { name: 'Create first user' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await eventually(() => field(/^Email/).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('ines@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ines')
  await page.keyboard.press('Tab')
  await page.keyboard.type('first')
  await page.keyboard.press('Tab')
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await dashboard().waitFor()
  await untilStatusBarSays(page, 'Online')
})

test('U36 whoever is signed in changes the own password among the settings', async () => {
  await goTo(page, '/account')
  await button('Change Password').click()
  await page.getByLabel(/^New Password/).fill('second')
  await page.getByLabel(/^Confirm Password/).fill('second')
  await button('Change Password').click()
  await page.getByText('The password was changed.').first().waitFor()
  expect(await violationsOf(page)).toEqual([])
  await signOut(page)
  await logIn('second')
  await signOut(page)
})

test('S2.09 (forgot, reset) a forgotten password is set anew with the link of the email, though the server goes away in between', async () => {
  await button('Forgot password?').click()
  await field(/^Email/).fill('ines@example.com')
  const cut = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await button('Submit').click()
  await page.getByRole('alert').first().waitFor()
  expect(await field(/^Email/).inputValue()).toBe('ines@example.com')
  cut()
  await button('Submit').click()
  await page.getByRole('heading', { name: 'Email Sent' }).waitFor()
  await button('I have a link from an email').click()
  // The site writes its own address; this computer reaches it through another.
  await field(/^Link or code/).fill(await lastLink())
  await button('Continue').click()
  await field(/^New Password/).fill('third')
  await field(/^Confirm Password/).fill('third')
  expect(await violationsOf(page)).toEqual([])
  await button('Reset Password').click()
  await dashboard().waitFor()
  await signOut(page)
})

test('a session that nobody uses is asked about, renewed for whoever stays, and ended for whoever does not', async () => {
  await logIn('third', false)
  proxy.shiftClock(2 * HOUR - 60_000)
  await check()
  const question = page.getByRole('alertdialog', { name: 'Stay logged in' })
  await question.waitFor()
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => proxy.seen.some((seen) => seen.path.endsWith('/refresh-token'))).toBe(true)

  proxy.shiftClock(4 * HOUR - 120_000)
  await check()
  proxy.shiftClock(6 * HOUR)
  await check()
  await question.waitFor()
  const { token } = await cms.login('ines', 'third')
  const { json } = await cms.request('GET', '/desktop/sessions', { token })
  const end = listAt(json, 'sessions').map((session) => at(session, 'id'))
  await cms.request('POST', '/desktop/sessions', { token, body: { end } })
  await check()
  await page.getByText('You have been logged out due to inactivity.').waitFor()
  await button('Close').click()
  await page.locator('input[type=password]').waitFor()
})

test('a log-in through the browser waits for it, and goes on by itself', async () => {
  await galley.app.evaluate(({ shell }) => {
    shell.openExternal = (url) => Promise.resolve(void Object.assign(globalThis, { opened: url }))
  })
  await button('Log in with the browser').click()
  await page.getByText('Galley has opened your browser.').waitFor()
  const opened = () => galley.app.evaluate(() => String(Reflect.get(globalThis, 'opened') ?? ''))
  await eventually(opened).toContain('/api/desktop/browser-login?')
  const address = new URL(await opened())
  const { token } = await cms.login('ines', 'third')
  const cookie = `payload-token=${token}`
  const html = await (await fetch(address, { headers: { cookie } })).text()
  expect(html).toContain('ines')
  const confirmed = await fetch(address.origin + address.pathname, {
    method: 'POST',
    headers: { cookie },
    body: address.searchParams,
    redirect: 'manual',
  })
  await fetch(confirmed.headers.get('location') ?? '')
  await dashboard().waitFor()
  await untilStatusBarSays(page, 'Online')
})
