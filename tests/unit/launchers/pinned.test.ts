import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inRoot, inScripts } from './run-script.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-pinned-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A package of one program, and an npm that hands it out whatever it is asked for. */
function aPackage(): { env: NodeJS.ProcessEnv; sha512: string } {
  mkdirSync(join(folder, 'package', 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package', 'bin', 'tool'), 'the program')
  const archive = join(folder, 'tool-1.0.0.tgz')
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package'])
  mkdirSync(join(folder, 'path'))
  writeFileSync(join(folder, 'path', 'npm'), `#!/bin/sh\ncp ${archive} .\n`)
  chmodSync(join(folder, 'path', 'npm'), 0o755)
  const sha512 = createHash('sha512').update(readFileSync(archive)).digest('base64')
  const { npm_execpath: _npm, ...env } = process.env
  return { env: { ...env, PATH: `${join(folder, 'path')}:${env['PATH'] ?? ''}` }, sha512 }
}

function fetchIt(env: NodeJS.ProcessEnv, sha512: string): string {
  const pinned = JSON.stringify({ name: 'tool', version: '1.0.0', sha512 })
  const code = `import { fetchPinned } from ${JSON.stringify(inRoot('scripts/lib/pinned-package.mjs'))}
    fetchPinned(${pinned}, ${JSON.stringify(join(folder, 'cache', 'tool'))}, ['tool'])`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' })
  return run.status === 0 ? 'ok' : run.stderr
}

it.runIf(process.platform !== 'win32')('F77 a program is used where it is the file that was examined', () => {
  const { env, sha512 } = aPackage()
  expect(fetchIt(env, sha512)).toBe('ok')
  expect(readFileSync(join(folder, 'cache', 'tool', 'tool'), 'utf8')).toBe('the program')
  expect(readdirSync(join(folder, 'cache'))).toEqual(['tool'])
})

it.runIf(process.platform !== 'win32')('F77 another file is refused and leaves nothing behind', () => {
  const { env } = aPackage()
  expect(fetchIt(env, 'AAAA')).toContain('tool@1.0.0 is not the file that was examined')
  expect(existsSync(join(folder, 'cache', 'tool'))).toBe(false)
  expect(readdirSync(join(folder, 'cache'))).toEqual([])
})

it('F77 Node and the stand-in for Electron are pinned by exact version and checksum', () => {
  for (const file of ['node-version.mjs', 'electron.mjs']) {
    const text = readFileSync(inRoot(`scripts/lib/${file}`), 'utf8')
    expect(text).toMatch(/(?:fetched =|version:) '\d+\.\d+\.\d+'/)
    expect(text).toMatch(/sha512: '[A-Za-z0-9+/]{86}=='/)
    expect(text).not.toMatch(/npm.*exec/)
  }
})

it('F77 the checksums of Electron are those of its package, not those of the host that it comes from', () => {
  const given = {
    PATH: '/bin',
    electron_use_remote_checksums: '1',
    npm_config_electron_use_remote_checksums: '1',
    ELECTRON_OVERRIDE_DIST_PATH: '/x',
    ELECTRON_EXEC_PATH: '/x/electron',
    ELECTRON_MIRROR: 'https://mirror.example.com/',
  }
  expect(inScripts('electron.mjs', `lib.installerEnvironment(${JSON.stringify(given)})`)).toEqual({
    PATH: '/bin',
    ELECTRON_MIRROR: 'https://mirror.example.com/',
  })
  for (const words of [
    'Generated checksum for "electron.zip" did not match expected checksum',
    'sha256 differs; fetch failed',
  ])
    expect(inScripts('electron.mjs', `lib.isOutage(${JSON.stringify(words)})`)).toBe(false)
})
