/*
 * Uses the real app with a real Next site. First a document is shown in the live preview: a draft behind the site's own
 * preview route, what is typed before it is saved, a relation that only people who are signed in may read, and the part
 * of the page that the server makes anew once it has what was saved. Then the site has no passwords any more but an
 * identity provider, and somebody logs in through a browser of the distribution.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { at } from '../integration/support/cms.ts'
import { login, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs } from '../e2e/support/screens.ts'
import { prepareSite, siteEnvironment } from './prepare-site.ts'

const EMAIL = 'ines@example.com'
const PASSWORD = 'galley-demo'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Asks until it is as it should be; throws with what it was last. */
async function until(what: string, read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  let last: unknown
  for (let tries = 0; tries < 120; tries += 1) {
    last = await read().catch((error: unknown) => String(error))
    if (last === wanted) {
      process.stdout.write(`  ${what}: ${String(wanted)}\n`)
      return
    }
    await sleep(250)
  }
  throw new Error(`${what} is ${String(last)}, and should be ${String(wanted)}`)
}

const site = prepareSite()
const next = path.join(site, 'node_modules/next/dist/bin/next')
const env = siteEnvironment()

/** Runs a command on the site to its end. */
function onSite(args: readonly string[], more: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd: site,
    env: { ...env, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(`${args.join(' ')} failed`)
}

onSite(['make-tables.mjs'], { NODE_ENV: 'development' })
onSite([next, 'build'])
const port = await freePort()
const url = `http://127.0.0.1:${port}`

/** Runs the site while something is done with it. */
async function served(more: NodeJS.ProcessEnv, act: () => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    cwd: site,
    env: { ...env, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    await until('the site answers', async () => (await fetch(`${url}/api/desktop`)).status, 200)
    await act()
  } finally {
    server.kill()
    await ended
  }
}

async function ask(method: string, route: string, body: unknown, token = ''): Promise<unknown> {
  const response = await fetch(`${url}/api${route}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `JWT ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

async function showLivePreview(): Promise<void> {
  const first = await ask('POST', '/users/first-register', { email: EMAIL, password: PASSWORD })
  const token = String(at(first, 'token'))
  const author = at(await ask('POST', '/authors', { name: 'Ines Carvalho' }, token), 'doc', 'id')
  const post = at(
    await ask('POST', '/posts?draft=true', { title: 'A draft', author, _status: 'draft' }, token),
    'doc',
    'id',
  )
  const seen = await fetch(`${url}/next/preview?path=/posts/${String(post)}`, { redirect: 'manual' })
  await until('the preview for nobody', () => Promise.resolve(seen.status), 403)

  const galley = await startGalley({ server: url, dataFolder: newDataFolder() })
  try {
    const { page } = galley
    await login(page, EMAIL, { password: PASSWORD })
    await openList(page, 'Posts')
    await openDocument(page, 'A draft')
    await page.getByRole('button', { name: 'Live Preview' }).click()
    const shown = (name: string) =>
      galley.app.evaluate(async ({ webContents }, code) => {
        const pane = webContents.getAllWebContents().find((one) => one.getURL().startsWith('data:'))
        const found: unknown = await pane?.mainFrame.frames[0]?.executeJavaScript(code)
        return found
      }, `document.querySelector('[data-show=${name}]')?.textContent`)
    await until('the draft, by the server', () => shown('server'), 'A draft')
    await until('the draft, in the browser', () => shown('title'), 'A draft')
    await titleInput(page).fill('Typed, and not saved')
    await until('what is typed', () => shown('title'), 'Typed, and not saved')
    await until('what the server has', () => shown('server'), 'A draft')
    await until('the author, for who is signed in', () => shown('author'), 'Ines Carvalho')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await untilDocumentIs(page, 'Saved')
    await until('what the server made anew', () => shown('server'), 'Typed, and not saved')
  } finally {
    await galley.close()
  }
}

/** Asks nobody anything: whoever comes is the person of these tests. */
const provider = createHttpServer((request, response) => {
  const asked = new URL(request.url ?? '', 'http://provider')
  if (asked.pathname === '/token') return void response.end(JSON.stringify({ email: EMAIL }))
  const back = new URLSearchParams({
    code: 'of-the-provider',
    state: asked.searchParams.get('state') ?? '',
  })
  response.writeHead(302, { location: `${asked.searchParams.get('redirect_uri') ?? ''}?${back}` }).end()
})

async function logInThroughBrowser(): Promise<void> {
  const executablePath = process.env['GALLEY_CHROMIUM']
  if (executablePath === undefined) throw new Error('GALLEY_CHROMIUM names no browser')
  const galley = await startGalley({ server: url, dataFolder: newDataFolder() })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    await galley.app.evaluate(({ shell }) => {
      shell.openExternal = (address) => Promise.resolve(void Object.assign(globalThis, { opened: address }))
    })
    const { page } = galley
    await page.getByRole('button', { name: 'Log in with the browser' }).click()
    const opened = () => galley.app.evaluate(() => String(Reflect.get(globalThis, 'opened') ?? ''))
    const isOpened = async () => (await opened()).startsWith(`${url}/api/desktop/browser-login?`)
    await until('the browser is opened at the companion', isOpened, true)
    const tab = await browser.newPage()
    await tab.goto(await opened())
    await until("the site's own log-in", () => Promise.resolve(new URL(tab.url()).pathname), '/admin/login')
    await tab.getByRole('link', { name: 'Log in with the company account' }).click()
    await tab.getByRole('heading', { name: 'Log in to Galley' }).waitFor()
    await tab.getByRole('button', { name: 'Log in' }).click()
    await tab.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/\?/)
    await openList(page, 'Posts')
    const shown = () => page.getByRole('link', { name: 'Typed, and not saved' }).count()
    await until('documents of who logged in in the browser', shown, 1)
  } finally {
    await browser.close()
    await galley.close()
  }
}

await served({}, showLivePreview)
provider.listen(0, '127.0.0.1')
await once(provider, 'listening')
const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
await served({ IDENTITY_PROVIDER: providerUrl }, logInThroughBrowser)
provider.close()
