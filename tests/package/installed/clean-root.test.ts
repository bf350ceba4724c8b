import { copyFileSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../e2e/support/galley-app.ts'
import { openList } from '../../e2e/support/screens.ts'
import { startCms, type Cms } from '../../integration/support/cms.ts'
import { makeCleanRoot, type CleanRoot } from './clean-root.ts'
import { makeDeb, makeHome, sandboxOfPages, startInstalled, user, type Home } from './installed-galley.ts'

/* The deb in a Debian that has nothing else, from its installation to its removal, each test after the one before. */

let work: string
let deb: string
let root: CleanRoot
let cms: Cms
let home: Home

/** Takes away what was made, also where the rest of it could not be. */
const ends: (() => void | Promise<void>)[] = []

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'galley-clean-'))
  ends.push(() => rmSync(work, { recursive: true, force: true }))
  deb = makeDeb(work)
  root = makeCleanRoot()
  ends.push(root.remove)
  cms = await startCms({ seed: 'small' })
  ends.push(cms.dispose)
  home = makeHome(root.folder)
})
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const inThere = (path: string): string => join(root.folder, path)
const modeOf = (path: string): string => (lstatSync(inThere(path)).mode & 0o7777).toString(8)
const asUserThere = (...command: string[]): string =>
  root.run(
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    'env',
    `HOME=${home.path}`,
    ...command,
  )
/** Files whose names say that they are of the package, beyond what apt and dpkg wrote down and people have. */
const ofPackage = (): string[] =>
  readdirSync(root.folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /galley/i.test(path) && !/^(?:tmp\/galley-home-|root\/|var\/log\/)/.test(path),
  )

test('M.07 (part) in a Debian that has nothing else apt installs it with what it needs, and dpkg verifies it', () => {
  expect(ofPackage()).toEqual([])
  copyFileSync(deb, inThere(`root/${basename(deb)}`))
  root.apt('install', `/root/${basename(deb)}`)
  expect(root.run('dpkg', '--verify', 'galley')).toBe('')
  expect(root.run('apt-get', 'check')).not.toContain('unmet')
  expect([modeOf('usr/lib/galley/galley'), modeOf('usr/lib/galley/resources/app.asar')]).toEqual([
    '755',
    '644',
  ])
  // An ordinary user may make namespaces there: nothing runs as root.
  expect(modeOf('usr/lib/galley/chrome-sandbox')).toBe('755')
})

test('M.07 (part) its menu entry names a program and an icon that are there', () => {
  const entry = readFileSync(inThere('usr/share/applications/galley.desktop'), 'utf8')
  const field = (name: string): string => new RegExp(`^${name}=(\\S+)`, 'm').exec(entry)?.[1] ?? ''
  expect(asUserThere('sh', '-c', `command -v ${field('Exec')}`).trim()).toBe('/usr/bin/galley')
  const icons = readdirSync(inThere('usr/share/icons/hicolor'), { recursive: true, encoding: 'utf8' })
  const own = icons.filter((path) => basename(path).startsWith(`${field('Icon')}.`))
  expect(own).toContain('scalable/apps/galley.svg')
  expect(own.map((path) => modeOf(`usr/share/icons/hicolor/${path}`))).toEqual(own.map(() => '644'))
  expect(own.length).toBeGreaterThan(8)
})

test('M.07 (part) it says its version and its policy to an ordinary user without a display', () => {
  const version = root.run('dpkg-query', '--show', '--showformat=${Version}', 'galley')
  expect(asUserThere('galley', '--version')).toBe(`${version.replace('~', '-')}\n`)
  expect(asUserThere('galley', '--print-policy')).toContain('/etc/galley/policy.json: not there')
})

test('M.07 (part) an ordinary user starts it there with the sandbox on, signs in and sees a list', async () => {
  const galley = await startInstalled(home, cms.url, { within: root.enter })
  await login(galley.page, 'editor@example.com')
  expect(sandboxOfPages(galley)).toContainEqual({ filtered: true, ownNamespace: true, user })
  await openList(galley.page, 'Posts')
  await galley.page.getByRole('link', { name: 'Porto before the ferries', exact: true }).waitFor()
  expect(await galley.quit()).toBe(0)
})

test('M.07 (part) removed and purged, nothing of it is left there but what the person has', () => {
  root.apt('remove', 'galley')
  root.apt('purge', 'galley')
  expect(ofPackage()).toEqual([])
  expect(readdirSync(join(home.folder, '.config/Galley'))).toContain('settings.json')
})
