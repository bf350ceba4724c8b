import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drawPicture, pictures } from '../../server/demo/seed/pictures.ts'
import { at, listAt, startCms, textAt, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOnline, openList, untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await resizeTo(galley.app, page, 1280, 720)
  await login(page, 'editor@example.com')
  await openList(page, 'Media')
})
beforeEach(() => proxy.clearRules())
afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const main = () => page.getByRole('main')
const grid = () => main().getByRole('list', { name: 'Media' })
const cards = () => grid().getByRole('listitem')
const card = (name: string) => cards().filter({ hasText: name })
const view = (name: 'Table' | 'Pictures') =>
  main().getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true })
const focused = () =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.querySelector('a')?.textContent ?? '')
const names = () => cards().getByRole('link').allInnerTexts()
/** Returns the number of loaded pictures on the screen. */
const drawn = () =>
  grid()
    .locator('img')
    .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length)
const columns = () =>
  grid().evaluate((found) => getComputedStyle(found).gridTemplateColumns.split(' ').length)
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const sortByName = async () => {
  await page.getByRole('button', { name: /^Sort by / }).click()
  await page.getByRole('menu').getByRole('menuitem', { name: 'File Name' }).click()
}

test('the files of a collection are pictures at first, and a table where one likes, of the same list: filter, sort, page and choice', async () => {
  await cards().first().waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await eventually(drawn).toBeGreaterThan(8)
  await card('lighthouse.jpg').getByText('1500 × 1000 · JPG').waitFor()
  await card('lighthouse.jpg').getByText('A lighthouse that takes guests').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('searchbox').fill('ferry')
  await eventually(names).toEqual(['senja-ferry.jpg'])
  await card('senja-ferry.jpg').getByRole('checkbox').check({ force: true })
  await page.getByRole('contentinfo').or(main()).getByText('1 selected').first().waitFor()
  await view('Table').click()
  const row = page.getByRole('row').filter({ hasText: 'senja-ferry.jpg' })
  expect(await row.getByRole('checkbox').isChecked()).toBe(true)
  await view('Pictures').click()
  expect(await card('senja-ferry.jpg').getByRole('checkbox').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await page.getByRole('searchbox').fill('')
  await eventually(() => cards().count()).toBeGreaterThan(8)

  await sortByName()
  const { token } = await cms.login()
  const { json } = await cms.request('GET', '/media?sort=filename&limit=10&depth=0', { token })
  await eventually(names).toEqual(listAt(json, 'docs').map((doc) => textAt(doc, 'filename')))
  expect(new URL(page.url()).searchParams.get('sort')).toBe('filename')
})

test('pictures are gone through in two dimensions, opened and come back to by keys alone, and as large as one likes', async () => {
  const all = await names()
  const wide = await columns()
  expect(wide).toBeGreaterThan(2)
  await cards().getByRole('link').first().focus()
  await press('ArrowRight')
  expect(await focused()).toBe(all[1])
  await press('ArrowDown')
  expect(await focused()).toBe(all[1 + wide])
  await press('ArrowLeft', 'ArrowUp')
  expect(await focused()).toBe(all[0])
  await press('Shift+ArrowRight')
  const chosen = () => cards().getByRole('checkbox', { checked: true }).count()
  expect(await chosen()).toBe(2)
  await press('x')
  expect(await chosen()).toBe(1)
  await press('ArrowLeft', 'x')
  expect(await chosen()).toBe(0)

  await press('ArrowDown', 'Enter')
  await page.getByRole('heading', { level: 1, name: all[wide] ?? '' }).waitFor()
  await press('Alt+ArrowLeft')
  await eventually(focused).toBe(all[wide])

  const size = page.getByRole('slider', { name: 'Size of the pictures' })
  await size.focus()
  await press('Home')
  await eventually(columns).toBeGreaterThan(wide)
  await press('End')
  await eventually(columns).toBeLessThan(wide)
})

test('offline the pictures that were seen are there, and after a restart the same view', async () => {
  const { dataFolder } = galley
  await galley.close()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  galley = await startGalley({ server: proxy.url, dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  await openList(page, 'Media')
  await cards().first().waitFor()
  expect(await view('Pictures').getAttribute('aria-pressed')).toBe('true')
  await eventually(drawn).toBeGreaterThan(1)
  expect(await violationsOf(page)).toEqual([])
  await goOnline(page, proxy)
  await untilStatusBarSays(page, 'Everything sent')
})

/** Returns a second of silence. */
function wave(): Buffer {
  const samples = 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF',
)

test('Space shows a file large, sound is heard in it, arrows go on, and Escape gives the focus back', async () => {
  const { token } = await cms.login()
  for (const [name, type, bytes] of [
    ['a-quiet-second.wav', 'audio/wav', wave()],
    ['a-timetable.pdf', 'application/pdf', PDF],
  ] as const) {
    const form = new FormData()
    form.set('_payload', JSON.stringify({ alt: `All of ${name}` }))
    form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
    const answer = await fetch(`${cms.url}/api/media`, {
      method: 'POST',
      headers: { Authorization: `JWT ${token}` },
      body: form,
    })
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([201, ''])
  }
  await openList(page, 'Posts')
  await openList(page, 'Media')
  // Sorted by name, as last chosen.
  await card('a-timetable.pdf').waitFor()
  await eventually(async () => (await names())[0]).toBe('a-quiet-second.wav')
  const [first, second, third, fourth] = await names()
  expect([first, second, third]).toEqual(['a-quiet-second.wav', 'a-timetable.pdf', 'abisko-platform.jpg'])
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

  await cards().getByRole('link').nth(2).focus()
  await press('Space')
  const picture = dialog('abisko-platform.jpg').getByRole('img', {
    name: 'Two people on the platform of Abisko',
  })
  await eventually(() =>
    picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
  ).toBe(1200)
  await dialog('abisko-platform.jpg').getByRole('button', { name: 'Actual size' }).click()
  await eventually(() => picture.evaluate((image) => image.getBoundingClientRect().width)).toBe(1200)
  expect(await violationsOf(page)).toEqual([])
  await dialog('abisko-platform.jpg').getByRole('button', { name: 'Actual size' }).click()
  await press('ArrowRight')
  await dialog(fourth ?? '').waitFor()
  await press('ArrowLeft', 'ArrowLeft')
  await dialog('a-timetable.pdf').getByText('There is no picture of this file').waitFor()
  await press('ArrowLeft')
  const sound = dialog('a-quiet-second.wav').locator('audio')
  await eventually(() => sound.evaluate((one) => one instanceof HTMLAudioElement && one.duration)).toBe(1)
  await sound.evaluate(async (one) => {
    if (one instanceof HTMLAudioElement) await one.play()
  })
  await eventually(() => sound.evaluate((one) => one instanceof HTMLAudioElement && one.ended)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await press('Escape')
  await dialog('a-quiet-second.wav').waitFor({ state: 'detached' })
  // The focus goes to the file shown last.
  await eventually(focused).toBe('a-quiet-second.wav')

  await view('Table').click()
  await page.getByRole('row').filter({ hasText: 'abisko-platform.jpg' }).getByRole('link').focus()
  await press('Space')
  await dialog('abisko-platform.jpg').waitFor()
  await press('Space')
  await dialog('abisko-platform.jpg').waitFor({ state: 'detached' })
  await eventually(focused).toBe('abisko-platform.jpg')
  await view('Pictures').click()
})

test('pictures without alt text are a view of their own, and it is written row after row, online and offline', async () => {
  const { token } = await cms.login()
  const [first] = pictures
  if (!first) throw new Error('no picture')
  const bytes = new Uint8Array((await drawPicture(first)).data)
  const ids: string[] = []
  for (const name of ['silent-1.jpg', 'silent-2.jpg', 'silent-3.jpg']) {
    const form = new FormData()
    form.set('_payload', JSON.stringify({ alt: 'له نص بالعربية' }))
    form.set('file', new Blob([bytes], { type: 'image/jpeg' }), name)
    // The site requires alternative text in the locale of the upload, and in no other.
    const answer = await fetch(`${cms.url}/api/media?locale=ar`, {
      method: 'POST',
      headers: { Authorization: `JWT ${token}` },
      body: form,
    })
    const { doc } = (await answer.json()) as { doc: { id: number } }
    ids.push(String(doc.id))
  }
  const altOf = async (nth: number) => {
    const { json } = await cms.request(
      'GET',
      `/media/${ids[nth] ?? ''}?locale=en&fallback-locale=none&depth=0`,
      {
        token,
      },
    )
    return textAt(json, 'alt')
  }
  const words = (name: string) => page.getByRole('textbox', { name: `Alternative text of ${name}` })
  await page.getByRole('button', { name: 'Missing alt text' }).click()
  await eventually(() => page.getByRole('textbox', { name: /^Alternative text of / }).count()).toBe(3)
  expect(await violationsOf(page)).toEqual([])
  await words('silent-1.jpg').fill('The first one')
  await press('Tab')
  // It stays at its position, and shows the state of the edit.
  expect(await words('silent-2.jpg').evaluate((one) => one === document.activeElement)).toBe(true)
  const row = (name: string) => main().getByRole('listitem').filter({ hasText: name })
  await row('silent-1.jpg').getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await eventually(() => altOf(0)).toBe('The first one')

  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.keyboard.type('Written on a train')
  await press('Enter')
  expect(await words('silent-3.jpg').evaluate((one) => one === document.activeElement)).toBe(true)
  await row('silent-2.jpg').getByRole('status').filter({ hasText: 'Waiting to send' }).waitFor()
  await page.keyboard.type('Never mind')
  await press('Escape')
  expect(await words('silent-3.jpg').inputValue()).toBe('')
  await goOnline(page, proxy)
  await untilStatusBarSays(page, 'Everything sent')
  await eventually(() => altOf(1)).toBe('Written on a train')

  // A later visit shows only those that are left.
  await openList(page, 'Posts')
  await openList(page, 'Media')
  await page.getByRole('button', { name: 'Missing alt text' }).click()
  await words('silent-3.jpg').waitFor()
  await eventually(() => page.getByRole('textbox', { name: /^Alternative text of / }).count()).toBe(1)
  await page.getByRole('button', { name: 'Missing alt text' }).click()
  await cards().first().waitFor()
})

/** True if a document of the demo uses a picture in a field of these names, or in a text. */
function uses(value: unknown, id: number): boolean {
  if (Array.isArray(value)) return value.some((item) => uses(item, id))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, inside]) =>
      (/^(image|photograph|portrait|picture|upload)$/.test(key) && inside === id) ||
      (key === 'relationTo' && inside === 'media' && at(value, 'value') === id) ||
      uses(inside, id),
  )
}

test('a picture that is dragged is handed to the system as its file, under its name', async () => {
  // The system's part of the drag cannot be observed here.
  await galley.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents !== undefined)
      Object.assign(contents, { startDrag: (item: unknown) => Reflect.set(globalThis, 'dragged', item) })
  })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, /Online/)
  await goTo(page, '/collections/media')
  const link = cards().first().getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const name = (await names())[0] ?? ''
  const box = await link.boundingBox()
  if (box === null) throw new Error('the card is not on the screen')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 80, box.y + 60, { steps: 4 })
  const dragged = () =>
    galley.app.evaluate(() => {
      const item: unknown = Reflect.get(globalThis, 'dragged')
      return JSON.stringify(item ?? null)
    })
  await eventually(dragged).toContain(`${name}"`)
  await page.mouse.up()
})

