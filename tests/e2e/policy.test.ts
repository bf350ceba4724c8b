import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { launchOptions } from './support/electron-path.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let folder: string
let galley: GalleyApp | null = null

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  folder = mkdtempSync(join(tmpdir(), 'galley-e2e-policy-'))
})
afterEach(async () => {
  await galley?.close()
  galley = null
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await cms.dispose()
})

/** A file with a policy, which nobody else may write. */
function policy(values: unknown, name = 'policy.json'): string {
  const file = join(folder, name)
  writeFileSync(file, typeof values === 'string' ? values : JSON.stringify(values), { mode: 0o644 })
  return file
}

async function start(values: unknown, options: { server?: string; dataFolder?: string } = {}): Promise<Page> {
  const { server = cms.url, dataFolder = newDataFolder() } = options
  galley = await startGalley({ server, dataFolder, env: { GALLEY_POLICY: policy(values) } })
  return galley.page
}

test('a policy forbids exports and outside links, and the window says who decides', async () => {
  const page = await start({
    keepDocuments: 'opened',
    export: false,
    outsideLinks: false,
    colour: 'red',
    logLevel: 'loud',
  })
  await galley?.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Reflect.set(globalThis, 'opened', opened)
    shell.openExternal = (url) => Promise.resolve(void opened.push(url))
  })
  const opened = () => galley?.app.evaluate(() => Reflect.get(globalThis, 'opened') as string[])
  // Logging in through the browser works: it opens the server itself.
  await page.getByLabel('Email', { exact: false }).waitFor()
  const browserLogin = page.evaluate(
    (url) => window.galley.call('session.browserLogin', { url, keep: false, inPlace: false }),
    cms.url,
  )
  await eventually(async () => (await opened())?.[0]).toMatch(`${cms.url}/api/desktop/browser-login?`)
  await page.evaluate(() => window.galley.call('session.cancelBrowserLogin', undefined))
  expect(await browserLogin).toEqual({ outcome: 'cancelled' })
  await login(page, 'editor@example.com')

  await goTo(page, '/collections/posts')
  await page.getByRole('button', { name: 'More about this list' }).click()
  const item = page.getByRole('menuitem', { name: 'Export' })
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  // A window that asks all the same is refused.
  const save = () =>
    page.evaluate(() =>
      window.galley.call('app.saveJson', { name: 'a', text: '{}' }).then(
        () => 'saved',
        (error: unknown) => String(error),
      ),
    )
  expect(await save()).toContain('managed')

  const open = (url: string) => page.evaluate((address) => void window.open(address), url)
  await open('https://elsewhere.example/page')
  await page.getByText('Your organisation has turned off links to the outside.').waitFor()
  await page.getByText('https://elsewhere.example/page').waitFor()
  await open(`${cms.url}/admin`)
  await eventually(async () => (await opened())?.slice(1)).toEqual([`${cms.url}/admin`])

  await goTo(page, '/account')
  const about = page.getByRole('region', { name: 'About' })
  await about.getByText('Managed by your organisation').waitFor()
  const text = await about.innerText()
  for (const words of ['Exports allowed', 'Links to the outside allowed', 'does not know “colour”'])
    expect(text).toContain(words)
  expect(text).toMatch(/“logLevel” in .*policy\.json is not valid/)
  const kept = page.getByRole('radiogroup', { name: 'Documents kept on this computer' })
  expect(await kept.getAttribute('aria-readonly')).toBe('true')
  expect(await violationsOf(page)).toEqual([])
})

