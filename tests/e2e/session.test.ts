import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { eventually } from './support/eventually.ts'
import { describedBy, focusedName } from './support/form.ts'
import { demoPassword, login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { askToSignOut, signOut } from './support/signing.ts'

const first = 'Porto before the ferries'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let admin: string
let id: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  ;({ token: admin } = await cms.login())
  const found = await cms.request('GET', `/posts?depth=0&where[title][equals]=${encodeURIComponent(first)}`, {
    token: admin,
  })
  id = String(at(found.json, 'docs', 0, 'id'))
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await openList(page, 'Posts')
  await openDocument(page, first)
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

async function titleOnServer(): Promise<unknown> {
  const { json } = await cms.request('GET', `/posts/${id}?draft=true&depth=0&locale=en`, { token: admin })
  return at(json, 'title')
}

/** Ends every session of the editor, as an administrator of the server can. */
async function endSessions(): Promise<void> {
  const { token } = await cms.login('editor@example.com')
  const answer = await cms.request('POST', '/users/logout?allSessions=true', { token })
  expect(answer.status).toBe(200)
}

const dialog = () => page.getByRole('dialog', { name: 'Log in again' })

const loginButton = () => page.getByRole('contentinfo').getByRole('button', { name: 'Login' })

test('SY9 U1 a session that ends while typing takes no key away: the status bar says it and offers the log-in in place', async () => {
  const title = titleInput(page)
  await title.evaluate((input) => input.setAttribute('data-same', 'yes'))
  await endSessions()
  await title.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(', once')
  await untilStatusBarSays(page, 'Signed out. 1 edit waits for you')
  expect(await dialog().count()).toBe(0)
  await page.keyboard.type(' more')
  // It is the same input still, with what was typed.
  expect(await page.locator('[data-same=yes]').inputValue()).toBe(`${first}, once more`)
  await loginButton().press('Enter')
  await dialog()
    .getByText('The server ended your session. Everything you typed is saved on this computer')
    .waitFor()
  expect(await titleOnServer()).toBe(first)
})

test('SY2 the log-in of somebody else in place is refused with an explanation and sends nothing', async () => {
  await dialog().getByLabel('Email').fill('reader@example.com')
  await dialog().locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await dialog()
    .getByText(
      'Leena Virtanen is another user. The edits on this screen belong to Jonas Lindqvist and can only be sent as Jonas Lindqvist. Log in as Jonas Lindqvist, or sign out first.',
    )
    .waitFor()
  expect(await titleOnServer()).toBe(first)
})

test('SY9 a wrong password in place gets the words of the server', async () => {
  await dialog().getByLabel('Email').fill('editor@example.com')
  await dialog().locator('input[type=password]').fill('not it')
  await page.keyboard.press('Enter')
  const password = dialog().locator('input[type=password]')
  await eventually(() => describedBy(password)).toBe('The email or password provided is incorrect.')
})

test('SY9 after the log-in the focus is back where it was typed, and the server gets the text', async () => {
  await dialog().locator('input[type=password]').fill(demoPassword)
  await dialog().getByRole('button', { name: 'Login', exact: true }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await page.locator('[data-same=yes]').inputValue()).toBe(`${first}, once more`)
  await eventually(() => focusedName(page)).toMatch(/^Title/)
  await untilDocumentIs(page, 'Saved')
  expect(await titleOnServer()).toBe(`${first}, once more`)
})

test('SY9 the log-in can wait: typing goes on, the status bar says that edits wait, and logs in', async () => {
  await endSessions()
  await titleInput(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await untilStatusBarSays(page, 'Signed out. 1 edit waits for you')
  await loginButton().click()
  await dialog().waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await eventually(() => focusedName(page)).toMatch(/^Title/)
  await page.keyboard.type('!')
  await loginButton().click()
  await dialog().getByText('1 edit is sent when you log in again.').waitFor()
  await dialog().locator('input[type=password]').fill(demoPassword)
  await page.keyboard.press('Enter')
  await untilDocumentIs(page, 'Saved')
  expect(await titleOnServer()).toBe(`${first}, once more!!`)
})

test('SY2 signing out says how many edits wait, and the list of servers says it too', async () => {
  proxy.addRule({
    match: ({ method }) => method === 'PATCH',
    fault: { kind: 'status', status: 503, headers: { 'retry-after': '1' } },
  })
  await titleInput(page).fill('Kept for the editor')
  await untilDocumentIs(page, 'Waiting to send (1)')
  expect(await askToSignOut(page)).toContain(
    '1 edit is not sent yet. It stays on this computer and is sent when you log in again as Jonas Lindqvist.',
  )
  await page.keyboard.press('Escape')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await signOut(page)
  await page.getByRole('navigation', { name: 'Servers' }).getByText('1 edit waiting for you').waitFor()
})

test('SY2 another user who signs in neither sees nor sends them', async () => {
  proxy.clearRules()
  proxy.seen.length = 0
  await login(page, 'admin@example.com')
  await untilStatusBarSays(page, 'Everything sent')
  await openList(page, 'Posts')
  await page.getByRole('link', { name: `${first}, once more!!` }).waitFor()
  expect(await page.getByText('Kept for the editor').count()).toBe(0)
  await page.getByRole('link', { name: 'Outbox' }).click()
  await page.getByText('Edits that still have to be sent appear here.').waitFor()
  expect(proxy.seen.filter(({ method }) => method === 'PATCH')).toEqual([])
  expect(await titleOnServer()).toBe(`${first}, once more!!`)
  expect(await askToSignOut(page)).toContain(
    'Everything is sent. Your documents stay on this computer for next time.',
  )
  await page.keyboard.press('Escape')
  await signOut(page)
})

test('SY2 they leave when their own user signs in again, once', async () => {
  proxy.seen.length = 0
  await login(page, 'editor@example.com')
  await eventually(titleOnServer).toBe('Kept for the editor')
  await untilStatusBarSays(page, 'Everything sent')
  const sent = proxy.seen.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ body }) => at(JSON.parse(body), 'title'))).toEqual(['Kept for the editor'])
})
