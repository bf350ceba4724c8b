import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drawPicture, pictures } from '../../server/demo/seed/pictures.ts'
import { listAt, startCms, textAt, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOnline, openList, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let picture: Buffer

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  const [first] = pictures
  if (!first) throw new Error('no picture')
  picture = (await drawPicture(first)).data
})
beforeEach(() => proxy.clearRules())
afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

const shots = process.env['GALLEY_SHOTS']
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) })
}
async function mediaNamed(alt: string): Promise<readonly unknown[]> {
  const { token } = await cms.login('admin@example.com')
  const query = `/media?depth=0&locale=en&where[alt][equals]=${encodeURIComponent(alt)}`
  const { json } = await cms.request('GET', query, { token })
  return listAt(json, 'docs')
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const { token } = await cms.login('admin@example.com')
  const answer = await fetch(new URL(address, cms.url), { headers: { Authorization: `JWT ${token}` } })
  return new Uint8Array(await answer.arrayBuffer())
}

async function signIn(dataFolder: string): Promise<GalleyApp> {
  const galley = await startGalley({ server: proxy.url, dataFolder })
  await login(galley.page, 'editor@example.com')
  await openList(galley.page, 'Media')
  return galley
}

/** Drops a file as the system does. */
async function drop(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file, mime, data]) => {
      const content = Uint8Array.from(atob(data), (char) => char.codePointAt(0) ?? 0)
      const dropped = new DataTransfer()
      dropped.items.add(new File([content], file, { type: mime }))
      return dropped
    },
    [name, type, bytes.toString('base64')] as const,
  )
  const box = page.getByRole('group', { name: 'File to Upload' })
  await box.dispatchEvent('dragover', { dataTransfer: transfer })
  await box.dispatchEvent('drop', { dataTransfer: transfer })
}

const preview = (page: Page, name: string) => page.getByRole('img', { name: `Preview of ${name}` })
const isDrawn = (page: Page, name: string) =>
  preview(page, name).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)

test('SY1 SY14 a picture dropped offline is shown, outlives a kill, and is on the server once when it is back', async () => {
  const dataFolder = newDataFolder()
  let galley = await signIn(dataFolder)
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await galley.page.getByRole('link', { name: 'Create New' }).first().click()
  await shoot(galley.page, 'files-empty')
  await drop(galley.page, 'narvik-at-night.jpg', 'image/jpeg', picture)
  await expect.poll(() => isDrawn(galley.page, 'narvik-at-night.jpg')).toBe(true)
  await galley.page.getByRole('textbox', { name: 'Alternative text' }).fill('Dropped on the ferry')
  await galley.page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(galley.page, 'Waiting to send (1)')
  await shoot(galley.page, 'files-waiting')
  const address = new URL(galley.page.url())
  await galley.kill()

  galley = await startGalley({ server: proxy.url, dataFolder })
  await galley.page.getByRole('navigation').getByRole('link', { name: 'Outbox' }).waitFor()
  await galley.page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address.pathname)
  await expect.poll(() => isDrawn(galley.page, 'narvik-at-night.jpg')).toBe(true)
  expect(await mediaNamed('Dropped on the ferry')).toEqual([])

  await goOnline(galley.page, proxy)
  await untilStatusBarSays(galley.page, 'Everything sent')
  expect(await mediaNamed('Dropped on the ferry')).toMatchObject([
    { filename: 'narvik-at-night.jpg', filesize: picture.byteLength, width: 1200, height: 800 },
  ])
  await untilDocumentIs(galley.page, 'Saved')
  // Now it is the server's own that is shown.
  await expect
    .poll(() => preview(galley.page, 'narvik-at-night.jpg').getAttribute('src'))
    .toMatch(/^app:\/\/media\//)
  await expect.poll(() => isDrawn(galley.page, 'narvik-at-night.jpg')).toBe(true)
  await shoot(galley.page, 'files-saved')
  await galley.close()
})

