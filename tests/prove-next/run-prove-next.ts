/*
 * Shows a document of a real Next site in the live preview of the real app: a draft behind the site's own preview
 * route, what is typed before it is saved, a relation that only people who are signed in may read, and the part of the
 * page that the server makes anew once it has what was saved.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
const server = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
  cwd: site,
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
})

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

try {
  await until('the site answers', async () => (await fetch(`${url}/api/desktop`)).status, 200)
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
} finally {
  server.kill()
}