test('where a picture is used is said in the grid and in its document, and leads there; offline as far as it is known', async () => {
  const { token } = await cms.login()
  const { json } = await cms.request('GET', '/media?depth=0&limit=1&where[filename][equals]=lighthouse.jpg', {
    token,
  })
  const id = Number(at(json, 'docs', 0, 'id'))
  const { json: authors } = await cms.request('GET', '/authors?depth=0&limit=1', { token })
  const author = textAt(at(authors, 'docs', 0), 'name')
  await cms.request('PATCH', `/authors/${String(at(authors, 'docs', 0, 'id'))}?depth=0`, {
    token,
    body: { portrait: id },
  })
  await page.getByRole('searchbox').fill('lighthouse')
  await eventually(names).toEqual(['lighthouse.jpg'])
  const dialog = page.getByRole('dialog', { name: 'Where “lighthouse.jpg” is used' })
  await cards().getByRole('link').first().focus()
  await press('Shift+F10')
  await page.getByRole('menu').getByRole('menuitem', { name: 'Where used' }).click()
  await dialog.getByText('The server was asked, but this may not be all').waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Author' })
    .getByRole('link', { name: author })
    .waitFor()
  // All documents that use it, in any block or text: they are on this computer by now, too.
  const posts = listAt(
    (await cms.request('GET', '/posts?draft=true&depth=0&limit=100&locale=en', { token })).json,
    'docs',
  )
  const using = posts.filter((one) => uses(one, id)).map((one) => textAt(one, 'title'))
  expect(using.length).toBeGreaterThan(0)
  await eventually(async () =>
    (
      await dialog.getByRole('listitem').filter({ hasText: /Post$/ }).getByRole('link').allInnerTexts()
    ).toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(using.toSorted((a, b) => a.localeCompare(b)))
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('link', { name: author }).click()
  await page.getByRole('heading', { level: 1, name: author }).waitFor()
  await press('Alt+ArrowLeft')
  await eventually(focused).toBe('lighthouse.jpg')

  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'lighthouse.jpg' }).waitFor()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.getByRole('button', { name: 'More actions for this document' }).click()
  await page.getByRole('menu').getByRole('menuitem', { name: 'Where used' }).click()
  await dialog.getByText('Only documents on this computer are listed.').waitFor()
  await dialog.getByRole('link', { name: author }).waitFor()
  await press('Escape')
  await goOnline(page, proxy)
  await untilStatusBarSays(page, 'Everything sent')
  await openList(page, 'Media')
})

