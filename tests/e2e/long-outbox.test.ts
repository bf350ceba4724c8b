import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'
import type { GalleyBridge } from '../../shared/ipc.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
const COUNT = 300

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  await login(galley.page, 'editor@example.com')
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  // The edits of a long journey, made in one go.
  await galley.page.evaluate(async (count) => {
    const bridge: GalleyBridge = Reflect.get(window, 'galley')
    for (let index = 0; index < count; index++) {
      const { ref } = await bridge.call('documents.create', { slug: 'posts' })
      const change = { kind: 'set', locale: 'en', path: 'title', from: null, to: `Post ${index}` } as const
      await bridge.call('drafts.commit', { ref, changes: [change], locale: 'en', mode: 'draft' })
    }
  }, COUNT)
  await untilStatusBarSays(galley.page, 'Offline')
  await galley.page.getByRole('link', { name: /^Outbox/ }).click()
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const group = (index: number) =>
  galley.page
    .getByRole('feed', { name: 'Outbox' })
    .getByRole('article', { name: `Post ${index}`, exact: true })

test('F41 of a long outbox those documents are on the screen that are seen, with the number of all', async () => {
  await group(0).waitFor()
  expect(await group(0).getAttribute('aria-setsize')).toBe(String(COUNT))
  expect(await galley.page.getByRole('article').count()).toBeLessThan(60)
})

test('F41 the keyboard reaches all of it, also what is not read yet, and what has the focus is shown', async () => {
  const { page } = galley
  const button = (index: number) => group(index).getByRole('button')
  const focused = () => page.evaluate(() => document.activeElement?.closest('article')?.ariaLabel)
  await button(0).click()
  await page.keyboard.press('End')
  await expect.poll(focused).toBe(`Post ${COUNT - 1}`)
  await page.getByRole('complementary', { name: `Post ${COUNT - 1}`, exact: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe(`Post ${COUNT - 2}`)
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('Post 0')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('Post 1')
})

test('F41 what is looked at stays where it is while others are sent', async () => {
  const { page } = galley
  await page.keyboard.press('End')
  const last = group(COUNT - 1)
  await last.waitFor()
  const before = await last.boundingBox()
  proxy.clearRules()
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.waitForFunction(
    (count) => Number(document.querySelector('article')?.getAttribute('aria-setsize')) < count,
    COUNT - 10,
  )
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  expect(await last.boundingBox()).toMatchObject({ y: before?.y })
})

test('in a narrow window the state of an entry stands under what it is about, where there is room for it', async () => {
  const { app, page } = galley
  await resizeTo(app, page, 720)
  const entry = page.getByRole('article').last().getByRole('button')
  const [what, state] = await Promise.all(
    ['Create', /^Waiting/].map((words) => entry.getByText(words).first().boundingBox()),
  )
  expect(state?.y).toBeGreaterThanOrEqual((what?.y ?? 0) + (what?.height ?? 0))
})
