import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../e2e/support/eventually.ts'
import { fillLogin, login } from '../../e2e/support/galley-app.ts'
import {
  openDocument,
  openList,
  titleInput,
  untilDocumentIs,
  untilStatusBarSays,
} from '../../e2e/support/screens.ts'
import { at, startCms, type Cms } from '../../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'
import {
  apt,
  asUser,
  makeDeb,
  makeHome,
  purge,
  sandboxOfPages,
  startInstalled,
  type Home,
} from './installed-galley.ts'

/* The deb on this computer, from installation to removal; each test continues the previous one. */

let work: string
let older: string
let newer: string
let cms: Cms
let proxy: FaultProxy
let home: Home

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'galley-deb-'))
  purge()
  older = makeDeb(join(work, 'older'), '0.0.9')
  newer = makeDeb(join(work, 'newer'))
  cms = await startCms({ seed: 'full' })
  proxy = await startFaultProxy(cms.url)
  home = makeHome()
})
afterAll(async () => {
  purge()
  await proxy.close()
  await cms.dispose()
  home.remove()
  rmSync(work, { recursive: true, force: true })
})

/** Returns owner, group and mode, as `0:0 755`. */
function ownedAndMode(path: string): string {
  const { uid, gid, mode } = lstatSync(path)
  return `${uid}:${gid} ${(mode & 0o7777).toString(8)}`
}
const helper = '/usr/lib/galley/chrome-sandbox'

async function titleOnServer(id: string): Promise<unknown> {
  const { token } = await cms.login('admin@example.com')
  return at((await cms.request('GET', `/posts/${id}?draft=true&depth=0&locale=en`, { token })).json, 'title')
}
const accountsFolder = (): string => join(home.folder, '.config/Galley/accounts')

/** Writes another schema version into the one database, and returns it. */
function setSchemaVersion(change: (version: number) => number): number {
  const names = readdirSync(accountsFolder(), { recursive: true, encoding: 'utf8' })
  const [name, ...others] = names.filter((file) => file.endsWith('.sqlite'))
  if (name === undefined || others.length > 0) throw new Error(`not one database: ${names.join(', ')}`)
  const db = new Database(join(accountsFolder(), name))
  try {
    db.pragma(`user_version = ${change(Number(db.pragma('user_version', { simple: true })))}`)
    return Number(db.pragma('user_version', { simple: true }))
  } finally {
    db.close()
  }
}

/** Returns the SHA-256 of each file below a folder, by path. */
function hashesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

const idOf = (address: string): string => new URL(address).pathname.split('/').at(-1) ?? ''

test('M.07 (part) apt installs the package, dpkg verifies it, and nobody but root may change it', () => {
  apt('install', older)
  expect(execFileSync('dpkg', ['--verify', 'galley'], { encoding: 'utf8' })).toBe('')
  const files = readdirSync('/usr/lib/galley', { recursive: true, encoding: 'utf8' })
  const odd = files
    .map((name) => lstatSync(join('/usr/lib/galley', name)))
    .filter(({ uid, gid, mode }) => uid !== 0 || gid !== 0 || (mode & 0o7022) !== 0)
  expect(odd).toEqual([])
  expect(readFileSync('/usr/share/applications/galley.desktop', 'utf8')).toContain('Exec=galley')
  expect(existsSync('/usr/share/icons/hicolor/256x256/apps/galley.png')).toBe(true)
})