test('files and folders that are dropped anywhere on the library are brought in, each as a document of its own', async () => {
  const [first] = pictures
  if (!first) throw new Error('no picture')
  const bytes = (await drawPicture(first)).data
  const outside = newDataFolder()
  mkdirSync(join(outside, 'trip', 'day two'), { recursive: true })
  for (const path of ['trip/arrival.jpg', 'trip/day two/summit.jpg', 'alone.jpg'])
    writeFileSync(join(outside, path), bytes)
  writeFileSync(join(outside, 'trip/.DS_Store'), 'nothing')
  // Sorted so that new files come first.
  await goTo(page, '/collections/media?sort=-updatedAt')
  await cards().first().waitFor()
  const cdp = await page.context().newCDPSession(page)
  const data = {
    items: [],
    files: [join(outside, 'trip'), join(outside, 'alone.jpg')],
    dragOperationsMask: 1,
  }
  const drag = async (type: 'dragEnter' | 'dragOver' | 'drop') =>
    cdp.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
  // A hand is never quite still: elements redrawn below it get events as well.
  const hint = page.getByText('Drop files or folders here to add them to Media')
  await drag('dragEnter')
  await eventually(async () => {
    await drag('dragOver')
    return hint.isVisible()
  }).toBe(true)
  await drag('dragOver')
  await drag('drop')
  const drawer = page.getByRole('dialog', { name: 'Bulk Upload' })
  const files = drawer.getByRole('list').getByRole('listitem')
  await eventually(() =>
    files.evaluateAll((all) => all.map((one) => one.querySelector('[dir=ltr]')?.textContent)),
  ).toEqual(['arrival.jpg', 'summit.jpg', 'alone.jpg'])
  expect(await page.getByText('Drop files or folders here').count()).toBe(0)
  for (const name of ['arrival.jpg', 'summit.jpg', 'alone.jpg']) {
    await files.getByRole('button', { name, exact: true }).click()
    const words = drawer.getByRole('region', { name }).getByRole('textbox', { name: 'Alternative text' })
    await words.fill(`What ${name} shows`)
  }
  await drawer.getByRole('button', { name: 'Save 3 files' }).click()
  await untilStatusBarSays(page, 'Everything sent')
  const { token } = await cms.login()
  const query = '/media?depth=0&locale=en&sort=filename&where[alt][like]=What&where[alt][contains]=shows'
  await eventually(async () =>
    listAt((await cms.request('GET', query, { token })).json, 'docs').map((doc) => textAt(doc, 'filename')),
  ).toEqual(['alone.jpg', 'arrival.jpg', 'summit.jpg'])
  await drawer.getByRole('button', { name: 'Close', exact: true }).click()
  await card('summit.jpg').waitFor()
})
