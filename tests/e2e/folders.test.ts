import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { violationsOf } from './support/axe.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOffline, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await showFolders()
})

afterEach(() => proxy.clearRules())

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const COLUMNS = encodeURIComponent(JSON.stringify(['title', 'folder', '_status']))
const table = () => page.getByRole('table', { name: 'Posts' })
const rowOf = (title: string) => table().locator('tbody tr').filter({ hasText: title })
const folderOf = (title: string) => rowOf(title).locator('td').nth(1)
const picker = () => page.getByRole('dialog')
const drawer = () => page.getByRole('dialog')
const question = () => page.getByRole('alertdialog', { name: 'Confirm move' })

async function showFolders(): Promise<void> {
  await goTo(page, `/collections/posts?columns=${COLUMNS}&limit=50`)
  await table().waitFor()
}

/** Returns the server's documents: newest version, and status. */
async function postsOnServer(): Promise<{ id: number; title: string; folder: unknown; status: unknown }[]> {
  const { json } = await cms.request('GET', '/posts?draft=true&depth=0&locale=en&limit=50', { token })
  return listAt(json, 'docs').map((doc) => ({
    id: Number(at(doc, 'id')),
    title: String(at(doc, 'title')),
    folder: at(doc, 'folder'),
    status: at(doc, '_status'),
  }))
}

async function postCalled(title: string) {
  const found = (await postsOnServer()).find((one) => one.title === title)
  if (found === undefined) throw new Error(`no post is called ${title}`)
  return found
}

/** Returns the id of a seeded folder by its name. */
async function folderCalled(name: string): Promise<number> {
  const { json } = await cms.request('GET', '/payload-folders?depth=0&limit=50', { token })
  return Number(at(listAt(json, 'docs').find((doc) => at(doc, 'name') === name) ?? null, 'id'))
}

async function oneWithout(status: 'published' | 'draft') {
  const found = (await postsOnServer()).find((one) => one.folder === null && one.status === status)
  if (found === undefined) throw new Error(`no ${status} post is without a folder`)
  return found
}

async function pick(name: string): Promise<void> {
  await picker().getByRole('combobox', { name: 'Search folders' }).fill(name)
  await picker().getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}

