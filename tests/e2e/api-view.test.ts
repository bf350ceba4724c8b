import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at as valueAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { resizeTo } from './support/window.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { addressOf, goTo } from './support/addresses.ts'
import { violationsOf, untilStill } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { choose, tabTo } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { titleInput, untilStatusBarSays } from './support/screens.ts'
import { findId } from './support/whole-document.ts'

const title = 'The night train to Narvik'
let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let id: string
let post: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  const { token } = await cms.login()
  id = await findId(cms, 'posts', 'title', title, token)
  post = `/collections/posts/${id}`
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

beforeEach(() => proxy.clearRules())

const tree = () => page.getByRole('tree', { name: 'Answer' })
const item = (name: string | RegExp) => tree().getByRole('treeitem', { name, exact: true })
const url = () => page.getByRole('main').getByRole('link', { name: /^https?:/ })
const tabs = () => page.getByRole('navigation', { name: 'Views of the document' })
const active = () => tree().locator('[aria-selected=true]')
/** The questions about the document in the API view: others ask in all locales. */
const asked = () => proxy.seen.filter(({ path }) => new RegExp(`/posts/${id}\\?depth=\\d+&draft=`).test(path))
const copied = () => galley.app.evaluate(({ clipboard }) => clipboard.readText())

