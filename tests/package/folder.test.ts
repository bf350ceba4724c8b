import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFuses, wantedFuses } from './fuses.ts'
import { inPackaging } from './run-packaging.ts'

/* The program as a folder, as every package holds it; packed here for the system that the tests run on. */

let output: string
let folder: string
let electron: { version: string; declared: string; standIn: boolean }

beforeAll(() => {
  output = mkdtempSync(join(tmpdir(), 'galley-folder-'))
  const code = `(async () => {
    const { electronFor } = await import('./packaging/electron-for.mjs')
    const { packageVersion } = await import('./packaging/identity.mjs')
    const what = { platform: process.platform, arch: process.arch }
    const electron = await electronFor(what.platform, what.arch)
    const version = packageVersion(electron)
    return { electron, folder: await lib.makeUnpacked({ ...what, version, electron, output: ${JSON.stringify(output)} }) }
  })()`
  ;({ folder, electron } = inPackaging('unpacked.mjs', code) as { folder: string; electron: typeof electron })
})
afterAll(() => rmSync(output, { recursive: true, force: true }))

const resources = (): string =>
  process.platform === 'darwin' ? join(folder, 'Galley.app/Contents/Resources') : join(folder, 'resources')
const program = (): string =>
  ({ darwin: join(folder, 'Galley.app'), win32: join(folder, 'Galley.exe') })[process.platform as string] ??
  join(folder, 'galley')

test('the archive of the app holds what is built, and of packages only the database', () => {
  const names = listPackage(join(resources(), 'app.asar'), { isPack: false })
  const files = names.map((name) => name.slice(1).replaceAll('\\', '/'))
  const others = files.filter((name) => !/^(?:out|node_modules)(?:\/|$)/.test(name))
  expect(others).toEqual(['package.json'])
  const [inOut] = [files.filter((name) => /^out\/[^/]+$/.test(name))]
  expect(inOut.toSorted()).toEqual(['out/main', 'out/preload', 'out/renderer'])
  expect(files.filter((name) => /^node_modules\/[^/]+$/.test(name))).toEqual(['node_modules/better-sqlite3'])
  expect(files.filter((name) => name.endsWith('.node'))).toEqual([
    `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
  ])
  expect(files.filter((name) => /\.map$|\.tsx?$|test|\.env/.test(name))).toEqual([])
})

test('F79 (the archive) no code of the app lies beside the archive, whose hash the program knows, but what the system loads', () => {
  const beside = readdirSync(join(resources(), 'app.asar.unpacked'), { recursive: true, withFileTypes: true })
  expect(beside.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([
    `${process.platform}-${process.arch}.node`,
  ])
})

test('licences lie beside the program, and nothing of a development build', () => {
  const names = readdirSync(resources())
  for (const name of ['LICENSE.galley.txt', 'third-party-notices.txt']) expect(names).toContain(name)
  expect(names).not.toContain('default_app.asar')
  expect(existsSync(join(folder, 'version'))).toBe(false)
})

test('the program says its version, which names an Electron that stands in', () => {
  const text = extractFile(join(resources(), 'app.asar'), 'package.json').toString('utf8')
  const { version } = JSON.parse(text) as { version: string }
  const names = `-standin.electron${electron.version}`
  expect(version.endsWith(names)).toBe(electron.standIn)
  expect(electron.version === electron.declared).toBe(!electron.standIn)
})

test('F79 (fuses) the packaged program is no Node, takes no options of one, and loads only its own archive: each fuse is as wanted', async () => {
  expect(await readFuses(program())).toEqual(wantedFuses)
})