test('the helper that runs as root is left off where namespaces are to be had, and on where they are not', () => {
  expect(ownedAndMode(helper)).toBe('0:0 755')
  const script = '/var/lib/dpkg/info/galley.postinst'
  const fake = join(work, 'fake')
  mkdirSync(fake)
  writeFileSync(join(fake, 'setpriv'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  execFileSync(script, ['configure'], {
    env: { ...process.env, PATH: `${fake}:${process.env['PATH'] ?? ''}` },
  })
  expect(ownedAndMode(helper)).toBe('0:0 4755')
  execFileSync(script, ['configure'])
  expect(ownedAndMode(helper)).toBe('0:0 755')
})

test('M.07 (part) an ordinary user signs in and edits in the installed program, with the sandbox on, and quits', async () => {
  const galley = await startInstalled(home, proxy.url)
  const { page } = galley
  await login(page, 'editor@example.com')
  expect(sandboxOfPages(galley)).toContainEqual({ filtered: true, ownNamespace: true, user: 65534 })
  expect(sandboxOfPages(galley).filter(({ filtered, ownNamespace }) => !filtered || !ownNamespace)).toEqual(
    [],
  )
  // The desktop matches the window with its menu entry by this name.
  const root = execFileSync('xdotool', ['search', '--onlyvisible', '--class', 'galley'], { encoding: 'utf8' })
  const [window = ''] = root.trim().split('\n')
  const known = execFileSync('xprop', ['-id', window, 'WM_CLASS'], { encoding: 'utf8' })
  const entry = readFileSync('/usr/share/applications/galley.desktop', 'utf8')
  expect(known).toContain(`"${/^StartupWMClass=(.+)$/m.exec(entry)?.[1]}"`)

  await openList(page, 'Posts')
  await openDocument(page, 'Bread, butter, cloudberries')
  const id = idOf(page.url())
  await titleInput(page).fill('Bread from an installed program')
  await untilDocumentIs(page, 'Saved')
  expect(await titleOnServer(id)).toBe('Bread from an installed program')
  expect(await galley.quit()).toBe(0)
  expect(home.log()).toMatch(/ started version="0\.0\.9/)
})

test('M.07 (part) killed while offline with something unsent, it sends that once when it is started again and online', async () => {
  let galley = await startInstalled(home, proxy.url)
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, 'Porto before the ferries')
  const id = idOf(galley.page.url())
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await titleInput(galley.page).fill('Typed before the power went')
  await untilDocumentIs(galley.page, /Waiting to send|Only on this computer/)
  await galley.kill()

  galley = await startInstalled(home, proxy.url)
  await galley.page.getByText('Offline', { exact: true }).first().waitFor()
  expect(await titleOnServer(id)).toBe('Porto before the ferries')
  proxy.clearRules()
  await untilStatusBarSays(galley.page, 'Everything sent')
  await eventually(() => titleOnServer(id)).toBe('Typed before the power went')
  expect(await galley.quit()).toBe(0)
})

test('F79 (installed) nothing that it is started with, and nothing that lies beside it, brings other code into it', async () => {
  const marks = join(home.folder, 'marks')
  mkdirSync(marks, { mode: 0o777 })
  chmodSync(marks, 0o777)
  const planted = (name: string): string => {
    const file = join(work, `${name}.cjs`)
    writeFileSync(file, `require('node:fs').writeFileSync(${JSON.stringify(join(marks, name))}, '')`)
    return file
  }
  chmodSync(work, 0o755)
  // Electron's path for an app that is no archive.
  const beside = '/usr/lib/galley/resources/app'
  mkdirSync(beside)
  writeFileSync(join(beside, 'package.json'), '{ "name": "planted", "main": "index.cjs" }')
  copyFileSync(planted('app'), join(beside, 'index.cjs'))
  const extension = join(work, 'extension')
  mkdirSync(extension)
  writeFileSync(
    join(extension, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name: 'planted',
      version: '1',
      content_scripts: [{ matches: ['<all_urls>'], js: ['planted.js'] }],
    }),
  )
  writeFileSync(join(extension, 'planted.js'), 'document.documentElement.dataset.planted = "yes"')
  const galley = await startInstalled(home, proxy.url, {
    args: ['--inspect-brk=127.0.0.1:0', `--load-extension=${extension}`, `--require=${planted('require')}`],
    env: { NODE_OPTIONS: `--require=${planted('options')}` },
  })
  // It shows its window, so it does not wait for a debugger.
  await galley.page.getByRole('navigation').first().waitFor()
  expect(await galley.page.evaluate(() => document.documentElement.dataset['planted'])).toBeUndefined()
  expect(await galley.quit()).toBe(0)
  const asNode = asUser(home, ['galley', planted('node')], { ELECTRON_RUN_AS_NODE: '1' })
  await eventually(() => home.log().match(/ started /g)?.length).toBeGreaterThan(3)
  asNode.kill('SIGKILL')
  expect(readdirSync(marks)).toEqual([])
  rmSync(beside, { recursive: true })
})

test('M.07 (part) the policy of the computer is printed for whoever asks, and holds', async () => {
  mkdirSync('/etc/galley', { recursive: true })
  writeFileSync('/etc/galley/policy.json', JSON.stringify({ onlyTheseServers: true, servers: [proxy.url] }))
  try {
    const printed = asUser(home, ['galley', '--print-policy'])
    let words = ''
    printed.stdout?.on('data', (chunk: Buffer) => (words += chunk.toString()))
    const [code] = (await once(printed, 'close')) as [number | null]
    expect(code).toBe(0)
    expect(words).toMatch(/onlyTheseServers: true\n.*from \/etc\/galley\/policy\.json/)
    const galley = await startInstalled(home, proxy.url)
    const probe = (url: string) =>
      galley.page.evaluate((address) => window.galley.call('servers.probe', { url: address }), url)
    expect(await probe(cms.url)).toMatchObject({ outcome: 'problem', problem: { code: 'not-allowed' } })
    expect(await probe(proxy.url)).toMatchObject({ outcome: 'ok' })
    expect(await galley.quit()).toBe(0)
  } finally {
    rmSync('/etc/galley/policy.json')
  }
})

test('M.07 (part) SY3 (part) a new version is installed while the old one runs with something in the outbox: it works on, and after the next start all of it is sent', async () => {
  let galley = await startInstalled(home, proxy.url)
  let { page } = galley
  await openList(page, 'Posts')
  await openDocument(page, 'Where the reindeer cross')
  const id = idOf(page.url())
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await titleInput(page).fill('Typed before the upgrade')
  await untilDocumentIs(page, /Waiting to send|Only on this computer/)

  apt('install', newer)
  expect(execFileSync('dpkg', ['--verify', 'galley'], { encoding: 'utf8' })).toBe('')
  // The running program keeps its files, and journals edits.
  await titleInput(page).fill('Typed before the upgrade, and after')
  await untilDocumentIs(page, /Waiting to send|Only on this computer/)
  expect(await galley.quit()).toBe(0)

  proxy.clearRules()
  galley = await startInstalled(home, proxy.url)
  page = galley.page
  await untilStatusBarSays(page, 'Everything sent')
  await eventually(() => titleOnServer(id)).toBe('Typed before the upgrade, and after')
  expect(await galley.quit()).toBe(0)
  const versions = [...home.log().matchAll(/ started version="([^"]+)"/g)].map(([, version]) => version)
  expect(versions.slice(0, 2).every((version) => version?.startsWith('0.0.9'))).toBe(true)
  expect(versions.at(-1)?.startsWith('0.0.9')).toBe(false)
})

test('an older version is put back when told so, and shows what was typed in the newer one', async () => {
  apt('install', '--allow-downgrades', older)
  const galley = await startInstalled(home, proxy.url)
  await openList(galley.page, 'Posts')
  await galley.page.getByRole('link', { name: 'Typed before the upgrade, and after', exact: true }).waitFor()
  expect(await galley.quit()).toBe(0)
})

test('M.07 (part) SY15 (part) it meets a database of a newer version: it says so at the start and at the log-in, changes no byte of the account folder, and the newer version sends what waits', async () => {
  let galley = await startInstalled(home, proxy.url)
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, 'Typed before the power went')
  const id = idOf(galley.page.url())
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await titleInput(galley.page).fill('Typed in the newer version')
  await untilDocumentIs(galley.page, /Waiting to send|Only on this computer/)
  expect(await galley.quit()).toBe(0)
  proxy.clearRules()
  const version = setSchemaVersion((known) => known + 1)
  const before = hashesBelow(accountsFolder())

  galley = await startInstalled(home, proxy.url)
  const notice = galley.page.getByRole('alertdialog', {
    name: 'This computer’s documents need a newer Galley',
  })
  await notice.waitFor()
  expect(await notice.innerText()).toContain('did not open it and changed nothing in it')
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await fillLogin(galley.page, 'editor@example.com')
  const words = 'A newer version of Galley made the database of'
  await galley.page.getByRole('alert').filter({ hasText: words }).waitFor()
  expect(await galley.quit()).toBe(0)
  expect(hashesBelow(accountsFolder())).toEqual(before)
  expect(await titleOnServer(id)).toBe('Typed before the power went')

  expect(setSchemaVersion(() => version - 1)).toBe(version - 1)
  galley = await startInstalled(home, proxy.url)
  // The refused log-in ended the session.
  await untilStatusBarSays(galley.page, 'Signed out. 1 edit waits for you')
  await galley.page.getByRole('contentinfo').getByRole('button', { name: 'Login' }).click()
  await fillLogin(galley.page.getByRole('dialog', { name: 'Log in again' }), 'editor@example.com')
  await untilStatusBarSays(galley.page, 'Everything sent')
  await eventually(() => titleOnServer(id)).toBe('Typed in the newer version')
  expect(await galley.quit()).toBe(0)
})

test('M.07 (part) removed and purged, nothing of the package is left, and what people have in their homes is', () => {
  const own = join(home.folder, '.config/Galley')
  const before = readdirSync(own).toSorted()
  apt('remove', 'galley')
  expect(
    ['/usr/bin/galley', '/usr/lib/galley', '/usr/share/galley'].filter((path) => existsSync(path)),
  ).toEqual([])
  apt('purge', 'galley')
  expect(spawnSync('dpkg-query', ['--status', 'galley']).status).toBe(1)
  expect(existsSync('/etc/apparmor.d/galley')).toBe(false)
  expect(readdirSync(own).toSorted()).toEqual(before)
})
