import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { listOf } from './support/rows.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  proxy = await startFaultProxy(cms.url)
  token = (await cms.login('admin@example.com')).token
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  await login(galley.page, 'editor@example.com')
})

beforeEach(() => proxy.clearRules())

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

/** Drops all requests until the returned function is called. */
function goOffline(): () => Promise<void> {
  const restore = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  return async () => {
    restore()
    await galley.page.getByRole('contentinfo').getByRole('button').last().click()
    await untilStatusBarSays(galley.page, 'Online')
  }
}

test('SY5 SY6 edits of two people in different fields are merged, and both are on the server', async () => {
  const { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'A winter without cars on Senja')
  const id = idOnScreen()
  const goOnline = goOffline()
  await titleInput(page).fill('A winter on Senja')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await editElsewhere(id, { kicker: 'By ferry' })

  await goOnline()
  await untilDocumentIs(page, 'Saved')
  expect(await read(id)).toMatchObject({ title: 'A winter on Senja', kicker: 'By ferry' })
  await expect.poll(() => page.getByRole('textbox', { name: 'Kicker' }).inputValue()).toBe('By ferry')
})

test('SY6 SY7 SY10 the same field changed on both sides parks: both values are shown, a person decides', async () => {
  const { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'Tromsø in the blue hour')
  const id = idOnScreen()
  const goOnline = goOffline()
  await titleInput(page).fill('Tromsø before the blue hour')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await editElsewhere(id, { title: 'Tromsø after the blue hour' })

  await goOnline()
  await untilDocumentIs(page, /^Conflict/)
  expect(await read(id)).toMatchObject({ title: 'Tromsø after the blue hour' })
  const main = page.getByRole('main')
  // The removed word is marked in front of the added one.
  await main.getByText('Tromsø inafter the blue hour').first().waitFor()
  expect(await titleInput(page).inputValue()).toBe('Tromsø before the blue hour')
  // U2: an undecided conflict prevents a publish.
  const publish = page.getByRole('button', { name: 'Publish changes' })
  expect(await publish.getAttribute('aria-disabled')).toBe('true')
  await publish.hover()
  await page.getByRole('tooltip', { name: 'Resolve the conflict first' }).waitFor()

  // Other documents are sent meanwhile.
  await openList(page, 'Posts')
  await openDocument(page, 'Bread, butter, cloudberries')
  const other = idOnScreen()
  await titleInput(page).fill('Bread and cloudberries')
  await untilDocumentIs(page, 'Saved')
  expect(await read(other)).toMatchObject({ title: 'Bread and cloudberries' })

  // The editor decides the conflict in the outbox.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Outbox/ })
    .click()
  await page.getByRole('radio', { name: /yours/i }).first().check()
  await page.getByRole('button', { name: 'Save merged document' }).click()
  await untilStatusBarSays(page, 'Everything sent')
  expect(await read(id)).toMatchObject({ title: 'Tromsø before the blue hour' })
})

test('U4 a publish that waits says so in the header, and can be taken back', async () => {
  const { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'A winter on Senja')
  const id = idOnScreen()
  const goOnline = goOffline()
  await page.getByRole('textbox', { name: 'Kicker' }).fill('Slowly')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await page.getByRole('button', { name: 'Publish when online' }).click()
  await untilDocumentIs(page, 'Publishes when online')
  await page.getByText('To be published', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Publishes when online' }).click()
  await page.getByRole('button', { name: 'Don’t publish yet' }).click()
  await page.keyboard.press('Escape')
  await untilDocumentIs(page, 'Waiting to send (1)')
  expect(await page.getByText('To be published', { exact: true }).count()).toBe(0)

  await goOnline()
  await untilDocumentIs(page, 'Saved')
  expect(await read(id)).toMatchObject({ kicker: 'Slowly', _status: 'draft' })
})

test('SY12 SY10 a publish made offline asks when the document moved meanwhile, and can be discarded', async () => {
  const { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'The Douro line, window on the left')
  const id = idOnScreen()
  const goOnline = goOffline()
  await page.getByRole('textbox', { name: 'Kicker' }).fill('River')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await page.getByRole('button', { name: 'Publish when online' }).click()
  await editElsewhere(id, { readingTime: 77 })

  await goOnline()
  await untilDocumentIs(page, /^Failed: it changed on the server meanwhile/)
  expect(await read(id)).toMatchObject({ readingTime: 77, _status: 'draft' })

  await page
    .getByRole('main')
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /^Discard/ }).click()
  await untilDocumentIs(page, 'Saved')
  expect(await read(id)).toMatchObject({ readingTime: 77, _status: 'draft' })
})

