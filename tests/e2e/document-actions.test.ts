import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { choose, focusedName, typeDate } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import {
  documentState,
  openDocument,
  openList,
  titleInput,
  untilDocumentIs,
  untilStatusBarSays,
} from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  ;({ token } = await cms.login())
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'admin@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

/** Takes a picture if a folder for them is set. */
async function picture(name: string): Promise<void> {
  const folder = process.env['GALLEY_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

const offline = () => proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
const menuItem = (name: string | RegExp) => page.getByRole('menuitem', { name })
const toast = (words: string | RegExp) => page.getByRole('alertdialog').filter({ hasText: words })

async function openMenu(): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this document' }).click()
  await page.getByRole('menu').waitFor()
}

async function openPublishMenu(): Promise<void> {
  await page.getByRole('button', { name: 'More publish options' }).click()
  await page.getByRole('menu').waitFor()
}

async function closeMenu(): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

async function onServer(title: string, query = ''): Promise<unknown> {
  const where = `where[title][equals]=${encodeURIComponent(title)}`
  const { json } = await cms.request('GET', `/posts?draft=true&depth=0&locale=en&${where}${query}`, { token })
  return listAt(json, 'docs')[0]
}

async function publishedTitle(id: unknown): Promise<unknown> {
  const { json } = await cms.request('GET', `/posts/${String(id)}?depth=0&locale=all`, { token })
  return at(json, 'title')
}

const rowsOfPosts = () => page.getByRole('table', { name: 'Posts' }).locator('tbody tr')
const bulkBar = () => page.getByRole('group', { name: 'Selected documents' })

/** Selects documents of the list by title and returns their ids. The list may still be reordered meanwhile. */
async function choosePosts(...titles: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    const row = rowsOfPosts().filter({ has: page.getByRole('link', { name: title, exact: true }) })
    ids.push((await row.getAttribute('data-row')) ?? '')
    await row.getByRole('checkbox').click()
  }
  await bulkBar().getByText(`${titles.length} selected`).waitFor()
  return ids
}

const STORY = 'Eleven huts between Abisko and Nikkaluokta'

