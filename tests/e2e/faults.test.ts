import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { describedBy, saveDraft } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { headOf, listOf, rowOf, textIn } from './support/rows.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let token: string
let id: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  proxy = await startFaultProxy(cms.url)
  token = (await cms.login('admin@example.com')).token
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  await login(galley.page, 'editor@example.com')
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, 'Porto before the ferries')
  id = new URL(galley.page.url()).pathname.split('/').at(-1) ?? ''
})

beforeEach(() => {
  proxy.clearRules()
  proxy.seen.length = 0
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const isWrite = ({ method }: { method: string }): boolean => method === 'PATCH'

const faults: { name: string; fault: Fault; title: string }[] = [
  {
    name: 'the connection is cut before the server hears of it',
    fault: { kind: 'drop-before' },
    title: 'One',
  },
  { name: 'the answer is cut off after the commit', fault: { kind: 'drop-after' }, title: 'Two' },
  { name: 'half of the answer arrives', fault: { kind: 'truncate' }, title: 'Three' },
  { name: 'the request reaches the server twice', fault: { kind: 'duplicate' }, title: 'Four' },
  { name: 'a captive portal answers', fault: { kind: 'portal' }, title: 'Five' },
  { name: 'the server fails with 500', fault: { kind: 'status', status: 500 }, title: 'Six' },
  {
    name: 'the server is busy and says when to come back',
    fault: { kind: 'status', status: 503, headers: { 'retry-after': '1' } },
    title: 'Seven',
  },
]

test.for(faults)('SY4 SY9 SY11 an edit arrives once though $name', async ({ fault, title }) => {
  const { page } = galley
  const versions = await versionCount()
  proxy.addRule({ match: isWrite, fault, times: 1 })
  await titleInput(page).fill(`Porto, ${title}`)
  await page.keyboard.press('Control+s')
  await untilDocumentIs(page, 'Saved')

  expect(await read()).toMatchObject({ title: `Porto, ${title}` })
  // A draft that is saved is a version of its own: done twice there would be two.
  expect(await versionCount()).toBe(versions + 1)
})

test('SY11 SY16 while a portal answers in place of the server it is offline, and nothing is called saved', async () => {
  const { page } = galley
  proxy.addRule({ match: () => true, fault: { kind: 'portal' } })
  await titleInput(page).fill('Porto, behind a portal')
  await untilStatusBarSays(page, 'Offline')
  await untilDocumentIs(page, 'Waiting to send (1)')
  expect(await read()).not.toMatchObject({ title: 'Porto, behind a portal' })

  proxy.clearRules()
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await untilDocumentIs(page, 'Saved')
  expect(await read()).toMatchObject({ title: 'Porto, behind a portal' })
})

test('SY9 SY10 what the server refuses is shown at the field in its words, mended and sent', async () => {
  const { page } = galley
  const slug = page.getByRole('textbox', { name: 'Slug' })
  const publish = page.getByRole('button', { name: 'Publish changes', exact: true })
  await slug.fill('the-night-train-to-narvik')
  await untilDocumentIs(page, 'Saved')
  await publish.click()
  await untilDocumentIs(page, /^Failed: /)
  await page.getByText('Value must be unique').first().waitFor()

  await slug.fill('porto-before-the-ferries-again')
  await publish.click()
  await untilDocumentIs(page, 'Saved')
  expect(await read()).toMatchObject({ slug: 'porto-before-the-ferries-again', _status: 'published' })
})

test('U28 (part) a server that fails is told of by the state line alone, and nothing that is told moves the field that is typed in', async () => {
  const { page } = galley
  const y = async () => Math.round((await titleInput(page).boundingBox())?.y ?? Number.NaN)
  const notes = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /failed\.|has not worked/ })
  await titleInput(page).fill('Porto, again')
  await untilDocumentIs(page, 'Saved')
  const before = await y()

  const body = JSON.stringify({ errors: [{ message: 'Not on a Monday.' }] })
  proxy.addRule({ match: isWrite, fault: { kind: 'status', status: 400, body } })
  await titleInput(page).pressSequentially(' and')
  await untilDocumentIs(page, 'Failed: Not on a Monday.')
  await notes.waitFor({ state: 'attached' })
  expect(await y()).toBe(before)

  proxy.clearRules()
  proxy.addRule({ match: isWrite, fault: { kind: 'status', status: 500 } })
  await titleInput(page).pressSequentially(' again')
  await page.keyboard.press('Control+s')
  await untilDocumentIs(page, 'Trying again: server error')
  expect(await notes.count()).toBe(0)
  expect(await y()).toBe(before)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await titleInput(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Trying again: server error' }).click()
  await page.getByRole('dialog').getByText('The server failed several times.').waitFor()
  await page.keyboard.press('Escape')

  proxy.clearRules()
  await titleInput(page).fill('Porto at last')
  await page.keyboard.press('Control+s')
  await untilDocumentIs(page, 'Saved')
  expect(await read()).toMatchObject({ title: 'Porto at last' })
})

test('F51 a place that the server names by row number and locale leads to its field, in a folded row of another tab', async () => {
  const { page } = galley
  await openFieldTypes()
  const message = 'Too long for the board.'
  const refusal = {
    errors: [
      {
        name: 'ValidationError',
        message: 'The following field is invalid: Array > Note',
        data: { errors: [{ label: 'Array > Note', message, path: 'array.1.note.en' }] },
      },
    ],
  }
  await page.getByRole('tab', { name: 'Structures' }).click()
  const row = rowOf(listOf(page, 'Array'), 2)
  const note = textIn(row, 'Note')
  await note.fill('Coffee, and a long talk about the weather')
  await headOf(row).click()
  await page.getByRole('tab', { name: 'Texts' }).click()
  const headers = { 'content-type': 'application/json' }
  const fault: Fault = { kind: 'status', status: 400, headers, body: JSON.stringify(refusal) }
  proxy.addRule({ match: isWrite, fault, times: 1 })
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, /^Failed: /)

  await page.getByRole('main').getByRole('button', { name: 'Array 02 / Note' }).click()
  await eventually(() => note.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await describedBy(note)).toBe(message)
  await note.fill('Coffee')
  await saveDraft(page)
})

