import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, ok, startCms, textAt, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { choose, focusedName } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { startHostilePage, type HostilePage } from './support/hostile-page.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'
import { resizeTo } from './support/window.ts'

const STORY = 'Porto before the ferries'

let cms: Cms
let proxy: FaultProxy
let hostile: HostilePage
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  proxy = await startFaultProxy(cms.url)
  hostile = await startHostilePage(`${proxy.url}/api`)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await galley.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'opened', opened)
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  await login(page, 'admin@example.com')
})

afterAll(async () => {
  await galley.close()
  await hostile.close()
  await proxy.close()
  await cms.dispose()
})

const opened = () => galley.app.evaluate(() => Reflect.get(globalThis, 'opened') as string[])
const pane = () => page.getByRole('region', { name: 'Live Preview' })
const isTitle = ({ path, method }: { path: string; method: string }) =>
  method === 'PATCH' && path.startsWith('/api/posts/')

/** Runs a script in the previewed page; rejects when that page goes, so that callers retry. */
const inPage = (code: string): Promise<unknown> =>
  galley.app.evaluate(async ({ webContents }, script) => {
    const contents = webContents.getAllWebContents().find((one) => one.getURL().startsWith('data:'))
    const [frame] = contents?.mainFrame.frames ?? []
    if (!contents || !frame) throw new Error('no page is previewed')
    const { processId, routingId } = frame
    const isThere = (): boolean => {
      const [now] = contents.isDestroyed() ? [] : contents.mainFrame.frames
      return now?.processId === processId && now.routingId === routingId
    }
    const answer = frame.executeJavaScript(script)
    // A page that dies or navigates never answers.
    const gone = new Promise((_resolve, reject) => {
      const end = (): void => {
        clearInterval(look)
        contents.off('did-frame-navigate', onNavigate)
      }
      const onGone = (): void => {
        end()
        reject(new Error('the page is gone'))
      }
      const onNavigate = (...args: unknown[]): void => {
        if (args[5] === processId && args[6] === routingId) onGone()
      }
      const look = setInterval(() => void (isThere() || onGone()), 50)
      contents.on('did-frame-navigate', onNavigate)
      void answer.finally(end).catch(() => undefined)
    })
    return Promise.race([answer, gone])
  }, code)
const shown = (name: string) => inPage(`document.querySelector('[data-show=${name}]')?.textContent`)

/** Returns the view over the window's own page, in window pixels; null: none. */
const view = () =>
  galley.app.evaluate(({ BrowserWindow }) => {
    const [child] = BrowserWindow.getAllWindows()[0]?.contentView.children ?? []
    return child ? { visible: child.getVisible(), bounds: child.getBounds() } : null
  })
const untilVisible = (visible: boolean) => eventually(async () => (await view())?.visible).toBe(visible)

/** Returns the processes of the previewed page. */
const processes = () =>
  galley.app.evaluate(({ webContents }) => {
    const contents = webContents.getAllWebContents().find((one) => one.getURL().startsWith('data:'))
    return contents ? contents.mainFrame.framesInSubtree.map(({ osProcessId }) => osProcessId) : []
  })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return at(error, 'code') === 'EPERM'
  }
}

/** Takes a picture of the whole screen with the previewed page, if a folder for pictures is set. */
async function picture(name: string): Promise<void> {
  const folder = process.env['GALLEY_PICTURES']
  if (folder === undefined) return
  await untilStill(page)
  mkdirSync(folder, { recursive: true })
  const png = await galley.app.evaluate(async ({ desktopCapturer, BrowserWindow, WebContentsView }) => {
    // Draws a frame of the window and of the view.
    const [window] = BrowserWindow.getAllWindows()
    await window?.capturePage()
    for (const child of window?.contentView.children ?? [])
      if (child instanceof WebContentsView) await child.webContents.capturePage()
    const [source] = await desktopCapturer.getSources({
      types: ['screen'],
      thumbnailSize: { width: 1440, height: 900 },
    })
    return source?.thumbnail.toPNG().toString('base64') ?? ''
  })
  writeFileSync(`${folder}/${name}.png`, Buffer.from(png, 'base64'))
}

async function story(): Promise<unknown> {
  const query = 'draft=true&depth=0&locale=en&limit=1&where[slug][equals]=porto-before-the-ferries'
  return at(ok(await cms.request('GET', `/posts?${query}`, { token })).json, 'docs', 0)
}