test('language, log and spelling are those of the policy, and the language cannot be changed', async () => {
  const page = await start({
    language: 'de',
    keepDocuments: 'opened',
    logLevel: 'info',
    spelling: { dictionaries: 'https://127.0.0.1:9/dictionaries/', languages: ['fr'] },
  })
  await eventually(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  await page.getByLabel('E-Mail', { exact: false }).fill('editor@example.com')
  await page.locator('input[type=password]').fill('galley-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').getByRole('link', { name: 'Beiträge' }).waitFor()
  await goTo(page, '/account')
  const language = page.locator('#setting-language ~ * button').first()
  await language.waitFor()
  expect(await language.isDisabled()).toBe(true)
  expect(await page.locator('#setting-language-managed').textContent()).toBe(
    'Von deiner Organisation verwaltet',
  )
  const spelling = await galley?.app.evaluate(({ session: { defaultSession } }) => ({
    isEnabled: defaultSession.isSpellCheckerEnabled(),
    languages: defaultSession.getSpellCheckerLanguages(),
  }))
  // macOS has languages of its own.
  expect(spelling).toEqual({ isEnabled: true, languages: process.platform === 'darwin' ? [] : ['fr'] })
  expect(readFileSync(join(galley?.dataFolder ?? '', 'logs/galley.log'), 'utf8')).toContain(' info started ')
})

test('only servers of the policy can be used, whichever address the program is started with', async () => {
  const servers = [{ url: 'https://cms.example.org', name: 'Website' }]
  const page = await start({ servers, onlyTheseServers: true })
  await page.getByText(/^Your organisation does not allow 127\.0\.0\.1:\d+\./).waitFor()
  expect(await page.getByRole('button', { name: 'Add a server' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: /^Website/ }).waitFor()
  expect(await page.locator('#server-address').getAttribute('readonly')).not.toBe(null)
  expect(await violationsOf(page)).toEqual([])
  const way = { url: cms.url, collection: 'users', identifier: 'editor@example.com', password: 'galley-demo' }
  const result = await page.evaluate(
    (input) => window.galley.call('session.login', { ...input, keep: false, inPlace: false }),
    way,
  )
  expect(result).toEqual({ outcome: 'problem', problem: { code: 'not-allowed', detail: '' } })
})

/** A proxy as companies have one, which writes down what is asked through it. */
async function startProxy(): Promise<{ server: Server; rules: string; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((asked, answer) => {
    seen.push(`${asked.method ?? ''} ${asked.url ?? ''}`)
    const { method, headers, url = '' } = asked
    const passed = request(url, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, rules: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

test('everything that talks to servers goes through the proxy of the policy', async () => {
  const { server, rules, seen } = await startProxy()
  const proxy = { mode: 'fixed', proxyRules: rules, proxyBypassRules: '<-loopback>' }
  const page = await start({ proxy, keepDocuments: 'opened' })
  await login(page, 'editor@example.com')
  await untilStatusBarSays(page, 'Online')
  expect(seen.some((line) => line.startsWith(`POST ${cms.url}/api/users/login`))).toBe(true)
  const resolved = () =>
    galley?.app.evaluate(async ({ session }) => {
      const partitions = ['persist:server-x', 'single-x', 'preview-x'].map((name) =>
        session.fromPartition(name),
      )
      return Promise.all(
        [session.defaultSession, ...partitions].map((one) => one.resolveProxy('https://cms.example.org')),
      )
    })
  await eventually(resolved).toEqual(Array.from({ length: 4 }, () => `PROXY ${rules}`))
  // Without the proxy there is no other way.
  server.close()
  server.closeAllConnections()
  await page.evaluate(() => window.galley.call('connection.check', undefined))
  await untilStatusBarSays(page, 'Offline')
})

test('the policy is printed without a window, also while another Galley runs', async () => {
  const dataFolder = newDataFolder()
  await start({ keepDocuments: 'all' }, { dataFolder })
  const print = (of: string, ...files: string[]) => {
    const { executablePath, args, env } = launchOptions(of, ['--print-policy'], {
      GALLEY_POLICY: files.join(delimiter),
    })
    const { stdout, status } = spawnSync(executablePath, args, { env, encoding: 'utf8' })
    return { stdout, status }
  }
  const good = policy({ export: false }, 'good.json')
  expect(print(dataFolder, good, join(folder, 'none.json'))).toEqual({
    status: 0,
    stdout: expect.stringContaining(`export: false\n    from ${good}`) as string,
  })
  const broken = policy('no JSON', 'broken.json')
  const other = join(folder, 'data')
  const told = print(other, good, broken)
  // Chromium has made the folder by then; nothing of Galley is in it.
  const made = existsSync(other) ? readdirSync(other) : []
  for (const name of ['accounts', 'logs', 'settings.json', 'policy-last-valid.json'])
    expect(made).not.toContain(name)
  expect(told.status).toBe(1)
  expect(told.stdout).toContain(`${broken}: unreadable`)
  expect(told.stdout).toContain('the strict value holds')
})