test('SY14 what the site does not take is refused before it is queued; picked and cut by keys it arrives', async () => {
  const galley = await signIn(newDataFolder())
  const { page } = galley
  await page.getByRole('link', { name: 'Create New' }).first().click()
  await drop(page, 'movie.mp4', 'video/mp4', Buffer.from('no movie'))
  await page.getByText('Invalid file type: video/mp4').waitFor()
  await shoot(page, 'files-refused')

  const file = join(newDataFolder(), 'picked.jpg')
  writeFileSync(file, picture)
  await page.locator('input[type=file]').setInputFiles(file)
  await expect.poll(() => isDrawn(page, 'picked.jpg')).toBe(true)
  await page.getByRole('textbox', { name: 'File Name' }).fill('named-here.jpg')
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('Picked and cut')

  await page.getByRole('button', { name: 'Edit Image' }).click()
  await page.getByRole('button', { name: /Lower right corner/ }).focus()
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowUp')
  }
  await page.getByRole('button', { name: /Focal point at/ }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await shoot(page, 'files-crop')
  await page.getByRole('button', { name: 'Apply Changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  expect(await mediaNamed('Picked and cut')).toMatchObject([
    { filename: 'named-here.jpg', width: 600, height: 400, focalX: 60, focalY: 50 },
  ])
  await page.getByRole('button', { name: 'Sizes' }).click()
  await shoot(page, 'files-sizes')
  if (shots) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await shoot(page, 'files-dark')
    await galley.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(720, 800))
    await shoot(page, 'files-720')
    await page.evaluate(() => window.galley.call('app.setLanguage', { language: 'ar' }))
    await page.reload()
    await page.getByRole('main').waitFor()
    await shoot(page, 'files-ar')
  }
  await galley.close()
})

