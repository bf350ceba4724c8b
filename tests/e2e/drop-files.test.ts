import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPicture, pictures } from '../../server/demo/seed/pictures.ts'
import { at, startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { saveDraft } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId, readWhole } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let sink: string
let picture: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  const [first] = pictures
  if (!first) throw new Error('no picture')
  picture = (await drawPicture(first)).data.toString('base64')
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Next to nothing', token)}`
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, `/collections${sink}`)
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

/** Pictures of these names, as they come from outside. */
const brought = (...names: string[]) =>
  page.evaluateHandle(
    ([files, data]) => {
      const content = Uint8Array.from(atob(data), (char) => char.codePointAt(0) ?? 0)
      const transfer = new DataTransfer()
      for (const name of files) transfer.items.add(new File([content], name, { type: 'image/jpeg' }))
      return transfer
    },
    [names, picture] as const,
  )

async function drop(box: Locator, ...names: string[]): Promise<void> {
  const dataTransfer = await brought(...names)
  await box.dispatchEvent('dragover', { dataTransfer })
  await box.dispatchEvent('drop', { dataTransfer })
}

const drawer = () => page.getByRole('dialog').last()

/** Says what the picture shows, which the site asks for, and leaves its drawer. */
async function describe(words: string): Promise<void> {
  await drawer().getByRole('textbox', { name: 'Alternative text' }).fill(words)
  await drawer()
    .getByRole('button', { name: /^Save( 1 file)?$/ })
    .click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
}

const idOf = async (filename: string) => Number(await findId(cms, 'media', 'filename', filename, token))

test('F62 a picture dropped into an upload field is asked for what the site needs, and is chosen there', async () => {
  await page.getByRole('tab', { name: 'Relations', exact: true }).click()
  const field = page.getByRole('group', { name: 'Upload', exact: true })
  await drop(field, 'dropped-alone.jpg')
  await describe('Dropped alone')
  await page.getByText('dropped-alone.jpg', { exact: true }).first().waitFor()
  await saveDraft(page)
  expect(at(await readWhole(cms, sink, token), 'upload')).toBe(await idOf('dropped-alone.jpg'))
})

test('F62 pictures dropped into a field of many have a form each, and all of them are chosen', async () => {
  const field = page.getByRole('group', { name: 'Upload Many', exact: true })
  await drop(field, 'first.jpg', 'second.jpg')
  const file = (name: string) => drawer().getByRole('listitem').filter({ hasText: name })
  await file('first.jpg').getByText('Still to fill in').waitFor()
  await drawer().getByRole('textbox', { name: 'Alternative text' }).fill('The first')
  await file('second.jpg').getByRole('button', { name: 'second.jpg', exact: true }).click()
  await eventually(() => drawer().getByRole('textbox', { name: 'Alternative text' }).inputValue()).toBe('')
  await drawer().getByRole('textbox', { name: 'Alternative text' }).fill('The second')
  await drawer().getByRole('button', { name: 'Save 2 files' }).click()
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  const rows = page.getByRole('grid', { name: 'Upload Many', exact: true }).getByRole('row')
  await eventually(() => rows.count()).toBe(2)
  await saveDraft(page)
  expect(at(await readWhole(cms, sink, token), 'uploadMany')).toEqual([
    await idOf('first.jpg'),
    await idOf('second.jpg'),
  ])
  const altOf = async (name: string) => at(await readWhole(cms, `/media/${await idOf(name)}`, token), 'alt')
  expect(await altOf('first.jpg')).toEqual({ en: 'The first' })
  expect(await altOf('second.jpg')).toEqual({ en: 'The second' })
})

test('F62 a picture dropped into a text, and one pasted there, are uploads in it', async () => {
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  const box = page.getByRole('textbox', { name: 'Rich Text', exact: true })
  await box.click()
  await page.keyboard.type('Two pictures.')
  await drop(box.getByText('Two pictures.'), 'dropped.jpg')
  await describe('Dropped into a text')
  await box.getByText('dropped.jpg').first().waitFor()

  await box.getByText('Two pictures.').click()
  const clipboard = await brought('pasted.jpg')
  await box.evaluate((element, clipboardData) => {
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    element.dispatchEvent(event)
  }, clipboard)
  await describe('Pasted into a text')
  await box.getByText('pasted.jpg').first().waitFor()
  await saveDraft(page)
  const text = JSON.stringify(at(await readWhole(cms, sink, token), 'richText'))
  const uploads = [...text.matchAll(/"value":(\d+)/g)].map(([, id]) => Number(id))
  expect(new Set(uploads)).toEqual(new Set([await idOf('dropped.jpg'), await idOf('pasted.jpg')]))
})
