import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { topNodes } from '../../shared/fields/richText/nodes.ts'
import { isJsonObject, own, type Json } from '../../shared/json.ts'
import { paragraph, rich } from '../../server/demo/seed/rich-text.ts'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { middleOf } from './support/text-on-screen.ts'
import { goTo } from './support/addresses.ts'
import { saveDraft } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId, readIn } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const body = { richText: rich([paragraph('One two three'), paragraph('Four five six'), paragraph([])]) }
  ok(await cms.request('PATCH', `${sink}?draft=true&locale=en`, { token, body }))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, `/collections${sink}`)
  await page.getByRole('tab', { name: 'Rich text', exact: true }).click()
  await box().waitFor()
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const box = () => page.getByRole('textbox', { name: 'Rich Text', exact: true })
const drawer = () => page.getByRole('dialog', { name: 'Edit Link' })
const panel = () => page.getByRole('group', { name: 'Link at the caret' })
const html = () => box().evaluate((element) => element.innerHTML)

/** Selects a word as a person does, with the mouse. */
async function selectWord(word: string): Promise<void> {
  // Asked again where the text was being drawn anew: what was taken out of the page is nowhere.
  const place = await middleOf(box(), word)
  await page.mouse.dblclick(place.x, place.y)
  await expect.poll(() => page.evaluate(() => getSelection()?.toString().trim())).toBe(word)
}

const fillClipboard = (data: { text: string; html?: string }) =>
  galley.app.evaluate(
    ({ clipboard }, all) => void Reflect.apply(Reflect.get(clipboard, 'write'), clipboard, [all]),
    data,
  )

async function nodesOnServer(): Promise<Json[]> {
  const whole: unknown = await readIn(cms, sink, token, 'en')
  return topNodes(isJsonObject(whole) ? own(whole, 'richText') : null)
}

test('S2.69 (part: links) Ctrl K makes a link of the selected words, and at the caret it says where it leads and opens there', async () => {
  await box().scrollIntoViewIfNeeded()
  await box().click()
  await selectWord('two')
  await page.getByRole('button', { name: 'Link', exact: true }).first().waitFor()
  await page.keyboard.press('Control+K')
  await drawer().waitFor()
  expect(await drawer().getByLabel('Text to display').inputValue()).toBe('two')
  const address = drawer().getByLabel('Enter a URL')
  await address.fill('javascript:alert(1)')
  await address.press('Enter')
  await drawer().getByText('This address can’t be opened.').waitFor()
  await address.fill('example.com/berths')
  await address.press('Enter')
  await drawer().waitFor({ state: 'hidden' })
  const link = box().getByRole('link', { name: 'two' })
  expect(await link.getAttribute('href')).toBe('https://example.com/berths')

  await link.click()
  await panel().getByText('https://example.com/berths').waitFor()
  await galley.app.evaluate(({ shell }) => {
    Object.assign(shell, {
      openExternal: (url: string) => Promise.resolve(Object.assign(globalThis, { opened: url })),
    })
  })
  await page.keyboard.press('Alt+Enter')
  await expect
    .poll(() => galley.app.evaluate(() => String(Reflect.get(globalThis, 'opened'))))
    .toBe('https://example.com/berths')
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'hidden' })
})

test('a link leads to a document of the site, which is chosen as in any field, and arrives as the server has it', async () => {
  await selectWord('five')
  await page.keyboard.press('Control+K')
  await drawer().getByText('Internal Link', { exact: true }).click()
  await drawer().getByRole('combobox', { name: 'Choose a document to link to' }).click()
  const title = (await page.getByRole('option').first().textContent()) ?? ''
  // The server's answer may put others in front of it.
  await page.getByRole('option').filter({ hasText: title }).first().click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await drawer().getByRole('button', { name: 'Apply' }).click()
  await drawer().waitFor({ state: 'hidden' })
  const link = box().getByRole('link', { name: 'five' })
  await link.click()
  const shown = panel().locator('bdi')
  await expect.poll(async () => title.includes((await shown.textContent()) ?? title)).toBe(true)
  await saveDraft(page)
  const fields = { linkType: 'internal', doc: { relationTo: expect.any(String), value: expect.anything() } }
  expect(await nodesOnServer()).toMatchObject([
    {
      children: [
        {},
        { type: 'link', version: 3, fields: { linkType: 'custom', url: 'https://example.com/berths' } },
        {},
      ],
    },
    { children: [{}, { type: 'link', version: 3, id: expect.any(String), fields }, {}] },
    {},
  ])
})