test('what is typed is on the site’s page before it is saved, and the page is told when the server has it', async () => {
  await openList(page, 'Posts')
  await openDocument(page, STORY)
  await page.getByRole('button', { name: 'Live Preview' }).click()
  await eventually(() => shown('title')).toBe(STORY)
  await untilVisible(true)
  await picture('light')

  // Saves are dropped, so that the page's content must come from the form.
  const lost = proxy.addRule({ match: isTitle, fault: { kind: 'drop-before' } })
  await titleInput(page).fill('Porto, typed')
  await eventually(() => shown('title')).toBe('Porto, typed')
  // The page fetches references itself from the site.
  expect(await shown('place')).toBe('Porto')
  expect(at(await story(), 'title')).toBe(STORY)
  expect(await shown('saved')).toBe('')
  lost()
  // By shortcut: the post may be saved already, and then the button is disabled.
  await page.keyboard.press('Control+S')
  await untilDocumentIs(page, 'Saved')
  await eventually(() => shown('saved')).toMatch(/./)
  expect(at(await story(), 'title')).toBe('Porto, typed')
})

test('the token goes with the page and its one question, and nobody there can read it', async () => {
  const id = String(at(await story(), 'id'))
  const asked = proxy.seen.filter(({ headers }) => /Chrome/.test(headers['user-agent'] ?? ''))
  const withToken = asked.filter(({ headers }) => headers.cookie?.includes('payload-token='))
  const names = new Set(withToken.map(({ method, path }) => `${method} ${path}`))
  expect(names).toEqual(new Set([`GET /site/posts/${id}?locale=en`, `POST /api/posts/${id}`]))
  // The page's other requests have no session.
  expect(asked.some(({ path }) => path === '/site/live-preview/index.js')).toBe(true)
  expect(await inPage('document.cookie')).toBe('')
  // A write disguised as that request has no session, and neither has the same page in a frame.
  const before = proxy.seen.length
  const write = `fetch('/api/posts/${id}', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Payload-HTTP-Method-Override': 'get' },
    body: '{"title":"Taken over"}',
  }).then(({ ok }) => ok)`
  expect(await inPage(write)).toBe(false)
  const nested = `new Promise((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { src: location.href, onload: () => resolve(true) })
    document.body.append(frame)
  })`
  expect(await inPage(nested)).toBe(true)
  const later = proxy.seen.slice(before).filter(({ headers }) => /Chrome/.test(headers['user-agent'] ?? ''))
  const pages = later.filter(({ path }) => path === `/site/posts/${id}?locale=en`)
  const writes = later.filter(
    ({ method, headers }) => method === 'POST' && headers['x-payload-http-method-override'] === 'get',
  )
  expect([pages.length, writes.length]).toEqual([1, 1])
  for (const { headers } of [...pages, ...writes]) expect(headers.cookie ?? '').not.toContain('payload-token')
  expect(at(await story(), 'title')).toBe('Porto, typed')
  await inPage(`document.querySelector('iframe').remove()`)
  const held = await galley.app.evaluate(async ({ webContents }) => {
    const contents = webContents.getAllWebContents().find((one) => one.getURL().startsWith('data:'))
    const read: unknown = contents && Reflect.get(contents, 'getLastWebPreferences')
    return {
      cookies: (await contents?.session.cookies.get({}))?.map(({ name }) => name),
      isKept: contents?.session.isPersistent(),
      preferences: typeof read === 'function' ? { ...Reflect.apply(read, contents, []) } : null,
      webRtc: contents?.getWebRTCIPHandlingPolicy(),
    }
  })
  expect(held.cookies).toEqual([])
  expect(held.isKept).toBe(false)
  expect(held.webRtc).toBe('disable_non_proxied_udp')
  expect(held.preferences).toMatchObject({
    contextIsolation: true,
    nodeIntegration: false,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
  })
  for (const name of ['preload', 'enableBlinkFeatures']) expect(at(held.preferences, name) || null).toBeNull()
})

test('it is told what is typed while the site is asked anew for its address', async () => {
  let go = () => undefined as void
  const answered = new Promise<void>((resolve) => (go = resolve))
  const slow = proxy.addRule({
    match: ({ path }) => path.startsWith('/api/desktop/live-preview-url'),
    fault: { kind: 'late', meanwhile: () => answered },
  })
  const asked = () => proxy.seen.filter(({ path }) => path.startsWith('/api/desktop/live-preview-url')).length
  const before = asked()
  await titleInput(page).fill('Porto, saved')
  await untilDocumentIs(page, 'Saved')
  await eventually(asked).toBeGreaterThan(before)
  await titleInput(page).fill('Porto, typed')
  await eventually(() => shown('title')).toBe('Porto, typed')
  await untilDocumentIs(page, 'Saved')
  slow()
  go()
})