test('a document is published in one locale, reverted to what is published, planned, copied and deleted', async () => {
  await openList(page, 'Posts')
  await openDocument(page, STORY)
  const id = at(await onServer(STORY), 'id')
  const before = await publishedTitle(id)
  // S9.11 (part): the state line's popover shows the time of the last save.
  await documentState(page).getByRole('button').click()
  await page.getByText(/^Last saved .+ ago$/).waitFor()
  await page.keyboard.press('Escape')

  await titleInput(page).fill('Eleven huts, again')
  await untilDocumentIs(page, 'Saved')
  await openPublishMenu()
  await picture('publish-menu')
  await menuItem('Publish in English').click()
  await untilDocumentIs(page, 'Saved')
  await eventually(async () => at(await publishedTitle(id), 'en')).toBe('Eleven huts, again')
  expect(at(await publishedTitle(id), 'de')).toEqual(at(before, 'de'))

  await titleInput(page).fill('Eleven huts, unfinished')
  await untilDocumentIs(page, 'Saved')
  await openPublishMenu()
  await menuItem('Revert to published').click()
  await picture('revert-dialog')
  await page.getByRole('button', { name: 'Revert to published' }).click()
  // The server is asked first; until it answers the document looks saved.
  await eventually(() => titleInput(page).inputValue()).toBe('Eleven huts, again')
  await untilDocumentIs(page, 'Saved')

  await openPublishMenu()
  await menuItem('Schedule Publish').click()
  const dialog = page.getByRole('dialog', { name: /^Schedule for/ })
  await dialog.getByText('No upcoming events scheduled.').waitFor()
  expect(await dialog.getByRole('radio', { name: 'Publish', exact: true }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Choose a date and a time' }).waitFor()
  await typeDate(page, 'When', { month: '5', day: '17', year: '2031', hour: '8', minute: '30' })
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByRole('listitem').filter({ hasText: '2031' }).waitFor()
  await picture('schedule-dialog')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  // The schedule is visible to all who open the document (U29).
  const mark = page
    .getByRole('main')
    .locator('header')
    .getByText(/^Publishes .*2031/)
  await mark.waitFor()
  await picture('scheduled')
  // It is visible in the list, too, also offline (U29).
  await openList(page, 'Posts')
  const marked = page.getByRole('row').filter({ has: page.getByRole('img', { name: /^Publishes .*2031/ }) })
  await marked.waitFor()
  expect(await marked.getByRole('link').innerText()).toContain('Eleven huts')
  expect(await violationsOf(page)).toEqual([])
  await picture('scheduled-in-list')
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await openList(page, 'Pages')
  await openList(page, 'Posts')
  await marked.waitFor()
  proxy.clearRules()
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await marked.getByRole('link').click()
  await openPublishMenu()
  await menuItem('Schedule Publish').click()
  await dialog.getByRole('button', { name: /^Cancel Publish/ }).click()
  await dialog.getByText('No upcoming events scheduled.').waitFor()
  await mark.waitFor({ state: 'detached' })

  // A manual publish asks what to do with the schedule; the main button removes it (U45).
  await typeDate(page, 'When', { month: '5', day: '17', year: '2031', hour: '8', minute: '30' })
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByRole('listitem').filter({ hasText: '2031' }).waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await mark.waitFor()
  await page.getByRole('textbox', { name: /^Kicker/ }).fill('By hand')
  await untilDocumentIs(page, 'Saved')
  await page.getByRole('button', { name: 'Publish changes', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: /^Publish .* now\?$/ })
  await question.getByText(/2031/).waitFor()
  await picture('publish-scheduled')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await mark.waitFor({ state: 'detached' })
  await untilDocumentIs(page, 'Saved')
  await eventually(async () => {
    const { json } = await cms.request('GET', `/posts/${String(id)}?depth=0&locale=en`, { token })
    return at(json, 'kicker')
  }).toBe('By hand')

  await openMenu()
  await picture('document-menu')
  await menuItem('Copy ID').click()
  expect(await galley.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(String(id))

  await openMenu()
  await menuItem('Duplicate').click()
  await toast('Post successfully duplicated.').waitFor()
  await untilDocumentIs(page, 'Saved')
  await eventually(() => onServer('Eleven huts, again', `&where[id][not_equals]=${String(id)}`)).toBeDefined()
  // The copy is deleted into the trash, and restored.
  await openMenu()
  await menuItem('Move to the trash…').click()
  await page.getByRole('alertdialog', { name: 'Move “Eleven huts, again” to the trash?' }).waitFor()
  await picture('delete-dialog')
  // The confirm button has the verb of the action (U29).
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
})

test('M.08 (part the trash) what was deleted is in the trash, is restored from there, and without the server it says so', async () => {
  await untilStatusBarSays(page, 'Everything sent')
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  const row = page.getByRole('table', { name: 'Posts in the trash' }).getByRole('row').filter({
    hasText: 'Eleven huts, again',
  })
  await row.waitFor()
  await picture('trash')
  expect(await violationsOf(page)).toEqual([])
  await row.getByRole('checkbox', { name: 'Select Eleven huts, again' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await toast('1 document restored').waitFor()
  await page.getByText('No Posts in the trash').waitFor()

  offline()
  await openList(page, 'Posts')
  await untilStatusBarSays(page, 'Offline')
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await page.getByText('The trash is on the server').waitFor()
  await openList(page, 'Posts')
  // Opens the document that was open before: the restored one is not on this computer yet.
  await page.getByRole('link', { name: 'Eleven huts, again', exact: true }).last().click()
  await openPublishMenu()
  expect(await menuItem(/^Schedule Publish/).innerText()).toContain('Needs the server')
  await closeMenu()
  proxy.clearRules()
})

test('many documents are chosen in the list by pointer and keys, and edited in one go', async () => {
  await openList(page, 'Posts')
  await untilStatusBarSays(page, 'Everything sent')
  const table = page.getByRole('table', { name: 'Posts' })
  const rows = table.locator('tbody tr')
  // The restored document arrives with the server's answer, and moves the others down.
  await expect.poll(() => rows.filter({ hasText: 'Eleven huts, again' }).count()).toBe(2)
  await rows.nth(1).getByRole('checkbox').click()
  // By keyboard: Space works on the row's link, and with Shift selects a range.
  await rows.nth(1).getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const bar = page.getByRole('group', { name: 'Selected documents' })
  await bar.getByText('3 selected').waitFor()
  await picture('bulk-bar')
  expect(await violationsOf(page)).toEqual([])
  const ids = await table
    .locator('tr[aria-selected=true]')
    .evaluateAll((found) => found.map((row) => row.getAttribute('data-row')))
  expect(ids).toHaveLength(3)
  await bar.getByRole('button', { name: 'Edit', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit 3 documents' })
  const publishes = drawer.getByRole('button', { name: 'Save and publish' })
  expect(await publishes.getAttribute('aria-disabled')).toBe('true')
  await choose(page, 'Fields to edit', 'Kicker')
  await page.keyboard.press('Escape')
  await drawer.getByRole('textbox', { name: 'Kicker' }).fill('In one go')
  await picture('edit-many')
  expect(await violationsOf(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Save as draft' }).click()
  await toast('3 documents saved').waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  for (const id of ids) {
    const path = `/posts/${String(id)}?draft=true&depth=0&locale=en`
    await eventually(async () => at((await cms.request('GET', path, { token })).json, 'kicker')).toBe(
      'In one go',
    )
  }
})

test('many documents are published and unpublished in one go; who is left out is said, and why', async () => {
  await goTo(page, '/collections/posts')
  await untilStatusBarSays(page, 'Everything sent')
  const drafts = ['Tromsø in the blue hour', 'Lofoten without the crowds'] as const
  const ids = await choosePosts(...drafts)
  const isPublic = async (id: string) =>
    at((await cms.request('GET', `/posts/${id}?depth=0`, { token })).json, '_status')
  const publicOnes = async () => Promise.all(ids.map(isPublic))

  await bulkBar().getByRole('button', { name: 'Publish', exact: true }).click()
  const publishes = page.getByRole('alertdialog', { name: 'Publish 2 documents?' })
  await publishes.getByRole('button', { name: 'Publish', exact: true }).click()
  await toast('2 documents published').waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  await eventually(publicOnes).toEqual(['published', 'published'])
  expect(await page.getByRole('group', { name: 'Selected documents' }).count()).toBe(0)

  expect(await choosePosts(...drafts)).toEqual(ids)
  await bulkBar().getByRole('button', { name: 'Unpublish', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Unpublish 2 documents?' })
    .getByRole('button', { name: 'Unpublish', exact: true })
    .click()
  await toast('2 documents unpublished').first().waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  await eventually(publicOnes).toEqual(['draft', 'draft'])

  // Two of the three are drafts already.
  const [third = ''] = (await choosePosts('Sleeping in a lighthouse', ...drafts)).slice(0, 1)
  expect(await isPublic(third)).toBe('published')
  await bulkBar().getByRole('button', { name: 'Unpublish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish', exact: true }).click()
  await toast('2 documents were left out: nothing to change').waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  await eventually(() => isPublic(third)).toBe('draft')
  expect(await publicOnes()).toEqual(['draft', 'draft'])
})

test('M.08 (part the trash) what is deleted for good is nowhere any more', async () => {
  await goTo(page, '/collections/posts')
  await untilStatusBarSays(page, 'Everything sent')
  const title = 'Where the reindeer cross'
  const [id = ''] = await choosePosts(title)
  await bulkBar().getByRole('button', { name: 'Move to the trash…' }).click()
  await page
    .getByRole('alertdialog', { name: 'Move 1 document to the trash?' })
    .getByRole('button', { name: 'Move to trash', exact: true })
    .click()
  await toast('1 document moved to the trash').waitFor()
  await untilStatusBarSays(page, 'Everything sent')
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  const trash = page.getByRole('table', { name: 'Posts in the trash' })
  const asked = () => cms.request('GET', `/posts/${id}?depth=0&draft=true&trash=true`, { token })
  await trash.getByRole('checkbox', { name: `Select ${title}` }).click()
  expect((await asked()).status).toBe(200)

  await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
  const sure = page.getByRole('alertdialog', { name: 'Delete 1 document for good?' })
  await sure.getByText('Nobody can bring them back.').waitFor()
  await sure.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect((await asked()).status).toBe(200)
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await sure.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await toast('1 document deleted for good').waitFor()
  await page.getByText('No Posts in the trash').waitFor()
  expect((await asked()).status).toBe(404)
  await openList(page, 'Posts')
  await expect.poll(() => page.getByRole('link', { name: title, exact: true }).count()).toBe(0)
})

test('M.08 without the server a restore, a plan, what the site generates and the API view say so, and nothing of them is kept for later; publish, unpublish and delete wait, say so, and are checked against what they were made on', async () => {
  await goTo(page, '/collections/posts')
  await untilStatusBarSays(page, 'Everything sent')
  const title = 'Tromsø in the blue hour'
  await openDocument(page, title)
  const id = String(at(await onServer(title), 'id'))
  const post = `/collections/posts/${id}`
  // The question needs a version on this computer.
  await page
    .getByRole('navigation', { name: 'Views of the document' })
    .getByRole('link', { name: /^Versions/ })
    .click()
  await page.getByRole('table', { name: 'Versions' }).locator('tbody tr').last().getByRole('link').click()
  const restore = page.getByRole('button', { name: 'Restore this version', exact: true })
  await restore.waitFor()
  await openList(page, 'Posts')
  const shown = await rowsOfPosts().evaluateAll((all) =>
    all.map((row) => [row.querySelector('a')?.innerText ?? '', row.getAttribute('data-row') ?? ''] as const),
  )
  const statusOf = async (one: string) =>
    at((await cms.request('GET', `/posts/${one}?depth=0`, { token })).json, '_status')
  const published: (readonly [string, string])[] = []
  for (const one of shown) if ((await statusOf(one[1])) === 'published') published.push(one)
  const [toUnpublish, toDelete] = published
  if (toUnpublish === undefined || toDelete === undefined) throw new Error('nothing is published')
  const [unpublished, unpublishedId] = toUnpublish
  const [deleted, deletedId] = toDelete

  const goOnline = offline()
  const check = () => page.evaluate(() => window.galley.call('connection.check', undefined))
  await check()
  await untilStatusBarSays(page, 'Offline')
  const waiting = () =>
    page.evaluate(async () => (await window.galley.call('outbox.counts', undefined)).waiting)
  const asked = proxy.seen.length
  await goTo(page, `${post}/versions`)
  await page.getByRole('table', { name: 'Versions' }).locator('tbody tr').last().getByRole('link').click()
  await restore.click()
  const question = page.getByRole('alertdialog', { name: 'Confirm Version Restoration' })
  await question.getByText('No connection. Only the server can restore a version.').waitFor()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('There was a problem restoring this version', { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await goTo(page, post)
  await titleInput(page).waitFor()
  await openPublishMenu()
  expect(await menuItem(/^Schedule Publish/).innerText()).toContain('Needs the server')
  expect(await menuItem(/^Schedule Publish/).getAttribute('aria-disabled')).toBe('true')
  await closeMenu()
  const generate = page.getByRole('button', { name: 'Auto-generate: Needs the server' })
  await eventually(() => generate.count()).toBe(3)
  await generate.first().focus()
  await page.keyboard.press('Enter')
  expect(
    proxy.seen.slice(asked).filter(({ path }) => /generate-(title|description|image)/.test(path)),
  ).toEqual([])

  await goTo(page, `${post}/api?locale=en`)
  await page.getByText(/This is the document as stored on this computer on /).waitFor()
  await page.getByText('Needs the server', { exact: true }).waitFor()
  const isLook = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && /\?depth=\d+&draft=(true|false)&locale=en$/.test(path)
  expect(proxy.seen.slice(asked).filter(isLook)).toEqual([])
  // None of it waits for the server.
  expect(await waiting()).toBe(0)

  await openList(page, 'Posts')
  await choosePosts(title)
  await bulkBar().getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await toast('1 document waits to be sent').first().waitFor()
  await eventually(waiting).toBe(1)
  await choosePosts(unpublished)
  await bulkBar().getByRole('button', { name: 'Unpublish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish', exact: true }).click()
  await eventually(waiting).toBe(2)
  await choosePosts(deleted)
  await bulkBar().getByRole('button', { name: 'Move to the trash…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash', exact: true }).click()
  await eventually(waiting).toBe(3)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Outbox/ })
    .click()
  await page
    .getByRole('main')
    .getByText(/^3 waiting/)
    .waitFor()
  const waits = (await page.getByRole('feed', { name: 'Outbox' }).innerText()).replaceAll(/\s+/g, ' ')
  for (const [one, words] of [
    [title, 'Publish changes'],
    [unpublished, 'Unpublish'],
    [deleted, 'Delete'],
  ])
    expect(waits).toContain(`${one} 1 ${words} Waiting to send`)
  expect([await statusOf(id), await statusOf(unpublishedId), await statusOf(deletedId)]).toEqual([
    'draft',
    'published',
    'published',
  ])

  // Another user edits one of the documents before its entry is sent.
  await cms.request('PATCH', `/posts/${id}?draft=true`, {
    token,
    body: { readingTime: 91, _status: 'draft' },
  })
  goOnline()
  await check()
  await eventually(() => statusOf(unpublishedId)).toBe('draft')
  await eventually(async () => (await cms.request('GET', `/posts/${deletedId}`, { token })).status).toBe(404)
  await goTo(page, post)
  await untilDocumentIs(page, /^Failed: it changed on the server meanwhile/)
  expect(await statusOf(id)).toBe('draft')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Discard/ })
    .click()
  await untilDocumentIs(page, 'Saved')
})

test('what waits is in the Outbox with what it would change, and once it is sent in the history below', async () => {
  offline()
  await goTo(page, '/collections/posts')
  const title = 'Bread, butter, cloudberries'
  await openDocument(page, title)
  await titleInput(page).fill('Bread, butter, and an outbox')
  // By shortcut: a post with autosave may be saved already, and then the button is disabled.
  await page.keyboard.press('Control+S')
  await untilDocumentIs(page, /^Waiting to send/)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Outbox/ })
    .click()
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: /^Changes/ }).waitFor()
  await eventually(() => main.locator('del').allInnerTexts()).not.toEqual([])
  const detail = await main.innerText()
  expect(detail).toContain('Title')
  expect(detail).toContain('and an outbox')
  proxy.clearRules()
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, 'Everything sent')
  const sent = page.getByRole('list', { name: 'Recently sent' }).getByRole('listitem')
  const newest = sent.filter({ hasText: 'Bread, butter, and an outbox' }).first()
  await newest.getByText('Saved as sent').waitFor()
  expect(await newest.innerText()).toContain('Title')
  await newest.getByRole('link').click()
  await eventually(() => titleInput(page).inputValue()).toBe('Bread, butter, and an outbox')
})

test('U11 U12 a new document has the focus in its first field, and is called [Untitled] until it has a title', async () => {
  await goTo(page, '/collections/notes')
  await page.getByRole('link', { name: 'Create New' }).click()
  await titleInput(page).waitFor()
  await eventually(() => focusedName(page)).toMatch(/^Title/)
  await page.getByRole('heading', { level: 1, name: '[Untitled]' }).waitFor()
  // U17 (part): a note has no localized fields.
  expect(await page.getByRole('button', { name: /^Locale: / }).count()).toBe(0)
})
