import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { childrenOf, fieldsOf, nodeId, topNodes, typeOf } from '../../shared/fields/richText/nodes.ts'
import { isJson, isPlainJson, own, type Json } from '../../shared/json.ts'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { findId, readIn } from './support/whole-document.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const box = () => page.getByRole('textbox', { name: 'Rich Text', exact: true })
const drawer = () => page.getByRole('dialog').last()

async function nodesOnServer(): Promise<Json[]> {
  const { richText } = await readIn(cms, sink, token, 'en')
  return isJson(richText) ? topNodes(richText) : []
}

/** Does what a command of the toolbar or the slash menu does, at the caret. */
async function command(type: string, payload: string | null): Promise<void> {
  await box().evaluate(
    (element, [name, given]) => {
      const editor: unknown = Reflect.get(element, '__lexicalEditor')
      if (typeof editor !== 'object' || editor === null) throw new Error('it is not edited')
      const commands: unknown = Reflect.get(editor, '_commands')
      const dispatch: unknown = Reflect.get(editor, 'dispatchCommand')
      if (!(commands instanceof Map) || typeof dispatch !== 'function')
        throw new Error('no editor of Lexical')
      const found = [...commands.keys()].find((one: unknown) => Reflect.get(Object(one), 'type') === name)
      Reflect.apply(dispatch, editor, [found, given])
    },
    [type, payload] as const,
  )
}

const offline = async (): Promise<void> => {
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, 'Offline')
}

test('SY1 (part) blocks of a text are filled in without a network and arrive as the server has them; every other node is the same to the byte', async () => {
  await untilStatusBarSays(page, 'Online')
  const before = await nodesOnServer()
  await box()
    .getByRole('group', { name: /^Upload: / })
    .waitFor()
  await offline()

  // An inline block at the end of the first line: its drawer opens by itself.
  await box().hover()
  await box().locator('p').first().click()
  await page.keyboard.press('End')
  await command('galley-insert-inline-block', 'fare')
  await drawer().getByRole('heading', { name: 'Create Fare' }).waitFor()
  await drawer()
    .getByRole('textbox', { name: /^Amount/ })
    .fill('450')
  await drawer().getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => box().getByRole('group', { name: 'Fare' }).count()).toBe(2)
  // The caret is where it was: what is typed now stands behind the block.
  await expect.poll(() => box().evaluate((text) => text.contains(document.activeElement))).toBe(true)
  await page.keyboard.type(' a night')

  // A field of a block, in the text. Delete in it removes a letter, and no block.
  const notice = box().getByRole('group', { name: /^Notice/ })
  const words = notice.getByRole('textbox', { name: /^Text/ })
  await words.fill('The dining car runs to Kiruna.')
  await words.press('Backspace')
  await notice.getByRole('textbox', { name: 'Name of Notice' }).fill('Dining')

  // An upload, chosen from what this computer has.
  await box().locator('h2').first().click()
  await page.keyboard.press('End')
  await command('galley-choose-upload', null)
  await drawer().getByRole('option').first().waitFor()
  await drawer().getByRole('option').first().click()
  await expect
    .poll(() =>
      box()
        .getByRole('group', { name: /^Upload: / })
        .count(),
    )
    .toBe(2)

  await page.getByRole('button', { name: 'Save Draft' }).click()
  proxy.clearRules()
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilDocumentIs(page, 'Saved')

  const after = await nodesOnServer()
  expect(after).toHaveLength(before.length + 1)
  const isWithFare = (node: Json) => childrenOf(node).some((one) => own(fieldsOf(one), 'amount') === 450)
  const line = after.find(isWithFare)
  const added = childrenOf(line).find((one) => typeOf(one) === 'inlineBlock')
  expect(added).toEqual({
    type: 'inlineBlock',
    version: 1,
    fields: { id: nodeId(added), blockName: '', blockType: 'fare', amount: 450, currency: 'EUR' },
  })
  expect(nodeId(added)).toMatch(/^[0-9a-f]{24}$/)
  expect(JSON.stringify(line)).toContain(' a night')
  const [, upload] = after
  expect(upload).toEqual({
    type: 'upload',
    version: 3,
    format: '',
    id: nodeId(upload),
    fields: {},
    relationTo: 'media',
    value: expect.any(Number),
  })
  const was = before.find((node) => typeOf(node) === 'block')
  expect(after.find((node) => typeOf(node) === 'block')).toEqual({
    ...(isPlainJson(was) && was),
    fields: { ...fieldsOf(was), text: 'The dining car runs to Kiruna', blockName: 'Dining' },
  })
  const at = after.findIndex(isWithFare) - 1
  const untouched = (nodes: readonly Json[]) =>
    nodes.filter((node) => typeOf(node) !== 'block').map((node) => JSON.stringify(node))
  expect(untouched(after.toSpliced(at + 1, 1).toSpliced(1, 1))).toEqual(untouched(before.toSpliced(at, 1)))
})

test('an upload that is selected by keys is left by a press, is cut and pasted, and arrives as the same one', async () => {
  const before = await nodesOnServer()
  const uploads = () => box().getByRole('group', { name: /^Upload: / })
  const line = box().getByText('In the middle.', { exact: false })
  const selectUpload = async () => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
  }
  await line.click()
  await selectUpload()
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect.poll(() => line.textContent()).toBe('In the middle.!')
  await selectUpload()
  await page.keyboard.press('Control+X')
  await expect.poll(() => uploads().count()).toBe(1)
  await line.click()
  await page.keyboard.press('Control+V')
  await expect.poll(() => uploads().count()).toBe(2)
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await untilDocumentIs(page, 'Saved')
  const [, upload] = before
  expect(typeOf(upload)).toBe('upload')
  const after = await nodesOnServer()
  expect(typeOf(after[1])).not.toBe('upload')
  expect(after).toContainEqual(upload)
})
