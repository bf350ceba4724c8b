import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGpgHome } from '../gpg-home.ts'
import { inPackaging, inRoot } from '../run-packaging.ts'
import { makeSmallProgram } from './small-program.ts'

/* Linux packages of a small program, read back by the tools of the distributions. */

const date = 1_700_000_000
const version = '1.2.3-standin.electron42.0.0'
let work: string
let unpacked: string
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'galley-small-'))
  unpacked = makeSmallProgram(join(work, 'unpacked'))
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

function make(kind: 'deb' | 'rpm' | 'tar', output: string, umask = 0o022): string {
  mkdirSync(join(work, output), { recursive: true })
  const name = { deb: 'makeDeb', rpm: 'makeRpm', tar: 'makeTar' }[kind]
  const what = JSON.stringify({ unpacked, version, arch: 'x64', date, output: join(work, output) })
  const env = { GALLEY_MAINTAINER: 'Desktop team <desktop@galley-packages.org>' }
  return String(inPackaging(`linux/${kind}.mjs`, `lib.${name}(${what})`, { umask, env }))
}
const say = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' })

test.each(['deb', 'rpm', 'tar'] as const)(
  'M.07 (part) two %s packages of one folder are the same bytes, whenever and under whatever umask they are made',
  (kind) => {
    const one = make(kind, 'one')
    utimesSync(join(unpacked, 'icudtl.dat'), new Date(), new Date())
    const two = make(kind, 'two', 0o077)
    expect(readFileSync(two).equals(readFileSync(one))).toBe(true)
  },
)

test('a deb says what it is and needs, and dpkg can verify each of its files', () => {
  const file = make('deb', 'read')
  const field = (name: string): string => say('dpkg-deb', '--field', file, name).trim()
  expect(field('Package')).toBe('galley')
  expect(field('Version')).toBe('1.2.3~standin.electron42.0.0')
  expect(field('Architecture')).toBe('amd64')
  expect(field('Depends')).toMatch(/^libc6 \(>= 2\.\d+\), libx11-xcb1, xdg-utils$/)
  const lines = say('dpkg-deb', '--contents', file).trim().split('\n')
  expect(lines.filter((line) => !line.includes(' root/root '))).toEqual([])
  expect(lines.filter((line) => /^[^l]\S*w\S* /.test(line.slice(0, 1) + line.slice(4)))).toEqual([])
  const files = lines.filter((line) => line.startsWith('-')).length
  expect(say('dpkg-deb', '--info', file, 'md5sums').trim().split('\n')).toHaveLength(files)
})

test('M.07 (part) deb and rpm hold the sandbox’s helper as root’s and without SUID, and both turn that on by the same script', () => {
  const deb = make('deb', 'helper')
  const rpm = make('rpm', 'helper')
  const helper = '/usr/lib/galley/chrome-sandbox'
  const inDeb = say('dpkg-deb', '--contents', deb)
    .split('\n')
    .find((line) => line.endsWith(`.${helper}`))
  expect(inDeb).toMatch(/^-rwxr-xr-x root\/root /)
  const format = '[%{FILENAMES} %{FILEUSERNAME}:%{FILEGROUPNAME} %{FILEMODES:octal}\n]'
  const inRpm = say('rpm', '-qp', '--queryformat', format, rpm).split('\n')
  expect(inRpm).toContain(`${helper} root:root 100755`)
  // deb.test.ts runs that of the deb: root:root 4755 where nobody may make namespaces.
  const postinst = say('dpkg-deb', '--info', deb, 'postinst')
  expect(postinst).toContain('chmod 4755 "$helper"')
  const post = say('rpm', '-qp', '--queryformat', '%{POSTIN}', rpm)
  expect(post.trim()).toBe(postinst.replace(/^#!.*\n/, '').trim())
})

test('the menu entry is valid, and lintian finds no error in a deb', () => {
  expect(spawnSync('desktop-file-validate', [inRoot('packaging/linux/galley.desktop')]).status).toBe(0)
  const file = make('deb', 'lint')
  const { stdout } = spawnSync('lintian', ['--allow-root', '--no-cfg', '--tag-display-limit=0', file], {
    encoding: 'utf8',
  })
  const errors = stdout.split('\n').filter((line) => line.startsWith('E:'))
  expect(errors).toEqual([])
})

test('an rpm says what it is and needs, installs into a root of its own, is verified there and goes without a rest', () => {
  const file = make('rpm', 'read')
  const asks = (format: string): string => say('rpm', '-qp', '--queryformat', format, file)
  expect(asks('%{NAME} %{VERSION} %{ARCH} %{BUILDTIME}')).toBe(
    `galley 1.2.3~standin.electron42.0.0 x86_64 ${date}`,
  )
  expect(say('rpm', '-qp', '--requires', file)).toMatch(
    /^libX11-xcb\.so\.1\(\)\(64bit\)\nlibc\.so\.6\(\)\(64bit\)$/m,
  )
  const root = join(work, 'root')
  mkdirSync(root)
  const inThere = (...args: string[]): string =>
    say('rpm', '--root', root, '--dbpath', '/var/lib/rpm', ...args)
  inThere('--install', '--nodeps', '--noscripts', file)
  expect(statSync(join(root, 'usr/lib/galley/galley')).mode & 0o7777).toBe(0o755)
  expect(inThere('--verify', '--nodeps', '--noscripts', 'galley')).toBe('')
  inThere('--erase', '--noscripts', 'galley')
  expect(existsSync(join(root, 'usr/lib/galley'))).toBe(false)
  expect(existsSync(join(root, 'usr/bin/galley'))).toBe(false)
})

test('M.07 (part) a signed rpm is verified with the key, and one that somebody has changed is not', () => {
  const gpg = makeGpgHome()
  try {
    const file = make('rpm', 'signed')
    inPackaging('signing/gpg.mjs', `lib.signRpm(${JSON.stringify(file)})`, {
      env: { ...gpg.env, GALLEY_GPG_KEY: gpg.key },
    })
    const options = { env: { ...process.env, ...gpg.env } }
    const key = join(work, 'key.asc')
    writeFileSync(key, execFileSync('gpg', ['--armor', '--export', gpg.key], options))
    const db = ['--dbpath', join(work, 'keys')]
    const check = (path: string) => spawnSync('rpmkeys', [...db, '--checksig', path], { encoding: 'utf8' })
    expect(check(file).status).toBe(1)
    execFileSync('rpmkeys', [...db, '--import', key])
    const { status, stdout } = check(file)
    expect([status, stdout]).toEqual([0, `${file}: digests signatures OK\n`])
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    writeFileSync(file, bytes)
    expect(check(file).status).toBe(1)
  } finally {
    gpg.remove()
  }
})
