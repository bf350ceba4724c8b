import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

/** Two people at one document: the editor, whose network fails, and the administrator, who may read who the editor is. */
let cms: Cms
let proxy: FaultProxy
let editor: GalleyApp
let admin: GalleyApp
let editorName: string
let token: string

const TITLE = 'Porto before the ferries'

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  token = (await cms.login('admin@example.com')).token
  editorName = String((await cms.login('editor@example.com')).user['name'])
  ;[editor, admin] = await Promise.all([
    startGalley({ server: proxy.url, dataFolder: newDataFolder() }),
    startGalley({ server: cms.url, dataFolder: newDataFolder() }),
  ])
  await Promise.all([login(editor.page, 'editor@example.com'), login(admin.page, 'admin@example.com')])
})
afterAll(async () => {
  await Promise.all([editor.close(), admin.close()])
  await proxy.close()
  await cms.dispose()
})

const kicker = (page: Page) => page.getByRole('textbox', { name: 'Kicker' })
const note = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: words })

async function stored(): Promise<unknown> {
  const where = `where[title][equals]=${encodeURIComponent(TITLE)}`
  const { json } = await cms.request('GET', `/posts?${where}&draft=true&depth=0`, { token })
  return json
}

/** The window comes to the front again and again, which is when it asks, besides every ten seconds. */
async function untilNoted(page: Page, words: string): Promise<void> {
  await eventually(async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
    return note(page, words).count()
  }).toBe(1)
}

const lockCount = async () => {
  const { json } = await cms.request('GET', '/payload-locked-documents/count', { token })
  return (json as { totalDocs: number }).totalDocs
}

test('two people at one document: one edits, the other one sees it, takes over, and nothing is lost', async () => {
  const [mine, theirs] = [editor.page, admin.page]
  await openList(mine, 'Posts')
  await openDocument(mine, TITLE)
  await openList(theirs, 'Posts')
  // Reading keeps nobody out.
  expect(await lockCount()).toBe(0)
  await kicker(mine).fill('By ferry')
  await untilDocumentIs(mine, 'Saved')
  await eventually(lockCount).toBe(1)

  // The list marks it, and the document says who and since when; it can be read and not written.
  await theirs
    .getByRole('navigation')
    .getByRole('link', { name: /^Pages/ })
    .first()
    .click()
  await openList(theirs, 'Posts')
  await theirs.getByRole('img', { name: `${editorName} is editing it` }).waitFor()
  await openDocument(theirs, TITLE)
  await note(theirs, `${editorName} has been editing this document since`).waitFor()
  expect(
    await titleInput(theirs).evaluate((input) => [input.matches(':read-only'), input.matches(':disabled')]),
  ).toEqual([true, false])
  await theirs.getByRole('button', { name: 'View read-only' }).click()
  expect(await theirs.getByRole('button', { name: 'Save Draft' }).getAttribute('aria-disabled')).toBe('true')

  // Whoever loses it hears so at once with the next save, and keeps what was typed.
  await theirs.getByRole('button', { name: 'Take over' }).click()
  await eventually(() => titleInput(theirs).evaluate((input) => input.matches(':read-only'))).toBe(false)
  await kicker(mine).fill('By ferry, slowly')
  await note(mine, 'Another user took over this document').waitFor()
  expect(await kicker(mine).evaluate((input) => input.matches(':read-only'))).toBe(true)
  expect(await kicker(mine).inputValue()).toBe('By ferry, slowly')
  expect(JSON.stringify(await stored())).not.toContain('slowly')

  // The new one edits another field; the first one takes it back, and both are on the server.
  await theirs.getByRole('textbox', { name: 'Standfirst' }).fill('Two rivers, one bridge.')
  await untilDocumentIs(theirs, 'Saved')
  await mine.getByRole('button', { name: 'Take back' }).click()
  await untilDocumentIs(mine, 'Saved')
  await eventually(async () => JSON.stringify(await stored())).toContain('By ferry, slowly')
  expect(JSON.stringify(await stored())).toContain('Two rivers, one bridge.')
  await eventually(() => kicker(mine).evaluate((input) => input.matches(':read-only'))).toBe(false)

  // Whoever types before they know hears it at once as well, and is let in when the other one closes it.
  const standfirst = theirs.getByRole('textbox', { name: 'Standfirst' })
  await standfirst.fill('Two rivers, two bridges.')
  await note(theirs, `${editorName} took over this document`).waitFor()
  await openList(mine, 'Posts')
  await untilNoted(theirs, `${editorName} is no longer editing this document.`)
  await untilDocumentIs(theirs, 'Saved')
  expect(await kicker(theirs).inputValue()).toBe('By ferry, slowly')
  expect(JSON.stringify(await stored())).toContain('Two rivers, two bridges.')
  await openList(theirs, 'Posts')
  await eventually(lockCount).toBe(0)
})