test('no worker of the page answers in its place, however it is loaded', async () => {
  const id = String(at(await story(), 'id'))
  const worker = proxy.addRule({
    match: ({ path }) => path === '/sw.js',
    fault: {
      kind: 'status',
      status: 200,
      headers: { 'content-type': 'text/javascript' },
      body: `addEventListener('fetch', (event) => event.respondWith(new Response('Taken over')))`,
    },
  })
  const register = `navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)`
  expect(await inPage(`${register}.catch(({ name }) => name)`)).toBe('TypeError')
  worker()
  const before = proxy.seen.length
  const pages = () => proxy.seen.slice(before).filter(({ path }) => path.startsWith(`/site/posts/${id}`))
  // Reloaded by the page itself, and by the user.
  await inPage('window.isBefore = true; location.reload()')
  await eventually(() => pages().length).toBe(1)
  await eventually(() => inPage('String(window.isBefore)')).toBe('undefined')
  await pane().getByRole('button', { name: 'Load the page again' }).click()
  await eventually(() => pages().length).toBe(2)
  expect(pages().every(({ headers }) => headers.cookie?.includes('payload-token'))).toBe(true)
  await eventually(() => shown('title')).toBe('Porto, typed')
})

test('F73 a worker that several pages share, of which nobody could tell that it is theirs, asks nothing', async () => {
  const worker = (kind: string, path: string) => `new Promise((resolve) => {
    const code = "const port = self.postMessage ? self : null; const tell = (to) => fetch('" + location.origin + "${path}')" +
      ".then(({ status }) => to.postMessage(status), ({ name }) => to.postMessage(name));" +
      "if (port) tell(port); else addEventListener('connect', ({ ports }) => tell(ports[0]))"
    const made = new ${kind}(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
    const from = made.port ?? made
    from.onmessage = ({ data }) => resolve(data)
  })`
  expect(await inPage(worker('Worker', '/of-one-page'))).toBe(404)
  expect(await inPage(worker('SharedWorker', '/of-shared-worker'))).toBe('TypeError')
  const paths = proxy.seen.map(({ path }) => path)
  expect([paths.includes('/of-one-page'), paths.includes('/of-shared-worker')]).toEqual([true, false])
})

test('a question for the address that nobody answers is given up with words, and asked again by a button', async () => {
  const isQuestion = ({ path }: { path: string }) => path.startsWith('/api/desktop/live-preview-url')
  const silent = proxy.addRule({ match: isQuestion, fault: { kind: 'hold' } })
  await page.keyboard.press('Control+Shift+P')
  await eventually(view).toBeNull()
  await page.keyboard.press('Control+Shift+P')
  await pane().getByText('Loading the page…').waitFor()
  await pane().getByText('The server takes too long to give the page’s address').waitFor()
  await pane().getByText('You can go on writing. Your edits are saved on this computer.').waitFor()
  await picture('too-slow')
  silent()
  await pane().getByRole('button', { name: 'Try again' }).click()
  await eventually(() => shown('title')).toBe('Porto, typed')
  await untilVisible(true)
})

test('a page that does not answer is not shown before it does', async () => {
  await page.evaluate(() => {
    const heard: string[] = []
    Reflect.set(window, 'heard', heard)
    window.galley.on('livePreview.changed', ({ state }) => void heard.push(state))
  })
  let go = () => undefined as void
  const held = new Promise<void>((resolve) => (go = resolve))
  const hangs = proxy.addRule({
    match: ({ path }) => path.startsWith('/site/posts/'),
    fault: { kind: 'late', meanwhile: () => held },
  })
  const before = proxy.seen.length
  await pane().getByRole('button', { name: 'Load the page again' }).click()
  await eventually(() => proxy.seen.slice(before).some(({ path }) => path.startsWith('/site/posts/'))).toBe(
    true,
  )
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard') as string[])
  expect(await heard()).toEqual(['loading'])
  expect((await view())?.visible).toBe(false)
  go()
  hangs()
  await eventually(heard).toEqual(['loading', 'shown'])
  await eventually(() => shown('title')).toBe('Porto, typed')
})