test('SY9 SY10 a document that was deleted on the server parks the edit with these words', async () => {
  const { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'Sleeping in a lighthouse')
  const id = idOnScreen()
  const goOnline = goOffline()
  await titleInput(page).fill('Kept, though the document is gone')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await cms.request('DELETE', `/posts/${id}?overrideLock=true`, { token })

  await goOnline()
  await untilDocumentIs(page, 'Failed: deleted on the server')
  expect(await titleInput(page).inputValue()).toBe('Kept, though the document is gone')
})

test('F64 two people edit one row: both stand, and offline one undo takes it back from the outbox', async () => {
  const { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'Bread and cloudberries')
  const id = idOnScreen()
  await page.getByRole('tab', { name: 'Practical' }).click()
  const costs = listOf(page, 'Costs')
  const whats = () => costs.getByRole('textbox', { name: /^What/ })
  const texts = () => eventually(() => whats().evaluateAll(valuesOf))
  const [row, ...others] = await costsOf(id)
  const rest = others.map(({ what }) => what)
  await texts().toEqual([row?.['what'], ...rest])
  const goOnline = goOffline()
  await whats().first().fill('Ferry there')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await editElsewhere(id, { practical: { costs: [{ ...row, what: 'Ferry back' }, ...others] } })
  await goOnline()
  await untilDocumentIs(page, /^Conflict/)

  const goOnlineAgain = goOffline()
  await page.getByRole('radio', { name: /^Both *Two rows: theirs, then yours$/ }).check()
  await page.getByRole('button', { name: 'Save merged document' }).click()
  await texts().toEqual(['Ferry back', 'Ferry there', ...rest])
  await titleInput(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await texts().toEqual(['Ferry there', ...rest])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await texts().toEqual(['Ferry back', 'Ferry there', ...rest])
  await goOnlineAgain()
  await untilDocumentIs(page, 'Saved')
  const kept = await costsOf(id)
  expect(kept).toMatchObject([
    { ...row, what: 'Ferry back' },
    { what: 'Ferry there', amount: row?.['amount'] },
    ...others,
  ])
  expect(kept[1]?.['id']).not.toBe(row?.['id'])
})

test('U15 (part) the dashboard says what needs a person with its whole title, at any width, and Resolve leads to the conflict', async () => {
  const { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'Lofoten without the crowds')
  const id = idOnScreen()
  const goOnline = goOffline()
  await titleInput(page).fill('Lofoten in February')
  await untilDocumentIs(page, 'Waiting to send (1)')
  await editElsewhere(id, { title: 'Lofoten in May' })
  await goOnline()
  await untilDocumentIs(page, 'Conflict')

  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Lofoten in February' })
  const resolve = line.getByRole('link', { name: 'Resolve' })
  await resolve.waitFor()
  for (const width of [1440, 1280, 1024, 720]) {
    await page.setViewportSize({ width, height: 900 })
    const shown = await line.evaluate((element) => {
      const box = element.parentElement?.getBoundingClientRect()
      const parts = [...element.querySelectorAll('a, button')]
      return {
        outside: parts.filter((one) => one.getBoundingClientRect().right > (box?.right ?? 0)).length,
        cut: parts.filter((one) => one.scrollWidth > one.clientWidth).length,
      }
    })
    expect({ width, ...shown }).toEqual({ width, outside: 0, cut: 0 })
  }
  await page.setViewportSize({ width: 1280, height: 860 })
  await resolve.click()
  const detail = page.getByRole('complementary', { name: 'Lofoten in February' })
  await detail.getByText('1 of 1 still to decide').waitFor()
})

async function costsOf(id: string): Promise<Record<string, unknown>[]> {
  const row = v.record(v.string(), v.unknown())
  const { practical } = v.parse(v.object({ practical: v.object({ costs: v.array(row) }) }), await read(id))
  return practical.costs
}

function valuesOf(inputs: Element[]): string[] {
  return inputs.map((one) => (one instanceof HTMLInputElement ? one.value : ''))
}

function idOnScreen(): string {
  return new URL(galley.page.url()).pathname.split('/').at(-1) ?? ''
}

async function read(id: string): Promise<unknown> {
  return (await cms.request('GET', `/posts/${id}?draft=true&depth=0&locale=en`, { token })).json
}

/** Edits as a colleague in the web admin, which takes over a lock. */
async function editElsewhere(id: string, body: Record<string, unknown>): Promise<void> {
  const answer = await cms.request('PATCH', `/posts/${id}?draft=true&depth=0&locale=en&overrideLock=true`, {
    token,
    body,
  })
  expect(answer.status).toBe(200)
}