test('F103 (part) a photo that its camera marks as turned is cropped as it is seen, before and after it was sent', async () => {
  const galley = await signIn(newDataFolder())
  const { page } = galley
  await page.getByRole('link', { name: 'Create New' }).first().click()
  // As it lies in the file: red on the left, blue on the right. As it is seen: red on top, blue below.
  const half = { width: 200, height: 300, channels: 3 } as const
  const blue = await sharp({ create: { ...half, background: '#00f' } })
    .png()
    .toBuffer()
  const photo = await sharp({ create: { ...half, width: 400, background: '#f00' } })
    .composite([{ input: blue, left: 200, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await drop(page, 'held-upright.jpg', 'image/jpeg', photo)
  await expect.poll(() => isDrawn(page, 'held-upright.jpg')).toBe(true)
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('Held upright')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  expect(await mediaNamed('Held upright')).toMatchObject([{ width: 400, height: 300 }])

  const cutUpperHalf = async () => {
    const address = () => page.getByRole('img', { name: /^Preview of/ }).getAttribute('src')
    const before = await address()
    await page.getByRole('button', { name: 'Edit Image' }).click()
    await page.getByRole('button', { name: /Lower right corner/ }).focus()
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowUp')
    await page.getByRole('button', { name: 'Apply Changes' }).click()
    // Its pixels stand upright in a new file.
    await expect.poll(address).not.toBe(before)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await untilDocumentIs(page, 'Saved')
    const [kept] = await mediaNamed('Held upright')
    expect(kept).toMatchObject({ width: 300, height: 200 })
    const { data, info } = await sharp(await bytesOf(textAt(kept, 'url')))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([300, 200])
    // The rows at the cut have some of the colour beyond it.
    for (const at of [0, info.channels * info.width * 180]) {
      expect(data[at]).toBeGreaterThan(200)
      expect(data[at + 2]).toBeLessThan(60)
    }
  }
  // The one that the server has.
  await cutUpperHalf()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'again.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect.poll(() => isDrawn(page, 'again.jpg')).toBe(true)
  await cutUpperHalf()
  await galley.close()
})

test('F69 (part: duplicate) an upload is duplicated with its file; without the server the menu says that it needs it', async () => {
  const galley = await signIn(newDataFolder())
  const { page } = galley
  await page.getByRole('link', { name: 'Create New' }).first().click()
  await drop(page, 'twice.jpg', 'image/jpeg', picture)
  await expect.poll(() => isDrawn(page, 'twice.jpg')).toBe(true)
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('There once')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')

  const openMenu = () => page.getByRole('button', { name: 'More actions for this document' }).click()
  const duplicate = () => page.getByRole('menuitem', { name: /^Duplicate/ })
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('There twice')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilStatusBarSays(page, 'Offline')
  await openMenu()
  expect(await duplicate().getAttribute('aria-disabled')).toBe('true')
  expect(await duplicate().textContent()).toContain('Needs the server')
  await page.keyboard.press('Escape')
  proxy.clearRules()
  await untilDocumentIs(page, 'Saved')

  await openMenu()
  await duplicate().click()
  await page.getByText('Media successfully duplicated.').waitFor()
  await untilDocumentIs(page, 'Saved')
  const names = (await mediaNamed('There twice')).map((doc) => textAt(doc, 'filename'))
  expect(names.toSorted()).toEqual(['twice-1.jpg', 'twice.jpg'])
  await galley.close()
})

test('F62 U49 SY14 several files at once have a form each offline, are seen, what is missing is said before anything is queued, and one value is put into all', async () => {
  const galley = await signIn(newDataFolder())
  const { page } = galley
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.getByRole('button', { name: 'Bulk Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' })
  const folder = newDataFolder()
  const names = ['one.jpg', 'two.jpg', 'three.exe']
  for (const name of names) writeFileSync(join(folder, name), picture)
  await dialog.locator('input[type=file][multiple]').setInputFiles(names.map((name) => join(folder, name)))
  await dialog.getByRole('listitem').filter({ hasText: 'three.exe' }).getByText('Invalid file type').waitFor()
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  const alt = () => dialog.getByRole('textbox', { name: 'Alternative text' })
  for (const name of ['one.jpg', 'two.jpg']) await row(name).getByText('Still to fill in').waitFor()
  const width = () =>
    row('one.jpg')
      .locator('img')
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)
  await eventually(width).toBeGreaterThan(0)
  await alt().fill('Of the first day')
  await row('one.jpg').getByText('On this computer').waitFor()
  await dialog.getByRole('button', { name: 'Save 2 files' }).click()
  await dialog.getByText('Nothing was saved. At least one file').waitFor()
  await dialog.getByText('This field is required.').waitFor()
  expect(await alt().inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Edit all' }).click()
  const all = page.getByRole('dialog', { name: 'Edit 2 files' })
  await all.getByRole('button', { name: /Fields to edit/ }).click()
  await page.getByRole('option', { name: 'Alternative text' }).click()
  await page.keyboard.press('Escape')
  await all.getByRole('textbox', { name: 'Alternative text' }).fill('Of one journey')
  await all.getByRole('button', { name: 'Apply Changes' }).click()
  await dialog.getByRole('button', { name: 'Save 2 files' }).click()
  await expect.poll(() => dialog.getByRole('listitem').filter({ hasText: 'Waiting to send' }).count()).toBe(2)
  await shoot(page, 'files-bulk')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await mediaNamed('Of one journey')).toEqual([])
  await goOnline(page, proxy)
  await untilStatusBarSays(page, 'Everything sent')
  const arrived = (await mediaNamed('Of one journey')).map((doc) => JSON.stringify(doc))
  expect(arrived).toHaveLength(2)
  for (const name of ['one.jpg', 'two.jpg'])
    expect(arrived.filter((doc) => doc.includes(`"filename":"${name}"`))).toHaveLength(1)
  await galley.close()
})

test('SY4 SY14 the app is killed while a file is on its way: after the next start it is there once', async () => {
  const dataFolder = newDataFolder()
  let galley = await signIn(dataFolder)
  const release = proxy.addRule({
    match: ({ method, path }) => method === 'POST' && path.startsWith('/api/media'),
    fault: { kind: 'hold' },
  })
  await galley.page.getByRole('link', { name: 'Create New' }).first().click()
  await drop(galley.page, 'held.jpg', 'image/jpeg', picture)
  await expect.poll(() => isDrawn(galley.page, 'held.jpg')).toBe(true)
  await galley.page.getByRole('textbox', { name: 'Alternative text' }).fill('Held on the way')
  await galley.page.getByRole('button', { name: 'Save', exact: true }).click()
  // The server has it; its answer is held back and the app does not know.
  await expect.poll(async () => (await mediaNamed('Held on the way')).length).toBe(1)
  await galley.kill()
  release()
  galley = await startGalley({ server: proxy.url, dataFolder })
  await untilStatusBarSays(galley.page, 'Everything sent')
  expect(await mediaNamed('Held on the way')).toHaveLength(1)
  await galley.close()
})