test('S2.13 (API tab) S2.50 S2.57 the tab leads to what the server answers', async () => {
  await goTo(page, `${post}?locale=de`)
  await titleInput(page).waitFor()
  await tabs().getByRole('link', { name: 'API' }).click()
  await item(`"id": ${id},`).waitFor()
  expect(await addressOf(page)).toBe(`${post}/api?locale=de`)
  expect(await url().innerText()).toBe(`${proxy.url}/api/posts/${id}?depth=2&draft=false&locale=de`)
  await page.getByRole('button', { name: 'Copy the address' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await copied()).toBe(await url().innerText())
  expect(await page.getByRole('navigation', { name: 'Path' }).getByRole('listitem').last().innerText()).toBe(
    'API',
  )
  await page.getByRole('checkbox', { name: 'Draft' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Authenticated' }).isChecked()).toBe(true)
  await goTo(page, `${post}/api?locale=en&draft=true&depth=1`)
  await item(`"title": "${title}",`).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Draft' }).isChecked()).toBe(true)
  expect(await page.getByRole('textbox', { name: 'Depth' }).inputValue()).toBe('1')
  expect(await url().innerText()).toContain('?depth=1&draft=true&locale=en')
})

test('S2.58 S6.04 each change of depth, draft, locale, who asks and the language of the window asks once, as whom it is set to; a depth that is none is said, and not asked', async () => {
  await goTo(page, '/collections/categories/1/api')
  await item('"id": 1,').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Draft' }).count()).toBe(0)

  await goTo(page, `${post}/api?locale=en`)
  await item(`"title": "${title}",`).waitFor()
  const count = asked().length
  const depth = page.getByRole('textbox', { name: 'Depth' })
  await depth.fill('0')
  await eventually(() => asked().at(-1)?.path).toContain('depth=0&draft=false&locale=en')
  await depth.press('ArrowUp')
  await eventually(() => asked().at(-1)?.path).toContain('depth=1&')
  await depth.fill('11')
  await page.getByText('11 is greater than the max allowed Depth of 10.').waitFor()
  expect(await depth.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('checkbox', { name: 'Draft' }).click()
  await eventually(() => asked().at(-1)?.path).toContain('draft=true')
  await choose(page, 'Locale', 'German')
  await eventually(() => asked().at(-1)?.path).toContain('locale=de')
  expect(asked().at(-1)?.headers.authorization).toMatch(/^JWT /)
  await page.getByRole('checkbox', { name: 'Authenticated' }).click()
  await eventually(() => asked().length).toBe(count + 5)
  expect(asked().at(-1)?.headers.authorization).toBeUndefined()
  expect(asked().at(-1)?.headers.cookie).toBeUndefined()
  // The language is chosen on another screen: on the way back the view is asked for in that one, as at first.
  for (const [more, language] of [
    [6, 'de'],
    [7, 'en'],
  ] as const) {
    await page.evaluate((spoken) => window.galley.call('app.setLanguage', { language: spoken }), language)
    await page.reload()
    await eventually(() => asked().length).toBe(count + more)
    expect(asked().at(-1)?.headers).toMatchObject({
      'accept-language': language,
      authorization: expect.stringMatching(/^JWT /) as unknown,
    })
  }
  await untilStill(page)
  expect(asked().length).toBe(count + 7)
  expect(
    asked()
      .slice(count)
      .map(({ method }) => method),
  ).toEqual(Array(7).fill('GET'))
})

test('S5.23 a depth goes from 0 to 10 in steps of 1; what is asked for beyond that the server answers as 10', async () => {
  const { token } = await cms.login()
  const { json } = await cms.request('POST', '/posts?draft=true', {
    token,
    body: { title: 'Round and round' },
  })
  const own = Number(valueAt(json, 'doc', 'id'))
  ok(await cms.request('PATCH', `/posts/${own}?draft=true`, { token, body: { related: [own] } }))
  /** How often the post is in itself in an answer. */
  const within = async (depth: number) => {
    const { json: shown } = await cms.request('GET', `/posts/${own}?depth=${depth}&draft=true`, { token })
    let levels = 0
    for (let now = valueAt(shown, 'related', 0); typeof now === 'object'; now = valueAt(now, 'related', 0))
      levels += 1
    return levels
  }
  expect([await within(1), await within(10), await within(11), await within(40)]).toEqual([1, 10, 10, 10])

  await goTo(page, `/collections/posts/${own}/api?draft=true&depth=9`)
  const depth = page.getByRole('textbox', { name: 'Depth' })
  const steps: string[] = []
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) {
    await depth.press(key)
    steps.push(await depth.inputValue())
  }
  await depth.fill('1')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await depth.press(key)
    steps.push(await depth.inputValue())
  }
  expect(steps).toEqual(['10', '10', '9', '0', '0', '1'])
  for (const [value, words] of [
    ['11', '11 is greater than the max allowed Depth of 10.'],
    ['-1', '-1 is less than the min allowed Depth of 0.'],
  ] as const) {
    await depth.fill(value)
    await page.getByText(words).waitFor()
  }
})

test('S2.55 S2.56 the answer is a tree that is folded, searched and copied by the mouse; the settings make room', async () => {
  await goTo(page, `${post}/api?depth=0`)
  await item(`"id": ${id},`).waitFor()
  const root = tree().getByRole('treeitem').first()
  expect(await root.getAttribute('aria-expanded')).toBe('true')
  await root.getByRole('button', { name: 'toggle', exact: true }).click()
  expect(await tree().getByRole('treeitem').count()).toBe(1)
  expect(await root.innerText()).toMatch(/\{ \d+ keys \}/)
  await root.getByRole('button', { name: 'toggle', exact: true }).click()
  await item(`"id": ${id},`).click()
  await page.getByRole('button', { name: 'Copy the value' }).click()
  await eventually(copied).toBe(id)
  await page.getByRole('button', { name: 'Copy the path' }).click()
  await eventually(copied).toBe('id')
  await page.getByRole('button', { name: 'toggle fullscreen' }).click()
  expect(await page.getByRole('checkbox', { name: 'Authenticated' }).count()).toBe(0)
  await page.getByRole('button', { name: 'toggle fullscreen' }).click()
  await page.getByRole('checkbox', { name: 'Authenticated' }).waitFor()
})

test('S2.55 (keys) the tree is walked, folded, searched and copied with the keyboard alone', async () => {
  await goTo(page, `${post}/api?depth=0`)
  await item(`"id": ${id},`).waitFor()
  await tabTo(page, 'Answer')
  await page.keyboard.press('End')
  await eventually(() => active().innerText()).toContain(`"${await keyOf(-1)}"`)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await eventually(() => active().getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Shift+C')
  await eventually(copied).toBe(await keyOf(0))
  await page.keyboard.press('Control+F')
  await page.keyboard.type('narvik')
  await page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^0 of \d+$/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => active().innerText()).toMatch(/narvik/i)
})

/** The key at an index of the answer, as the server writes it. */
async function keyOf(at: number): Promise<string> {
  const { token } = await cms.login()
  const { json } = await cms.request('GET', `/posts/${id}?depth=0&draft=false&locale=en`, { token })
  return Object.keys(json as object).at(at) ?? ''
}

test('S8.06 S8.07 what is no JSON, and no answer, are said in the words of the web admin', async () => {
  const match = ({ path }: { path: string }) => path.includes('depth=3&')
  proxy.addRule({ match, fault: { kind: 'portal' }, times: 1 })
  await goTo(page, `${post}/api?depth=3`)
  await page.getByText('Error parsing response', { exact: true }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'The answer is not JSON' }).waitFor()
  const stop = proxy.addRule({ match, fault: { kind: 'drop-before' } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Error making request', { exact: true }).waitFor()
  stop()
  await page.getByRole('button', { name: 'Try again' }).click()
  await item(`"id": ${id},`).waitFor()
  await page.getByText('Error making request', { exact: true }).waitFor({ state: 'detached' })
  expect(await page.getByText('Error parsing response', { exact: true }).count()).toBe(0)
})

test('an answer whose connection is cut in the body is none, and is asked for again', async () => {
  const match = ({ path }: { path: string }) => path.includes('depth=6&')
  proxy.addRule({ match, fault: { kind: 'truncate' }, times: 1 })
  await goTo(page, `${post}/api?depth=6`)
  await page.getByRole('alert').filter({ hasText: 'The server did not answer' }).waitFor()
  expect(await tree().count()).toBe(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await item(`"id": ${id},`).waitFor()
})

test('what strangers wrote is text, and turns nothing around it', async () => {
  const hostile = '<img src=x onerror="window.hit=1"> \u202Eelif'
  proxy.addRule({
    match: ({ path }) => path.includes('depth=4&'),
    fault: { kind: 'status', status: 200, body: JSON.stringify({ [hostile]: hostile, after: 1 }) },
    times: 1,
  })
  await goTo(page, `${post}/api?depth=4`)
  const line = tree().getByRole('treeitem').nth(1)
  await eventually(() => line.innerText()).toContain('onerror')
  expect(await tree().locator('img').count()).toBe(0)
  expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
  expect(await line.locator('bdi').count()).toBe(2)
})

test('a large answer is read from its first line on while it comes, and to its last', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => ({ at, text: `Row ${at}` }))
  proxy.addRule({
    match: ({ path }) => path.includes('depth=5&'),
    fault: { kind: 'status', status: 200, body: JSON.stringify({ rows, last: 'the end' }) },
    times: 1,
  })
  await goTo(page, `${post}/api?depth=5`)
  await item('"rows": [').waitFor()
  // Few of them are ever drawn.
  expect(await tree().locator('[data-line]').count()).toBeLessThan(150)
  await eventually(() => tree().getAttribute('aria-busy')).toBe('false')
  await tree().focus()
  await page.keyboard.press('End')
  await item('"last": "the end"').waitFor()
  await page.getByRole('textbox', { name: 'Find in the answer' }).fill('Row 59999')
  await page.keyboard.press('Enter')
  await eventually(() => active().innerText()).toContain('"Row 59999"')
})

test('at 720 px the status of the answer and what belongs to it stand in a line', async () => {
  await goTo(page, `${post}/api`)
  await item(`"id": ${id},`).waitFor()
  await resizeTo(galley.app, page, 720)
  for (const name of ['Status', 'Time', 'Size', 'Asked'])
    expect(await page.getByRole('term').filter({ hasText: name }).isVisible()).toBe(true)
  expect(await page.getByRole('definition').first().innerText()).toBe('200')
  await item(`"id": ${id},`).waitFor()
  await resizeTo(galley.app, page, 1440)
})

test('no rule of axe is broken', async () => {
  await goTo(page, `${post}/api`)
  await item(`"id": ${id},`).waitFor()
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
})

test('M.08 (API view) without the server it shows what is stored here, says that it is that, and asks for nothing', async () => {
  await goTo(page, post)
  await titleInput(page).waitFor()
  await galley.close()
  await cms.stop()
  galley = await startGalley({ server: proxy.url, dataFolder: galley.dataFolder })
  page = galley.page
  await untilStatusBarSays(page, 'Offline')
  await goTo(page, `${post}/api?locale=en`)
  await page.getByText(/This is the document as stored on this computer on /).waitFor()
  await item(`"title": "${title}",`).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Authenticated' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await page.getByText('Needs the server', { exact: true }).waitFor()
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
})
