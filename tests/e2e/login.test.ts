import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { eventually } from './support/eventually.ts'
import { choose, describedBy, tabBackTo, tabTo } from './support/form.ts'
import { demoPassword, login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { documentState, openDocument, openList, titleInput } from './support/screens.ts'
import { signOut } from './support/signing.ts'

let cms: Cms
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const email = () => page.getByLabel('Email')
const password = () => page.locator('input[type=password]')
const main = () => page.getByRole('main')

test('keyboard alone leads from the start to an open document, and Enter logs in', async () => {
  await email().waitFor()
  await eventually(() => email().evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('editor@example.com')
  await tabTo(page, /^Password/)
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await tabTo(page, 'Posts')
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Posts' }).waitFor()
  await tabTo(page, 'Title')
  await tabTo(page, /night train/i)
  await page.keyboard.press('Enter')
  await titleInput(page).waitFor()
  await tabTo(page, /^Title/)
  await page.keyboard.press('End')
  await page.keyboard.type(' by keyboard')
  await eventually(() => titleInput(page).inputValue()).toMatch(/by keyboard$/)
  await eventually(() => documentState(page).innerText()).toBe('Saved')
  await signOut(page)
})

test('a wrong password gets the words of the server at the password, which has the focus', async () => {
  await email().fill('editor@example.com')
  await password().fill('not it')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await eventually(() => describedBy(password())).toBe('The email or password provided is incorrect.')
  expect(await password().getAttribute('aria-invalid')).toBe('true')
  expect(await password().evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await password().inputValue()).toBe('not it')
})

test('what is missing is asked for at its field, without asking the server', async () => {
  await email().fill('')
  await password().fill('')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await eventually(() => describedBy(email())).toBe('Enter your email or username.')
  expect(await describedBy(password())).toBe('Enter your password.')
  await email().fill('editor@example.com')
  await page.keyboard.press('Enter')
  await eventually(() => describedBy(password())).toBe('Enter your password.')
  await eventually(() => email().getAttribute('aria-invalid')).toBe(null)
})

test('the password can be shown and hidden again', async () => {
  await password().fill('secret words')
  await page.getByRole('button', { name: 'Show the password' }).click()
  expect(await page.getByLabel(/^Password/).getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide the password' }).click()
  expect(await page.getByLabel(/^Password/).getAttribute('type')).toBe('password')
})

test('S3.15 (part) an account by user name signs in and sees only what it may', async () => {
  await choose(page, 'Log in as', 'Members')
  expect(await email().count()).toBe(0)
  await page.getByLabel('Username').fill('demo')
  await password().fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const entries = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link')
  await eventually(() => entries.allInnerTexts()).toContain('Notes')
  expect(await entries.allInnerTexts()).not.toContain('Users')
  await openList(page, 'Notes')
  await page.getByRole('link', { name: 'Create New' }).waitFor()
  await openList(page, 'Posts')
  await page.getByRole('table', { name: 'Posts' }).waitFor()
  expect(await page.getByRole('link', { name: 'Create New' }).count()).toBe(0)
  // A member sees nothing that is not published.
  expect(await page.getByRole('table').getByText('Draft', { exact: true }).count()).toBe(0)
  await signOut(page)
})

test('S5.27 (part) a reader reads: no Create New, fields that cannot be changed, nothing to publish with', async () => {
  await choose(page, 'Log in as', 'Users')
  await login(page, 'reader@example.com')
  // Notes are everybody's; nothing else is offered to be created.
  const creations = main().getByRole('button', { name: /^Create new ./ })
  await creations.first().waitFor()
  expect(await creations.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Create new Note',
  ])
  await openList(page, 'Posts')
  await page.getByRole('table', { name: 'Posts' }).waitFor()
  expect(await page.getByRole('link', { name: 'Create New' }).count()).toBe(0)
  await page
    .getByRole('table')
    .getByRole('link', { name: /night train/i })
    .click()
  await titleInput(page).waitFor()
  const before = await titleInput(page).inputValue()
  expect(await titleInput(page).evaluate((input: HTMLInputElement) => input.readOnly)).toBe(true)
  await titleInput(page).focus()
  await page.keyboard.type('not allowed')
  expect(await titleInput(page).inputValue()).toBe(before)
  for (const [name, deed] of [
    ['Publish changes', 'publish'],
    ['Save Draft', 'change'],
  ] as const) {
    const button = main().getByRole('button', { name })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await tabBackTo(page, name)
    await page.getByRole('tooltip').getByText(`Your account may not ${deed} this document`).waitFor()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'More publish options' }).click()
  expect(await page.getByRole('menuitem', { name: 'Unpublish' }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await documentState(page).innerText()).toBe('Saved')
  await signOut(page)
})

test('a session that is not to be kept ends with the program', async () => {
  await email().fill('editor@example.com')
  await password().fill(demoPassword)
  await page.getByRole('checkbox', { name: 'Keep me signed in on this computer' }).uncheck()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await galley.close()
  galley = await startGalley({ server: cms.url, dataFolder: galley.dataFolder })
  page = galley.page
  await password().waitFor()
  expect(await page.getByRole('navigation', { name: 'Navigation' }).count()).toBe(0)
  await login(page, 'editor@example.com')
})

test('a session that is kept opens the documents at the next start without a log-in', async () => {
  await galley.close()
  galley = await startGalley({ server: cms.url, dataFolder: galley.dataFolder })
  page = galley.page
  await openList(page, 'Posts')
  await openDocument(page, 'Porto before the ferries')
  expect(await titleInput(page).inputValue()).toBe('Porto before the ferries')
})
