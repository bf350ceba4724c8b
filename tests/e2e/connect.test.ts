import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { eventually } from './support/eventually.ts'
import { describedBy } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import {
  closedAddress,
  startFailingServer,
  startHtmlServer,
  startSelfSignedServer,
  type OddServer,
} from './support/odd-servers.ts'

let cms: Cms
let plain: Cms
let servers: OddServer[]
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  ;[cms, plain, ...servers] = await Promise.all([
    startCms({ seed: 'small' }),
    startCms({ seed: 'small', plugin: false }),
    startHtmlServer(),
    startFailingServer(),
    startSelfSignedServer(),
  ])
  galley = await startGalley({ server: null, dataFolder: newDataFolder() })
  page = galley.page
})

afterAll(async () => {
  await galley.close()
  await Promise.all([cms.dispose(), plain.dispose(), ...servers.map((server) => server.close())])
})

const address = () => page.getByRole('textbox', { name: 'Server address' })
const problem = () => page.getByRole('main').getByRole('alert')

/** Types an address, connects, and answers what is said about it. */
async function connectTo(typed: string): Promise<string> {
  await address().fill(typed)
  await page.getByRole('button', { name: /^(Connect|Try again)$/ }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await eventually(() => describedBy(address())).not.toBe('')
  return problem().innerText()
}

test('a first start asks for the address of a server and knows none yet', async () => {
  await page.getByRole('heading', { level: 1, name: 'Connect to a server' }).waitFor()
  await eventually(() => address().evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.getByRole('navigation', { name: 'Servers' }).getByRole('button').allInnerTexts()).toEqual(
    ['Add a server'],
  )
})

test('connecting with nothing typed stays in the field', async () => {
  await page.getByRole('button', { name: 'Connect' }).click()
  await eventually(() => address().evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await problem().count()).toBe(0)
})

test('an address that is none is called so, and stays in the field to be corrected', async () => {
  expect(await connectTo('ftp://cms.example.com')).toContain(
    'This is not a web address. Type one such as https://cms.example.com.',
  )
  expect(await address().inputValue()).toBe('ftp://cms.example.com')
  expect(await address().getAttribute('aria-invalid')).toBe('true')
  expect(await describedBy(address())).toContain('This is not a web address.')
})

test('an address at which nothing listens gives no answer', async () => {
  const url = await closedAddress()
  expect(await connectTo(url)).toContain(
    `${new URL(url).host} does not answer. Check the address and your internet connection.`,
  )
  expect(await problem().innerText()).toContain('Reason: nothing answers at this address')
})

test('a web site that is no CMS is told apart from one', async () => {
  const url = servers[0]?.url ?? ''
  expect(await connectTo(url)).toContain(
    `${new URL(url).host} answers, but it is not a Payload CMS. Type the address of the CMS itself. If its API is not at /api, add its path, for example https://cms.example.com/cms-api.`,
  )
})

test('a server that fails is said to have failed', async () => {
  const url = servers[1]?.url ?? ''
  expect(await connectTo(url)).toContain(
    `The server at ${new URL(url).host} failed. Your computer is fine. Whoever runs the server finds the reason in its log.`,
  )
  expect(await problem().innerText()).toContain('Reason: server error (500)')
})

test('a certificate that nobody vouches for is refused with the reason', async () => {
  const url = servers[2]?.url ?? ''
  expect(await connectTo(url)).toContain(
    `This computer does not trust the certificate of ${new URL(url).host}`,
  )
  expect(await problem().innerText()).toContain('ask IT to install the company’s root certificate')
})

test('a CMS without the companion is told exactly what to add', async () => {
  const words = await connectTo(plain.url)
  expect(words).toContain('Payload answers, but Galley’s companion plugin is missing.')
  for (const line of [
    'npm install @galley/server',
    "import { galley } from '@galley/server'",
    'plugins: [galley()],',
  ]) {
    expect(words).toContain(line)
    expect(await page.getByRole('button', { name: `Copy: ${line}` }).count()).toBe(1)
  }
})

test('the right address goes on to the log-in, also with /admin behind it', async () => {
  await address().fill(`${cms.url}/admin/`)
  await page.keyboard.press('Enter')
  await page.getByText('The server answers', { exact: true }).waitFor()
  await page.getByText('The server is ready for Galley').waitFor()
  await page.getByRole('heading', { level: 1, name: /^Log in to / }).waitFor()
  expect(await address().inputValue()).toBe(cms.url)
  await login(page, 'editor@example.com')
})

test('the list of servers remembers it with the last log-in, after signing out and after a restart', async () => {
  await page.getByRole('button', { name: /^Server / }).click()
  await page.getByRole('menuitem', { name: 'Log out…' }).click()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  const known = () => page.getByRole('navigation', { name: 'Servers' }).getByText(new URL(cms.url).host)
  await known().waitFor()
  await galley.close()
  galley = await startGalley({ server: null, dataFolder: galley.dataFolder })
  page = galley.page
  await known().waitFor()
  await page.getByRole('heading', { level: 1, name: /^Log in to / }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('editor@example.com')
  expect(await page.locator('input[type=password]').inputValue()).toBe('')
})

test('F33 a server leaves the list after a question, with everything that is here of it, and nothing else does', async () => {
  const menu = () => page.getByRole('button', { name: /^More about / })
  const leave = async () => {
    await menu().click()
    await page.getByRole('menuitem', { name: 'Remove from the list…' }).click()
  }
  await leave()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('This computer’s copy is removed for good.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await menu().count()).toBe(1)
  expect(readdirSync(join(galley.dataFolder, 'accounts'))).toHaveLength(1)
  await leave()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect to a server' }).waitFor()
  expect(await menu().count()).toBe(0)
  expect(readdirSync(join(galley.dataFolder, 'accounts'))).toEqual([])
})
