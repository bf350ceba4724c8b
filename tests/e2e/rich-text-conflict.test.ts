import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { paragraph, rich } from '../../server/demo/seed/rich-text.ts'
import { ok, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let sink: string

const ferry = 'The ferry leaves at nine, and the bus is waiting.'
const coat = 'Bring a coat: the nights are cold up here.'
const before = rich([
  paragraph('North'),
  paragraph(ferry),
  ...['One', 'Two', 'Three', 'Four'].map((name) => paragraph(`${name} of the villages on the way.`)),
  paragraph(coat),
])
const theirs = rich([
  paragraph('North'),
  paragraph(ferry.replace('nine', 'eight')),
  ...['One', 'Two', 'Three', 'Four'].map((name) => paragraph(`${name} of the villages on the way.`)),
  paragraph(coat),
  paragraph('There are beds on board.'),
])

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  await write(before)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  await box().waitFor()
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const box = () => page.getByRole('textbox', { name: 'Rich Text', exact: true })
const url = () => `${sink}?draft=true&depth=0&locale=en&overrideLock=true`

async function write(richText: unknown): Promise<void> {
  ok(await cms.request('PATCH', url(), { token, body: { richText } }))
}

test('SY7 two people change one passage of a text: it is decided offline by the keyboard, and the rest of both is merged', async () => {
  const restore = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  const passage = box().getByText(ferry)
  await passage.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Do not miss it.')
  await box().getByText(coat).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Boots, too.')
  await page.keyboard.press('ControlOrMeta+s')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await write(theirs)
  restore()
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await untilDocumentIs(page, /^Conflict/)

  const group = page.getByRole('group', { name: 'Passage 1 of 1' })
  await eventually(() => group.locator('ins').allInnerTexts()).toEqual(['Do not miss it.', 'eight'])
  expect(await violationsOf(page)).toEqual([])

  const offline = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await group.getByRole('radio', { name: /^Yours/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('All decided').waitFor()
  await page.getByRole('button', { name: 'Show the merged text' }).click()
  await page.getByRole('button', { name: 'Save merged document' }).press('Enter')
  await untilDocumentIs(page, 'Waiting to send (1)')
  offline()
  await page.getByRole('contentinfo').getByRole('button').last().click()
  await untilStatusBarSays(page, 'Everything sent')

  const { json } = await cms.request('GET', url(), { token })
  const words = JSON.stringify(json)
  expect(words).toContain(ferry.replace('nine', 'eight'))
  expect(words).toContain(`${coat} Boots, too.`)
  expect(words).toContain('There are beds on board.')
  expect(words).not.toContain('Do not miss it.')
})
