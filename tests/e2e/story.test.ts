import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { login, newDataFolder, startGalley } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  proxy = await startFaultProxy(cms.url)
})

afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

test('M.05 (part) SY1 SY3 SY4 SY16 an editor goes offline, is killed, quits, comes back, and the server has each edit once', async () => {
  const dataFolder = newDataFolder()
  const title = 'Eleven huts between Abisko and Nikkaluokta'

  let galley = await startGalley({ server: proxy.url, dataFolder })
  await login(galley.page, 'editor@example.com')
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, title)

  // Online: what is typed is saved by itself.
  await titleInput(galley.page).fill('Twelve huts')
  await untilDocumentIs(galley.page, 'Saved')
  const { token } = await cms.login('admin@example.com')
  const id = await idOf('Twelve huts', token)
  const versionsBefore = await versionsOf(id, token)

  // The network goes away. Editing goes on.
  await cms.stop()
  await titleInput(galley.page).fill('Twelve huts, on foot')
  await untilStatusBarSays(galley.page, 'Offline')
  await untilDocumentIs(galley.page, 'Waiting to send (1)')
  const readingTime = galley.page.getByRole('textbox', { name: 'Reading time' })
  await readingTime.fill('34')
  await readingTime.blur()
  await untilDocumentIs(galley.page, /Saved on this computer|Waiting to send/)

  // The power goes. What was typed is there when it is back, still without a network.
  await galley.kill()
  galley = await startGalley({ server: proxy.url, dataFolder })
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, 'Twelve huts, on foot')
  expect(await galley.page.getByRole('textbox', { name: 'Reading time' }).inputValue()).toBe('34')

  // More is typed, and the window is closed at once: it is written before the program ends.
  await galley.page.getByRole('textbox', { name: 'Kicker' }).fill('A long walk')
  await galley.close()

  // The network is back.
  cms = await startCms({ dataDir: cms.dataDir, port: cms.port })
  proxy.seen.length = 0
  galley = await startGalley({ server: proxy.url, dataFolder })
  await untilStatusBarSays(galley.page, 'Everything sent')
  await galley.close()

  const document = await read(id, token)
  expect(document).toMatchObject({ title: 'Twelve huts, on foot', readingTime: 34, kicker: 'A long walk' })
  const writes = proxy.seen.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/posts'))
  expect(writes.length).toBeGreaterThan(0)
  const keys = writes.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(keys.length)
  const changed = writes.flatMap(({ body }) => Object.keys(JSON.parse(body) as object))
  expect(changed.filter((field) => field !== '_status').toSorted()).toEqual([
    'kicker',
    'readingTime',
    'title',
  ])
  // Autosaves after one another are one version.
  expect(await versionsOf(id, token)).toBe(versionsBefore)
})

async function read(id: string, token: string): Promise<unknown> {
  return (await cms.request('GET', `/posts/${id}?draft=true&depth=0&locale=en`, { token })).json
}

async function idOf(title: string, token: string): Promise<string> {
  const query = `/posts?draft=true&depth=0&where[title][equals]=${encodeURIComponent(title)}`
  const { json } = await cms.request('GET', query, { token })
  expect(listAt(json, 'docs')).toHaveLength(1)
  return String(at(json, 'docs', 0, 'id'))
}

async function versionsOf(id: string, token: string): Promise<number> {
  const query = `/posts/versions?where[parent][equals]=${id}&limit=0&depth=0`
  return Number(at((await cms.request('GET', query, { token })).json, 'totalDocs'))
}