const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe('browsing by folder', () => {
  const entry = () => page.locator('#nav-folders')
  const section = (name: string) =>
    page.getByRole('main').getByRole('region', { name: new RegExp(`^${name}`) })

  test('S2.21 S2.22 the sidebar leads to it, and marks it on its own page and within it', async () => {
    expect(await entry().innerText()).toBe('Browse by Folder')
    expect(await entry().getAttribute('href')).toBe('/browse-by-folder')
    expect(await entry().getAttribute('aria-current')).toBeNull()
    await entry().click()
    await page.getByRole('heading', { level: 1, name: 'Browse by Folder' }).waitFor()
    expect(await addressOf(page)).toBe('/browse-by-folder')
    expect(await entry().getAttribute('aria-current')).toBe('page')
    await section('Folders').getByRole('link', { name: 'Winter 2026' }).click()
    await page.getByRole('heading', { level: 1, name: 'Winter 2026' }).waitFor()
    expect(await addressOf(page)).toBe(`/browse-by-folder/${await folderCalled('Winter 2026')}?locale=en`)
    expect(await entry().getAttribute('aria-current')).toBe('true')
    expect(await entry().getAttribute('href')).toBe('/browse-by-folder')
  })

  test('shows the folders in one, the documents of each collection that lie in it, and the way back', async () => {
    await section('Folders').getByRole('link', { name: 'Rail' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rail' }).waitFor()
    const rail = await folderCalled('Rail')
    const inRail = (await postsOnServer()).filter(({ folder }) => folder === rail).map(({ title }) => title)
    expect(inRail).not.toEqual([])
    await eventually(async () =>
      (await section('Posts').getByRole('listitem').getByRole('link').allInnerTexts()).toSorted(),
    ).toEqual(inRail.toSorted())
    await section('Media').waitFor({ state: 'detached' })
    expect(await violationsOf(page)).toEqual([])
    const crumbs = page.getByRole('navigation', { name: 'Path' }).getByRole('link')
    expect(await crumbs.allInnerTexts()).toEqual(['Browse by Folder', 'Winter 2026'])
    await crumbs.last().click()
    await page.getByRole('heading', { level: 1, name: 'Winter 2026' }).waitFor()
  })

  test('makes a folder in the one that is shown, as soon as its drawer is closed, and shows it at the address of its document', async () => {
    await page.getByRole('button', { name: 'New Folder' }).click()
    await drawer().getByRole('textbox', { name: /^Name/ }).fill('Ferries')
    await page.keyboard.press('Escape')
    await eventually(async () => {
      const { json } = await cms.request('GET', '/payload-folders?depth=0&limit=50', { token })
      return at(listAt(json, 'docs').find((doc) => at(doc, 'name') === 'Ferries') ?? null, 'folder')
    }).toBe(await folderCalled('Winter 2026'))
    await section('Folders').getByRole('link', { name: 'Ferries' }).waitFor()
    const winter = await folderCalled('Winter 2026')
    await goTo(page, `/collections/payload-folders/${String(winter)}`)
    await eventually(() => addressOf(page)).toBe(`/browse-by-folder/${String(winter)}`)
    await section('Folders').getByRole('link', { name: 'Ferries' }).waitFor()
  })

  test('moves a document out of it, by its menu', async () => {
    await goTo(page, `/browse-by-folder/${await folderCalled('Rail')}`)
    const title = await section('Posts').getByRole('listitem').getByRole('link').first().innerText()
    await section('Posts')
      .getByRole('button', { name: new RegExp(title) })
      .click()
    await page.getByRole('menuitem', { name: 'Move to folder' }).click()
    await pick('Ferries')
    await page
      .getByRole('alertdialog', { name: 'Confirm move' })
      .getByRole('button', { name: 'Move', exact: true })
      .click()
    await section('Posts').getByRole('link', { name: title }).waitFor({ state: 'detached' })
    const ferries = await folderCalled('Ferries')
    await eventually(async () => (await postCalled(title)).folder).toBe(ferries)
    await goTo(page, `/browse-by-folder/${ferries}`)
    await section('Posts').getByRole('link', { name: title }).waitFor()
  })

  test('without a network a document stands in the folder that it was moved to; one that was never read says so', async () => {
    const [ferries, summer] = [await folderCalled('Ferries'), await folderCalled('Summer 2026')]
    await goOffline(page, proxy)
    const title = await section('Posts').getByRole('listitem').getByRole('link').first().innerText()
    await section('Posts')
      .getByRole('button', { name: new RegExp(title) })
      .click()
    await page.getByRole('menuitem', { name: 'Move to folder' }).click()
    await pick('Summer 2026')
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText(`${title} will be moved to Summer 2026 when the server can be reached`).waitFor()
    await section('Posts').getByRole('link', { name: title }).waitFor({ state: 'detached' })
    await goTo(page, `/browse-by-folder/${summer}`)
    await section('Posts').getByRole('link', { name: title }).waitFor()
    proxy.clearRules()
    await eventually(async () => (await postCalled(title)).folder).toBe(summer)
    expect(summer).not.toBe(ferries)
  })

  test('one document and several are moved by dragging them onto a folder; what is published stays published', async () => {
    const [winter, ferries] = [await folderCalled('Winter 2026'), await folderCalled('Ferries')]
    const published = (await postsOnServer()).filter(({ status }) => status === 'published').slice(0, 3)
    for (const { id } of published)
      await cms.request('PATCH', `/posts/${id}`, { token, body: { folder: winter } })
    const titles = published.map(({ title }) => title)
    const [first = '', second = '', third = ''] = titles
    const item = (title: string) => section('Posts').getByRole('listitem').filter({ hasText: title })
    const target = section('Folders').getByRole('listitem').filter({ hasText: 'Ferries' })
    const foldersOf = async () =>
      Object.fromEntries(
        (await postsOnServer()).map(({ title, folder, status }) => [title, [folder, status]]),
      )
    await goTo(page, `/browse-by-folder/${winter}`)
    for (const title of titles) await item(title).waitFor()

    await item(first).dragTo(target)
    await question().getByText(first).waitFor()
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await item(first).waitFor({ state: 'detached' })
    await eventually(foldersOf).toMatchObject({
      [first]: [ferries, 'published'],
      [second]: [winter, 'published'],
    })

    for (const title of [second, third])
      await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check()
    await page.getByRole('group', { name: 'Selected documents' }).getByText('2 selected').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await item(third).dragTo(target)
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await item(second).waitFor({ state: 'detached' })
    await item(third).waitFor({ state: 'detached' })
    await eventually(foldersOf).toMatchObject({
      [second]: [ferries, 'published'],
      [third]: [ferries, 'published'],
    })
  })

  test('a folder is moved into another one by its menu with the keys, back out of it, and by dragging it', async () => {
    const make = async (name: string): Promise<number> => {
      const { json } = await cms.request('POST', '/payload-folders', { token, body: { name } })
      return Number(at(at(json, 'doc'), 'id'))
    }
    const [quays, piers] = [await make('Quays'), await make('Piers')]
    const parentOf = async (id: number) =>
      at((await cms.request('GET', `/payload-folders/${id}?depth=0`, { token })).json, 'folder')
    const item = (name: string) => section('Folders').getByRole('listitem').filter({ hasText: name })
    await goTo(page, '/browse-by-folder')
    await item('Quays').getByRole('button').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move to folder' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await picker().getByRole('option', { name: 'Piers' }).waitFor()
    expect(await picker().getByRole('option', { name: 'Quays' }).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await pick('Piers')
    await question().getByText('Quays').waitFor()
    await page.keyboard.press('Enter')
    await item('Quays').waitFor({ state: 'detached' })
    await eventually(() => parentOf(quays)).toBe(piers)

    // Offline the document moves at once, and on the server after the reconnect.
    await item('Piers').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Piers' }).waitFor()
    await goOffline(page, proxy)
    await item('Quays').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Move to folder' }).click()
    await pick('No Folder')
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await item('Quays').waitFor({ state: 'detached' })
    proxy.clearRules()
    await eventually(() => parentOf(quays)).toBeNull()

    await goTo(page, '/browse-by-folder')
    await item('Quays').dragTo(item('Piers'))
    await question().getByText('Quays').waitFor()
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await item('Quays').waitFor({ state: 'detached' })
    await eventually(() => parentOf(quays)).toBe(piers)
    for (const id of [quays, piers]) await cms.request('DELETE', `/payload-folders/${id}`, { token })
  })

  test('a folder is deleted after it was counted what lies in it, with those in it; its documents stay', async () => {
    const ferries = await folderCalled('Ferries')
    const { json: outer } = await cms.request('GET', `/payload-folders/${ferries}?depth=0`, { token })
    const { status, json } = await cms.request('POST', '/payload-folders', {
      token,
      body: { name: 'Slow ferries', folder: ferries, folderType: at(outer, 'folderType') ?? null },
    })
    expect(status).toBe(201)
    const slow = Number(at(at(json, 'doc'), 'id'))
    const inside = (await postsOnServer()).filter(({ folder }) => folder === ferries)
    const [moved] = (await postsOnServer()).filter(({ folder }) => folder === null)
    await cms.request('PATCH', `/posts/${moved?.id ?? ''}?draft=true`, { token, body: { folder: slow } })
    const menu = () => page.getByRole('button', { name: 'Actions for Ferries' })
    await goTo(page, '/browse-by-folder')
    await goTo(page, `/browse-by-folder/${await folderCalled('Winter 2026')}`)

    await goOffline(page, proxy)
    await menu().click()
    await page
      .getByRole('menuitem', { name: /^Delete…/ })
      .getByText('Needs the server')
      .waitFor()
    await page.keyboard.press('Escape')
    proxy.clearRules()
    await untilStatusBarSays(page, /Online/)

    await eventually(async () => {
      await menu().click()
      await page.getByRole('menuitem', { name: /^Delete…/ }).click()
      const ask = page.getByRole('alertdialog', { name: 'Delete “Ferries”?' })
      await ask.getByText(/These documents stay|No documents/).waitFor()
      const said = await ask.innerText()
      if (!said.includes('The folder in it')) await page.keyboard.press('Escape')
      return said
    }).toMatch(new RegExp(`The folder in it is deleted as well[^]*Posts: ${inside.length + 1}`))
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await section('Folders').getByRole('link', { name: 'Ferries' }).waitFor({ state: 'detached' })
    await eventually(async () => {
      const found = await cms.request('GET', `/payload-folders?depth=0&where[id][in]=${ferries},${slow}`, {
        token,
      })
      return listAt(found.json, 'docs').length
    }).toBe(0)
    const titles = new Set([...inside, moved].map((one) => one?.title))
    const left = (await postsOnServer()).filter(({ title }) => titles.has(title))
    expect(left.map(({ folder }) => folder)).toEqual(left.map(() => null))
    expect(left).toHaveLength(inside.length + 1)
  })

  test('SY8 a folder that is open as the server gets it stays open, under its real id', async () => {
    await goTo(page, '/browse-by-folder')
    await goOffline(page, proxy)
    await page.getByRole('button', { name: 'New Folder' }).click()
    await drawer().getByRole('textbox', { name: /^Name/ }).fill('Trams')
    await drawer().getByRole('button', { name: 'Save', exact: true }).click()
    await drawer().waitFor({ state: 'detached' })
    await section('Folders').getByRole('link', { name: 'Trams' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trams' }).waitFor()
    proxy.clearRules()
    await eventually(() => addressOf(page).then((address) => address.split('?')[0])).toMatch(
      /^\/browse-by-folder\/\d+$/,
    )
    expect(await addressOf(page)).toContain(`/${await folderCalled('Trams')}`)
    await page.getByRole('heading', { level: 1, name: 'Trams' }).waitFor()
  })

  test('a document is made in the folder that is shown, without a network and in a folder that is new as well', async () => {
    await goTo(page, '/browse-by-folder')
    await goOffline(page, proxy)
    await page.getByRole('button', { name: 'New Folder' }).click()
    await drawer().getByRole('textbox', { name: /^Name/ }).fill('Canals')
    await drawer().getByRole('button', { name: 'Save', exact: true }).click()
    await drawer().waitFor({ state: 'detached' })
    await section('Folders').getByRole('link', { name: 'Canals' }).click()
    await page.getByRole('heading', { level: 1, name: 'Canals' }).waitFor()
    await page.getByRole('button', { name: 'Create New' }).click()
    await page.getByRole('menuitem', { name: 'Post' }).click()
    await drawer()
      .getByRole('textbox', { name: /^Title/ })
      .fill('By narrow boat')
    await page.keyboard.press('ControlOrMeta+S')
    await page.keyboard.press('Escape')
    await section('Posts').getByRole('link', { name: 'By narrow boat' }).waitFor()
    proxy.clearRules()
    await eventually(async () =>
      (await postsOnServer()).find(({ title }) => title === 'By narrow boat'),
    ).toMatchObject({ status: 'draft' })
    expect((await postCalled('By narrow boat')).folder).toBe(await folderCalled('Canals'))
    await section('Posts').getByRole('link', { name: 'By narrow boat' }).waitFor()
  })

  test('the documents of one collection are shown by folder, from its list and whenever it is opened, until its list is chosen', async () => {
    const winter = await folderCalled('Winter 2026')
    await goTo(page, '/collections/posts')
    await table().waitFor()
    await page.getByRole('button', { name: 'By Folder' }).click()
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    expect(await addressOf(page)).toBe('/collections/posts/payload-folders')
    await section('Folders').getByRole('link', { name: 'Winter 2026' }).click()
    await page.getByRole('heading', { level: 1, name: 'Winter 2026' }).waitFor()
    expect(await addressOf(page)).toBe(`/collections/posts/payload-folders/${winter}?locale=en`)
    await section('Folders').getByRole('link', { name: 'Rail' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await eventually(async () => {
      const { json } = await cms.request('GET', '/payload-preferences/collection-posts', {
        token: (await cms.login('editor@example.com')).token,
      })
      return at(at(json, 'value'), 'listViewType')
    }).toBe('folders')

    // The collection's name opens its folders; an address with list state opens the list.
    await page.locator('#nav-posts').click()
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    await section('Folders').getByRole('link', { name: 'Winter 2026' }).waitFor()
    await goTo(page, '/collections/posts?limit=50')
    await table().waitFor()

    await goTo(page, '/collections/posts')
    await page.getByRole('button', { name: 'All Posts' }).click()
    await table().waitFor()
    await goTo(page, '/collections/posts')
    await table().waitFor()
  })

  test('a folder that nobody has is not found', async () => {
    await goTo(page, '/browse-by-folder/99999')
    const heading = page.getByRole('heading', { level: 1 })
    await eventually(() => heading.innerText()).toBe('Nothing found')
    await showFolders()
  })
})

describe('the folder of a document in a list', () => {
  test('S2.59 (names) is its name, and No Folder where it is in none', async () => {
    const { json } = await cms.request('GET', '/payload-folders?depth=0&limit=50', { token })
    const names = new Map(listAt(json, 'docs').map((doc) => [at(doc, 'id'), String(at(doc, 'name'))]))
    for (const { title, folder } of await postsOnServer())
      await eventually(() => folderOf(title).innerText()).toBe(
        folder === null ? 'No Folder' : names.get(folder),
      )
    expect(await violationsOf(page)).toEqual([])
  })

  test('S2.60 (question, success) S4.34 S7.07 is changed by the button in its cell, after a question, and published documents stay published', async () => {
    const { id, title } = await oneWithout('published')
    await rowOf(title).hover()
    await folderOf(title).getByRole('button', { name: 'Move to folder' }).click()
    await picker()
      .getByRole('heading', { name: `Moving ${title} from No Folder` })
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await pick('Archive')
    await eventually(() => question().innerText()).toContain(
      `You are about to move ${title} to Archive. Are you sure?`,
    )
    // Cancelling moves nothing, and another folder can be chosen.
    proxy.seen.length = 0
    await question().getByRole('button', { name: 'Cancel' }).click()
    await question().waitFor({ state: 'detached' })
    await eventually(() => focusedLabel()).toBe('Search folders')
    await pick('Archive')
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await picker().waitFor({ state: 'detached' })
    await eventually(() => focusedLabel()).toBe('Move to folder')
    await page.getByText(`${title} has been moved to "Archive"`).waitFor()
    await eventually(() => folderOf(title).innerText()).toBe('Archive')
    const archive = await folderCalled('Archive')
    expect(await postCalled(title)).toMatchObject({ folder: archive, status: 'published' })
    const sent = proxy.seen.filter(({ method }) => method === 'PATCH')
    expect(sent.map(({ path }) => path.split('?')[0])).toEqual([`/api/posts/${id}`])
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ folder: archive }])
    expect(sent[0]?.headers['content-type']).toContain('application/json')
  })

  test('S2.60 (unchanged) the folder that it is in sends nothing, and No Folder brings it back to the root', async () => {
    const moved = (await postsOnServer()).find(({ folder }) => folder !== null)
    const title = moved?.title ?? ''
    const name = await folderOf(title).innerText()
    proxy.seen.length = 0
    await rowOf(title).hover()
    await folderOf(title).getByRole('button', { name: 'Move to folder' }).click()
    await pick(name)
    await picker().waitFor({ state: 'detached' })
    await folderOf(title).getByRole('button', { name: 'Move to folder' }).click()
    await pick('No Folder')
    await eventually(() => question().innerText()).toContain(
      `You are about to move ${title} to the root folder. Are you sure?`,
    )
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText(`${title} has been moved to the root folder`).waitFor()
    await eventually(async () => (await postCalled(title)).folder).toBeNull()
    expect(proxy.seen.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body))).toEqual(
      [expect.objectContaining({ folder: null })],
    )
  })

  test('a draft that is newer than what is published stays one, and what is published stays on the site', async () => {
    const { id, title } = await oneWithout('published')
    await cms.request('PATCH', `/posts/${id}?draft=true&locale=en`, { token, body: { kicker: 'Newer' } })
    await showFolders()
    await rowOf(title)
      .getByText(/Changed|Draft/)
      .waitFor()
    await rowOf(title).locator('[data-open]').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Move to folder' }).click()
    await pick('Summer')
    await page.keyboard.press('Enter')
    const summer = await folderCalled('Summer 2026')
    await eventually(async () => (await postCalled(title)).folder).toBe(summer)
    expect((await postCalled(title)).status).toBe('draft')
    const { json } = await cms.request('GET', `/posts/${id}?depth=0&locale=en`, { token })
    expect(at(json, '_status')).toBe('published')
  })

  test('is changed of many at once, and without a network as soon as there is one', async () => {
    await goOffline(page, proxy)
    const titles = (await postsOnServer()).slice(0, 2).map(({ title }) => title)
    for (const title of titles) await rowOf(title).getByRole('checkbox').click()
    await page
      .getByRole('group', { name: 'Selected documents' })
      .getByRole('button', { name: 'Move to folder' })
      .click()
    await picker().getByRole('heading', { name: 'Select folder for 2 Posts' }).waitFor()
    await pick('Archive')
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('2 documents wait to be sent').waitFor()
    for (const title of titles) await eventually(() => folderOf(title).innerText()).toBe('Archive')
    proxy.clearRules()
    const archive = await folderCalled('Archive')
    for (const title of titles) await eventually(async () => (await postCalled(title)).folder).toBe(archive)
  })

  test('S8.08 one that the server refuses is logged, with no message over the list, and says so in its row', async () => {
    const { title } = await oneWithout('published')
    await showFolders()
    proxy.addRule({
      match: ({ method, path }) => method === 'PATCH' && path.startsWith('/api/posts/'),
      fault: { kind: 'status', status: 400 },
    })
    const logged: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())))
    await rowOf(title).hover()
    await folderOf(title).getByRole('button', { name: 'Move to folder' }).click()
    await pick('Winter 2026')
    await question().getByRole('button', { name: 'Move', exact: true }).click()
    await eventually(() => logged.join('\n')).toContain('Error moving document to folder')
    expect(await page.getByText(/has been moved/).count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
    await rowOf(title)
      .getByText(/^Failed/)
      .waitFor()
    expect((await postCalled(title)).folder).toBeNull()
  })
})
