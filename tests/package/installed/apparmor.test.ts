import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apparmorCommands } from '../apparmor-commands.ts'
import { inPackaging, inRoot } from '../run-packaging.ts'
import { makeCleanRoot, type CleanRoot } from './clean-root.ts'
import { makeSmallProgram } from './small-program.ts'

/* The AppArmor profile in Debian 13, whose parser knows user namespaces, as that of Ubuntu 24.04 does. */

let work: string
let root: CleanRoot
let deb: string
let tar: string
const ends: (() => void)[] = []

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'galley-apparmor-'))
  ends.push(() => rmSync(work, { recursive: true, force: true }))
  const unpacked = makeSmallProgram(join(work, 'unpacked'))
  const what = JSON.stringify({ unpacked, version: '1.2.3', arch: 'x64', date: 1, output: work, fast: true })
  deb = String(inPackaging('linux/deb.mjs', `lib.makeDeb(${what})`))
  tar = String(inPackaging('linux/tar.mjs', `lib.makeTar(${what})`))
  root = makeCleanRoot('trixie')
  ends.push(root.remove)
  root.apt('install', 'apparmor')
})
afterAll(() => {
  for (const end of ends.toReversed()) end()
})

const inThere = (path: string): string => join(root.folder, path)
const installed = 'etc/apparmor.d/galley'
/** Parses a profile without loading it, as this kernel may have no AppArmor. */
const parse = (path: string): string => root.run('apparmor_parser', '-Q', '-K', path)

test('a profile with a mistake is refused by this parser', () => {
  writeFileSync(
    inThere('root/wrong'),
    'abi <abi/4.0>,\nprofile wrong /wrong flags=(unconfined) {\n  users,\n}\n',
  )
  expect(() => parse('/root/wrong')).toThrow('syntax error')
})

test('M.07 (part) the deb puts its profile there where AppArmor can read it, and a purge takes it away', () => {
  copyFileSync(deb, inThere(`root/${basename(deb)}`))
  root.apt('install', `/root/${basename(deb)}`)
  const shipped = readFileSync(inRoot('packaging/linux/apparmor-profile'), 'utf8')
  expect(readFileSync(inThere(installed), 'utf8')).toBe(shipped)
  parse(`/${installed}`)
  root.apt('purge', 'galley')
  expect(existsSync(inThere(installed))).toBe(false)
})

test('M.07 (part) the profile that the two commands of docs/deployment.md make of the one in the tar.gz is read', () => {
  copyFileSync(tar, inThere(`opt/${basename(tar)}`))
  root.run('tar', '-C', '/opt', '-xzf', `/opt/${basename(tar)}`)
  const folder = `/opt/${basename(tar, '.tar.gz')}`
  // Loading it is left out, as this kernel may have no AppArmor.
  const commands = apparmorCommands().replace('apparmor_parser --replace', 'apparmor_parser -Q -K')
  root.run('sh', '-ec', `cd ${folder}\n${commands}`)
  expect(readFileSync(inThere(installed), 'utf8')).toContain(`profile galley "${folder}/galley" flags`)
})