test('whether a field is shown is for the server to say; offline its last answer stands', async () => {
  const { page } = galley
  await openFieldTypes()
  await page.getByRole('tab', { name: 'Choices' }).click()
  const details = page.getByRole('checkbox', { name: /^Show details/ })
  const detail = page.getByRole('textbox', { name: 'Detail', exact: true })
  await detail.waitFor()
  await details.uncheck()
  await detail.waitFor({ state: 'detached' })
  await details.check()
  await detail.waitFor()

  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  proxy.seen.length = 0
  await details.uncheck()
  await eventually(() => proxy.seen.some(({ path }) => path.includes('/form-state'))).toBe(true)
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await untilStatusBarSays(page, 'Offline')
  expect(await detail.count()).toBe(1)

  proxy.clearRules()
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await untilStatusBarSays(page, 'Online')
  await page.getByRole('textbox', { name: 'Sidebar Text' }).fill('Asks again')
  await detail.waitFor({ state: 'detached' })
})

async function openFieldTypes(): Promise<void> {
  const sink = await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)
  await goTo(galley.page, `/collections/kitchen-sink/${sink}`)
  await galley.page.getByRole('tab', { name: 'Texts' }).waitFor()
}

async function read(): Promise<unknown> {
  return (await cms.request('GET', `/posts/${id}?draft=true&depth=0&locale=en`, { token })).json
}

async function versionCount(): Promise<number> {
  const query = `/posts/versions?where[parent][equals]=${id}&limit=0&depth=0`
  return Number(at((await cms.request('GET', query, { token })).json, 'totalDocs'))
}