test('a message that stays lies below the page, which goes on', async () => {
  await untilVisible(true)
  const whole = (await view())?.bounds.height ?? 0
  const refused = proxy.addRule({
    match: ({ path }) => path.startsWith('/api/desktop/preview-url'),
    fault: { kind: 'status', status: 422 },
  })
  await page.getByRole('button', { name: 'More actions for this document' }).click()
  await page.getByRole('menuitem', { name: 'Preview', exact: true }).click()
  const toasts = page.locator('[data-toasts]')
  await toasts.waitFor()
  await eventually(async () => (await view())?.bounds.height).toBeLessThan(whole)
  await untilVisible(true)
  const [{ y = 0, height = 0 } = {}, box] = [(await view())?.bounds, await toasts.boundingBox()]
  expect(y + height).toBeLessThan(box?.y ?? 0)
  await picture('message')
  await titleInput(page).fill('Porto, beside a message')
  await eventually(() => shown('title')).toBe('Porto, beside a message')
  await titleInput(page).fill('Porto, typed')
  await untilDocumentIs(page, 'Saved')
  await toasts.getByRole('button', { name: 'Close' }).click()
  await eventually(async () => (await view())?.bounds.height).toBe(whole)
  refused()
})

test('a page that only people who are signed in may see is there, too', async () => {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Season cover/ })
    .click()
  const headline = page.getByRole('textbox', { name: 'Headline' })
  await headline.waitFor()
  // It is not readable without a session.
  expect((await cms.request('GET', '/globals/season-cover')).status).toBe(403)
  await headline.fill('Snow, late')
  await eventually(() => shown('title')).toBe('Snow, late')
  await untilDocumentIs(page, 'Saved')
  await openList(page, 'Posts')
  await openDocument(page, 'Porto, typed')
  await picture('back')
  await eventually(() => shown('title')).toBe('Porto, typed')
})

test('it has the sizes of the site, its width by keys, and gives way to what opens over it', async () => {
  await untilVisible(true)
  const wide = await inPage('innerWidth')
  await choose(page, 'Size', 'Phone')
  await eventually(() => inPage('[innerWidth, innerHeight].join()')).toBe('375,667')
  await choose(page, 'Zoom', '50 %')
  await untilVisible(true)
  await picture('phone')
  // Except for rounding.
  expect(Math.abs(Number(await inPage('innerWidth')) - 375)).toBeLessThan(2)
  await choose(page, 'Zoom', '100 %')
  await choose(page, 'Size', 'Fill the pane')
  await eventually(() => inPage('innerWidth')).toBe(wide)

  const splitter = page.getByRole('separator', { name: 'Width of the live preview' })
  await splitter.focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(() => inPage('innerWidth')).toBe(Number(wide) + 24)
  const placed = await pane().locator('> div').last().boundingBox()
  await eventually(async () => (await view())?.bounds).toEqual({
    x: Math.round(placed?.x ?? 0),
    y: Math.round(placed?.y ?? 0),
    width: Math.round(placed?.width ?? 0),
    height: Math.round(placed?.height ?? 0),
  })

  // A picture replaces it, however late it is.
  await page.getByRole('button', { name: 'More actions for this document' }).click()
  await page.getByRole('menu').waitFor()
  await untilVisible(false)
  await pane().locator('img').waitFor()
  await picture('menu')
  await page.keyboard.press('Escape')
  await untilVisible(true)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await untilVisible(false)
  await page.keyboard.press('Escape')
  await untilVisible(true)
  // The tooltip of the focused button disappears.
  await titleInput(page).focus()
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  expect(await violationsOf(page)).toEqual([])
})

test('the keyboard goes in and comes out again', async () => {
  const isIn = () =>
    galley.app.evaluate(({ webContents }) =>
      webContents.getFocusedWebContents()?.getURL().startsWith('data:'),
    )
  await titleInput(page).focus()
  await page.keyboard.press('F6')
  await eventually(isIn).toBe(true)
  await galley.app.evaluate(({ webContents }) => {
    webContents.getFocusedWebContents()?.sendInputEvent({ type: 'keyDown', keyCode: 'F6' })
  })
  await eventually(isIn).toBe(false)
  await eventually(() => focusedName(page)).toBe('Load the page again')
})

test('offline it shows what it had, and says so; the form goes on', async () => {
  const cut = proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await titleInput(page).fill('Porto, offline')
  await untilStatusBarSays(page, 'Offline')
  await pane()
    .getByText('No connection. You see the page as it was last shown. Your edits are saved on this computer.')
    .waitFor()
  expect((await view())?.visible).toBe(true)
  await picture('offline')
  await pane().getByRole('button', { name: 'Load the page again' }).click()
  await pane().getByText('The page can’t be reached').waitFor()
  await untilVisible(false)
  await picture('unreachable')
  expect(await violationsOf(page)).toEqual([])
  cut()
  await untilStatusBarSays(page, 'Online')
  await eventually(() => shown('title')).toBe('Porto, offline')
  await untilVisible(true)
})

