import { execFileSync } from 'node:child_process'
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
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../e2e/support/galley-app.ts'
import { startCms, type Cms } from '../../integration/support/cms.ts'
import { inPackaging } from '../run-packaging.ts'
import { makeCleanRoot } from './clean-root.ts'
import { makeHome, sandboxOfPages, startInstalled, user } from './installed-galley.ts'

/* The packages for Linux with the whole program in them. */

let work: string
let cms: Cms
let first: string[]
let second: string[]

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'galley-whole-'))
  chmodSync(work, 0o755)
  first = make('one', 0o022, 'UTC')
  second = make('two', 0o077, 'Asia/Tokyo')
  cms = await startCms({ seed: 'small' })
})
afterAll(async () => {
  await cms.dispose()
  rmSync(work, { recursive: true, force: true })
})

function make(output: string, umask: number, TZ: string): string[] {
  const how = JSON.stringify({ arch: 'x64', release: false, fast: true, output: join(work, output) })
  const call = `lib.makePackages(['deb', 'rpm', 'tar.gz'], ${how})`
  return inPackaging('make-packages.mjs', call, { umask, env: { TZ } }) as string[]
}
const made = (end: string): string => first.find((file) => file.endsWith(end)) ?? ''
const say = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' })

test('M.07 (part) packed twice, under another umask and in another time zone, deb, rpm, tar.gz and SBOM are the same bytes', () => {
  expect(first.map((file) => basename(file))).toEqual(second.map((file) => basename(file)))
  expect(first).toHaveLength(5)
  const same = first.map((file, at) => readFileSync(file).equals(readFileSync(second[at] ?? '')))
  expect(same).toEqual(first.map(() => true))
})

test('M.07 (part) the tar.gz runs where somebody has unpacked it, with the sandbox on', async () => {
  const home = makeHome()
  try {
    execFileSync('tar', ['-C', work, '--no-same-owner', '-xzf', made('.tar.gz')])
    const program = join(work, basename(made('.tar.gz'), '.tar.gz'), 'galley')
    const galley = await startInstalled(home, cms.url, { program })
    await login(galley.page, 'editor@example.com')
    expect(sandboxOfPages(galley)).toContainEqual({ filtered: true, ownNamespace: true, user })
    expect(await galley.quit()).toBe(0)
  } finally {
    home.remove()
  }
})

/** A package that says it has what the rpm asks for: the libraries are Debian's, of which rpm knows nothing. */
function makeBase(rpm: string): string {
  const needed = say('rpm', '-qp', '--requires', rpm).split('\n')
  const provided = needed.filter((name) => name !== '' && !name.startsWith('rpmlib('))
  const spec = join(work, 'base.spec')
  const lines = [
    'Name: base',
    'Version: 1',
    'Release: 1',
    'Summary: Debian',
    'License: none',
    'BuildArch: noarch',
  ]
  const provides = [...provided, '/bin/sh'].map((name) => `Provides: ${name}`)
  writeFileSync(spec, [...lines, ...provides, '%description', 'Debian', '%files', ''].join('\n'))
  execFileSync('rpmbuild', ['-bb', `--define=_topdir ${work}/base`, spec], { stdio: 'pipe' })
  return join(work, 'base/RPMS/noarch/base-1-1.noarch.rpm')
}

test('M.07 (part) dnf installs the whole rpm in a root of its own, upgrades and removes it, and an ordinary user signs in', async () => {
  const root = makeCleanRoot()
  try {
    const packed = { unpacked: join(work, 'one/linux-unpacked'), version: '99.0.0', arch: 'x64', date: 1 }
    const output = join(work, 'newer')
    mkdirSync(output)
    const call = `lib.makeRpm(${JSON.stringify({ ...packed, output, fast: true })})`
    const newer = String(inPackaging('linux/rpm.mjs', call))
    const [base, rpm] = [makeBase(newer), made('.rpm')]
    for (const file of [base, rpm, newer]) copyFileSync(file, join(root.folder, 'root', basename(file)))
    const there = (file: string): string => `/root/${basename(file)}`
    const needed = say('dpkg-deb', '--field', made('.deb'), 'Depends').trim().split(', ')
    root.apt('install', 'dnf', 'rpm', ...needed.map((name) => name.replace(/.* \| | \(.*\)/g, '')))
    const dnf = (...args: string[]): string => root.run('dnf', '-y', '--disablerepo=*', ...args)
    const helper = join(root.folder, 'usr/lib/galley/chrome-sandbox')

    dnf('install', there(base), there(rpm))
    expect(root.run('rpm', '--verify', 'galley')).toBe('')
    expect((lstatSync(helper).mode & 0o7777).toString(8)).toBe('755')
    const home = makeHome(root.folder)
    const galley = await startInstalled(home, cms.url, { within: root.enter })
    await login(galley.page, 'editor@example.com')
    expect(sandboxOfPages(galley)).toContainEqual({ filtered: true, ownNamespace: true, user })
    expect(await galley.quit()).toBe(0)

    dnf('install', there(newer))
    expect(root.run('rpm', '-q', '--queryformat', '%{VERSION} ', 'galley')).toBe('99.0.0 ')
    expect(root.run('rpm', '--verify', 'galley')).toBe('')
    dnf('remove', 'galley')
    for (const path of ['usr/bin/galley', 'usr/lib/galley', 'usr/share/galley'])
      expect([path, existsSync(join(root.folder, path))]).toEqual([path, false])
    expect(readdirSync(join(home.folder, '.config/Galley'))).toContain('settings.json')
  } finally {
    root.remove()
  }
})