test('what is pasted from a page is cleaned up, nothing of it runs, and one undo takes it back', async () => {
  const before = await html()
  const hostile = `<h1>Night train</h1><script>document.title = 'pasted'</script><p onclick="x()">with <b>berths</b>
    <img src="https://tracker.example/x.png" onerror="document.title = 'pasted'">and
    <a href="javascript:document.title='pasted'">no</a> <a href="https://example.com">tricks</a></p>
    <ul><li>one<ul><li>two</li></ul></li></ul>`
  await fillClipboard({ text: 'plain', html: hostile })
  await box().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+V')
  await box().getByRole('heading', { name: 'Night train', level: 2 }).waitFor()
  expect(await box().getByRole('link', { name: 'tricks' }).getAttribute('href')).toBe('https://example.com')
  expect(await box().locator('strong', { hasText: 'berths' }).count()).toBe(1)
  expect(await box().locator('li').count()).toBeGreaterThan(1)
  expect(await box().locator('img, script, [onclick], [href^="javascript"]').count()).toBe(0)
  expect(await page.title()).not.toBe('pasted')
  await page.getByText('1 picture was left out.').waitFor()
  await page.keyboard.press('Control+Z')
  await expect.poll(html).toBe(before)

  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Shift+V')
  await expect.poll(() => box().textContent()).toContain('plain')
  expect(await box().getByRole('heading').count()).toBe(0)
  await page.keyboard.press('Control+Z')
  await expect.poll(html).toBe(before)
})

test('what is copied is HTML, plain text and nodes for others, and markdown where that is asked for', async () => {
  await box().click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+C')
  const copied = await galley.app.evaluate(async ({ clipboard }) => [
    String(Reflect.apply(Reflect.get(clipboard, 'readHTML'), clipboard, [])),
    await clipboard.readText(),
  ])
  expect(copied[0]).toContain('<p>One <a href="https://example.com/berths">two</a> three</p>')
  expect(copied[1]).toContain('Four five six')
  await page.keyboard.press('Control+Shift+C')
  await expect
    .poll(() => galley.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('One [two](https://example.com/berths) three')

  const line = page.getByRole('textbox', { name: 'Rich Text Line', exact: true })
  await page.keyboard.press('Control+C')
  await line.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+V')
  await expect.poll(() => line.getByRole('link').allTextContents()).toContain('two')
})

test('SY14 (part) a picture that is pasted becomes an upload: it is here at once, and its document is asked for what it requires', async () => {
  await box().click()
  await page.keyboard.press('Control+End')
  await box().evaluate(async (element) => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
    const data = new DataTransfer()
    data.items.add(new File([blob ?? ''], 'kiruna.png', { type: 'image/png' }))
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  const upload = page.getByRole('dialog', { name: 'kiruna.png' })
  await upload.getByText('On this computer until it is sent').waitFor()
  await upload.getByLabel('Alternative text').fill('Kiruna at night')
  await upload.getByRole('button', { name: 'Save', exact: true }).click()
  await box().getByText('kiruna.png').first().waitFor({ state: 'attached' })
  await upload.waitFor({ state: 'detached' })
  await saveDraft(page)
  await expect
    .poll(nodesOnServer)
    .toContainEqual(expect.objectContaining({ type: 'upload', relationTo: 'media', version: 3, fields: {} }))
})

test('a picture that pasted HTML holds itself becomes an upload below the words that came with it', async () => {
  await box().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await box().evaluate((element) => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
    const data = new DataTransfer()
    data.setData('text/html', `<p>The ferry at night.<img src="${canvas.toDataURL()}"></p>`)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  const upload = page.getByRole('dialog', { name: 'image.png' })
  await upload.getByText('On this computer until it is sent').waitFor()
  await upload.getByLabel('Alternative text').fill('A ferry')
  await upload.getByRole('button', { name: 'Save', exact: true }).click()
  await box().getByText('image.png').first().waitFor({ state: 'attached' })
  await upload.waitFor({ state: 'detached' })
  await saveDraft(page)
  const kindsFromWords = async (): Promise<unknown[]> => {
    const nodes = await nodesOnServer()
    const words = nodes.findIndex((node) => JSON.stringify(node).includes('The ferry'))
    return nodes.slice(words, words + 2).map((node) => at(node, 'type'))
  }
  await expect.poll(kindsFromWords).toEqual(['paragraph', 'upload'])
})