test('the browser shows what is on the server by then: what was typed is sent first', async () => {
  await titleInput(page).fill('Porto, for the browser')
  await page.getByRole('button', { name: 'More actions for this document' }).click()
  await page.getByRole('menuitem', { name: 'Preview', exact: true }).click()
  await eventually(opened).toHaveLength(1)
  const doc = await story()
  expect(at(doc, 'title')).toBe('Porto, for the browser')
  expect(await opened()).toEqual([`https://nordlys.travel/en/stories/${textAt(doc, 'slug')}`])
  await pane().getByRole('button', { name: 'Open in the browser' }).click()
  await eventually(opened).toHaveLength(2)
  expect((await opened())[1]).toBe(`${proxy.url}/site/posts/${String(at(doc, 'id'))}?locale=en`)
})

test('a hostile page gets nothing and keeps nobody from working; closed, it is gone', async () => {
  const before = (await opened()).length
  proxy.addRule({
    match: ({ path }) => path.startsWith('/api/desktop/live-preview-url'),
    fault: { kind: 'rewrite', body: () => JSON.stringify({ url: hostile.url }) },
  })
  await titleInput(page).focus()
  await page.keyboard.press('Control+Shift+P')
  await eventually(view).toBeNull()
  await page.keyboard.press('Control+Shift+P')
  await eventually(() => inPage('window.found?.done')).toBe(true)
  expect(await inPage('window.found')).toEqual({
    bridge: 'undefinedundefinedundefined',
    dialogs: 'none seen',
    windows: 'true',
    'file window': 'true',
    top: expect.stringMatching(/^(asked|SecurityError)$/),
    download: 'asked',
    notifications: 'denied',
    place: 'refused 1',
    camera: expect.stringMatching(/Error$/),
    clipboard: 'NotAllowedError',
    users: 'TypeError',
    app: 'TypeError',
    cookie: '',
    done: true,
  })
  expect(await opened()).toHaveLength(before)
  for (const { headers } of hostile.seen) expect(headers.cookie ?? '').not.toContain('payload-token')
  expect(hostile.seen.map(({ path }) => path)).not.toContain('/top')

  // From here on the page uses all time and memory that it gets.
  await inPage('setTimeout(() => { const all = []; for (;;) all.push(new Array(1000).fill(0)) }); 0')
  // The focus has not moved.
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Porto, undisturbed')
  expect(await titleInput(page).inputValue()).toBe('Porto, undisturbed')
  await untilDocumentIs(page, 'Saved')
  const pids = await processes()
  await page.keyboard.press('Control+Shift+P')
  await eventually(view).toBeNull()
  await eventually(() => pids.filter(isAlive)).toEqual([])
  proxy.clearRules()
})

test('an address that leads elsewhere takes no token there', async () => {
  const id = String(at(await story(), 'id'))
  proxy.addRule({
    match: ({ path }) => path.startsWith(`/site/posts/${id}`),
    fault: { kind: 'status', status: 302, headers: { location: hostile.url } },
  })
  hostile.seen.length = 0
  await page.keyboard.press('Control+Shift+P')
  await eventually(() => hostile.seen.length).toBeGreaterThan(0)
  for (const { headers } of hostile.seen) expect(headers.cookie).toBeUndefined()
  proxy.clearRules()
})

test('dark, from right to left, and below the form where there is no room beside it', async () => {
  await pane().getByRole('button', { name: 'Load the page again' }).click()
  await eventually(() => shown('title')).toBe('Porto, undisturbed')
  await page.evaluate(() => window.galley.call('app.setTheme', { theme: 'dark' }))
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
  await untilVisible(true)
  await picture('dark')
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
  await resizeTo(galley.app, page, 720)
  await untilVisible(true)
  await picture('narrow')
  const [form, below] = [await titleInput(page).boundingBox(), (await view())?.bounds]
  expect(below?.y).toBeGreaterThan((form?.y ?? 0) + (form?.height ?? 0))
  expect(await violationsOf(page)).toEqual([])

  await resizeTo(galley.app, page, 1440)
  await page.evaluate(() => window.galley.call('app.setTheme', { theme: 'light' }))
  await page.evaluate(() => window.galley.call('app.setLanguage', { language: 'ar' }))
  await page.reload()
  await page.waitForFunction(() => document.documentElement.dir === 'rtl')
  await eventually(() => shown('title')).toBe('Porto, undisturbed')
  await untilVisible(true)
  await picture('ar')
  expect((await view())?.bounds.x).toBe(0)
  // The arrow to the right widens the page on the left.
  const wide = (await view())?.bounds.width ?? 0
  await page.getByRole('separator').focus()
  await page.keyboard.press('ArrowRight')
  await eventually(async () => (await view())?.bounds.width).toBe(wide + 24)
  expect(await violationsOf(page)).toEqual([])
})
