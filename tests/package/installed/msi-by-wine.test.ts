import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inPackaging } from '../run-packaging.ts'
import { makeSmallProgram } from './small-program.ts'

/* An MSI with a small program, installed by wine's msiexec: a Windows of its own, whose disk is a folder. */

let work: string
let older: string
let newer: string
const disk = () => join(work, 'prefix/drive_c')
const programs = () => join(disk(), 'Program Files/Galley')

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'galley-msi-'))
  const program = makeSmallProgram(join(work, 'program'))
  writeFileSync(join(program, 'Galley.exe'), 'the program')
  const make = (version: string): string => {
    const output = join(work, version)
    mkdirSync(output)
    const what = {
      unpacked: program,
      version,
      arch: 'x64',
      date: 1_700_000_000,
      output,
      fast: true,
      sign: null,
    }
    return String(inPackaging('windows/msi.mjs', `lib.makeMsi(${JSON.stringify(what)})`))
  }
  older = make('0.1.0')
  writeFileSync(join(program, 'new.dat'), 'of the newer version')
  newer = make('0.2.0')
})
afterAll(() => {
  rmSync(work, { recursive: true, force: true })
})

/** Runs a program of that Windows; how it ended, of which a system like this one keeps the last byte. */
function wine(...args: string[]): { code: number | null; words: string } {
  const env = {
    ...process.env,
    HOME: work,
    WINEPREFIX: join(work, 'prefix'),
    WINEDEBUG: '-all',
    // No entries in the menus of this computer.
    WINEDLLOVERRIDES: 'winemenubuilder.exe=d',
    DISPLAY: '',
  }
  const { status, stdout } = spawnSync('wine', args, { env, encoding: 'utf8' })
  return { code: status, words: stdout }
}
const msiexec = (how: string, file: string) =>
  wine('msiexec', how, `Z:${file.replaceAll('/', '\\')}`, '/qn', '/norestart').code
/** The versions that Windows lists among its programs. */
const listed = (): string[] => {
  const { words } = wine(
    'reg',
    'query',
    String.raw`HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall`,
    '/s',
  )
  return [...words.matchAll(/DisplayVersion\s+REG_SZ\s+(0\.\d\.\d)/g)].map(([, version = '']) => version)
}

test('M.07 (part) an MSI installs without a question, is replaced by a newer one, refuses an older one, and goes without a rest', () => {
  expect(msiexec('/i', older)).toBe(0)
  expect(readFileSync(join(programs(), 'Galley.exe'), 'utf8')).toBe('the program')
  expect(listed()).toEqual(['0.1.0'])

  expect(msiexec('/i', newer)).toBe(0)
  expect(existsSync(join(programs(), 'new.dat'))).toBe(true)
  expect(listed()).toEqual(['0.2.0'])

  // 1603: a newer version is there.
  expect(msiexec('/i', older)).toBe(1603 % 256)
  expect(listed()).toEqual(['0.2.0'])

  expect(msiexec('/x', newer)).toBe(0)
  expect(listed()).toEqual([])
  const folders = ['Program Files', 'ProgramData', 'windows/Installer', 'users/Public']
  const left = folders
    .map((name) => join(disk(), name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  expect(left.filter((name) => /galley/i.test(name))).toEqual([])
})
