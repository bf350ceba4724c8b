import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { goOnline, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
})

beforeEach(() => {
  proxy.clearRules()
  proxy.seen.length = 0
})

afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

const isCreate = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path.startsWith('/api/posts?')

test('SY4 SY8 a creation whose answer is cut off after the server committed it arrives once', async () => {
  const galley = await startSignedIn()
  proxy.addRule({ match: isCreate, fault: { kind: 'drop-after' }, times: 1 })
  await createPost(galley, 'Sent twice, there once')
  await untilDocumentIs(galley.page, 'Saved')

  // The app asks for the outcome by the key, and does not send again.
  const keys = proxy.seen.filter(isCreate).map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(1)
  const asked = proxy.seen.map(({ path }) => path.split('?')[0])
  expect(asked).toContain(`/api/desktop/writes/${String(keys[0])}`)
  const [id, ...others] = await idsOf('Sent twice, there once')
  expect(others).toEqual([])

  // The open document has its server id, so the next edit is a change of it.
  expect(new URL(galley.page.url()).pathname).toBe(`/collections/posts/${id}`)
  await titleInput(galley.page).fill('Sent twice, there once, and edited')
  await untilDocumentIs(galley.page, 'Saved')
  expect(await idsOf('Sent twice, there once, and edited')).toEqual([id])
  await galley.close()
})

test('SY4 the app is killed while a creation is on its way: after the next start it arrives once', async () => {
  const dataFolder = newDataFolder()
  let galley = await startSignedIn(dataFolder)
  const release = proxy.addRule({ match: isCreate, fault: { kind: 'hold' } })
  await createPost(galley, 'Sent through network faults')
  // The server has it; its answer is held back, so the app does not know.
  await expect.poll(() => idsOf('Sent through network faults')).toHaveLength(1)
  await galley.kill()
  release()

  galley = await startGalley({ server: proxy.url, dataFolder })
  await untilStatusBarSays(galley.page, 'Everything sent')
  expect(await idsOf('Sent through network faults')).toHaveLength(1)
  await galley.close()
})

test('SY8 a document made and edited offline gets its id when the network is back, on the open screen', async () => {
  const galley = await startSignedIn()
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await createPost(galley, 'Written on the ferry')
  await untilDocumentIs(galley.page, 'Waiting to send (1)')
  const kicker = galley.page.getByRole('textbox', { name: 'Kicker' })
  await kicker.fill('At sea')
  await untilDocumentIs(galley.page, /Only on this computer|Waiting to send/)
  expect(await idsOf('Written on the ferry')).toEqual([])

  await goOnline(galley.page, proxy)
  await untilDocumentIs(galley.page, 'Saved')
  expect(await idsOf('Written on the ferry')).toHaveLength(1)
  expect(await kicker.inputValue()).toBe('At sea')
  await galley.close()
})

async function startSignedIn(dataFolder = newDataFolder()): Promise<GalleyApp> {
  const galley = await startGalley({ server: proxy.url, dataFolder })
  await login(galley.page, 'editor@example.com')
  await openList(galley.page, 'Posts')
  return galley
}

async function createPost({ page }: GalleyApp, title: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Create New' }).click()
  await titleInput(page).fill(title)
}

async function idsOf(title: string): Promise<string[]> {
  const { token } = await cms.login('admin@example.com')
  const query = `/posts?draft=true&depth=0&where[title][equals]=${encodeURIComponent(title)}`
  const { json } = await cms.request('GET', query, { token })
  return listAt(json, 'docs').map((document) => String((document as { id: unknown }).id))
}