test('the dashboard marks a global that somebody else edits, with who, until they leave it', async () => {
  const [mine, theirs] = [editor.page, admin.page]
  await goTo(mine, '/globals/header')
  await mine.getByRole('textbox', { name: 'Tagline' }).fill('Slow trains, long days')
  await eventually(lockCount).toBe(1)
  await goTo(theirs, '/')
  const line = theirs.getByRole('main').getByRole('listitem').filter({ hasText: 'Header' })
  await line.getByRole('img', { name: `${editorName} is editing it` }).waitFor()
  expect(
    await theirs
      .getByRole('main')
      .getByRole('img', { name: /is editing it/ })
      .count(),
  ).toBe(1)
  // Nobody is kept out by their own lock.
  await goTo(mine, '/')
  await eventually(lockCount).toBe(0)
  expect(
    await mine
      .getByRole('main')
      .getByRole('img', { name: /is editing it/ })
      .count(),
  ).toBe(0)
  await eventually(async () => {
    await theirs.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
    return line.getByRole('img').count()
  }).toBe(0)
})

test('a lock lapses without the server: nobody is kept out, and others see that something has not arrived', async () => {
  const [mine, theirs] = [editor.page, admin.page]
  await openList(mine, 'Pages')
  await mine.getByRole('main').getByRole('link').first().waitFor()
  const name = await mine.getByRole('table').getByRole('link').first().innerText()
  await openDocument(mine, name)
  const before = proxy.seen.length
  await titleInput(mine).fill(`${name}, unsaved`)
  await eventually(lockCount).toBe(1)
  // Said once it has been unsent for a moment.
  await eventually(() =>
    proxy.seen
      .slice(before)
      .some(({ method, path }) => method === 'POST' && path.includes('/desktop/unsent')),
  ).toBe(true)
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await mine.getByRole('contentinfo').getByRole('button').last().click()
  await untilStatusBarSays(mine, /Offline/)

  // Five minutes later, as far as the server knows: the lock is over.
  const { json } = await cms.request('GET', '/payload-locked-documents?depth=0', { token })
  const [lock] = (json as { docs: { id: number }[] }).docs
  await cms.request('DELETE', `/payload-locked-documents/${lock?.id}`, { token })
  await openList(theirs, 'Pages')
  await openDocument(theirs, name)
  await note(theirs, `${editorName} has unsent edits of this document`).waitFor()
  await titleInput(theirs).fill(`${name}, edited`)
  await eventually(lockCount).toBe(1)

  // Back again: what was typed waits for whoever has it now, and is shown.
  proxy.clearRules()
  await mine.getByRole('contentinfo').getByRole('button').last().click()
  await untilStatusBarSays(mine, 'Online')
  // They took nothing over: it was free, by the server's word.
  await note(mine, 'Another user has been editing this document since').waitFor()
  expect(await titleInput(mine).inputValue()).toBe(`${name}, unsaved`)

  // The dashboard has what was not sent, and who is at it.
  await goTo(mine, '/')
  const line = mine
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `${name}, unsaved` })
  await line.getByRole('img', { name: 'Another user is editing it' }).waitFor()
})
