import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFuses, wantedFuses } from '../fuses.ts'
import { inPackaging } from '../run-packaging.ts'
import { makeCertificates, type Certificates } from './certificates.ts'

/* Windows packages, made here and signed with a test certificate; read back, not run. */

let work: string
let certificates: Certificates
let stamps: ChildProcess
let env: Record<string, string>
let msi: string
let setup: string
let version: string

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'galley-windows-'))
  certificates = makeCertificates(work)
  const { certificate, key } = certificates.stamper
  const server = join(import.meta.dirname, 'serve-time-stamps.ts')
  stamps = spawn(process.execPath, [server, work, certificate, key], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(stamps.stdout ?? stamps, 'data')) as [Buffer]
  const { pkcs12, passwordFile } = certificates.signer
  env = {
    GALLEY_SIGN_FILE: pkcs12,
    GALLEY_SIGN_PASSWORD_FILE: passwordFile,
    GALLEY_SIGN_TIMESTAMP: `http://127.0.0.1:${port.toString().trim()}`,
  }
  const how = JSON.stringify({ arch: 'x64', release: false, fast: true, output: join(work, 'made') })
  const made = inPackaging('make-packages.mjs', `lib.makePackages(['msi', 'setup'], ${how})`, {
    env,
  }) as string[]
  ;[msi = '', setup = ''] = made
  version = /galley-([^/]+)-x64\.msi$/.exec(msi)?.[1] ?? ''
  execFileSync('msiextract', ['-C', join(work, 'extracted'), msi])
})
afterAll(() => {
  stamps.kill()
  rmSync(work, { recursive: true, force: true })
})

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()
const table = (name: string): string[][] =>
  execFileSync('msiinfo', ['export', msi, name], { encoding: 'utf8' })
    .trim()
    .split(/\r?\n/)
    .slice(3)
    .map((line) => line.split('\t'))

/** Checks a signature with osslsigncode; signer and time stamp both come from the tests' authority. */
function verify(file: string): { ok: boolean; words: string } {
  const { authority } = certificates
  const args = ['verify', '-CAfile', authority, '-TSA-CAfile', authority, '-in', file]
  const { status, stdout } = spawnSync('osslsigncode', args, { encoding: 'utf8' })
  return { ok: status === 0, words: stdout }
}

test('M.07 (part) an MSI is for the whole computer, replaces what is older or as old, and refuses to go back', () => {
  const properties = Object.fromEntries(table('Property')) as Record<string, string>
  expect(properties).toMatchObject({
    ALLUSERS: '1',
    ProductVersion: version.replace(/-.*/, ''),
    UpgradeCode: '{B0B2F6A2-7C1D-4E0E-9E57-3C2B8C6B9D41}',
  })
  expect(properties['ProductName']?.includes('standin')).toBe(version.includes('standin'))
  const ranges = table('Upgrade').map(([, from, to, , attributes, , does]) => [from, to, attributes, does])
  const own = properties['ProductVersion'] ?? ''
  const next = inPackaging('windows/wxs.mjs', `lib.nextAfter(${JSON.stringify(own)})`)
  // 256: inclusive minimum. Without 512 the maximum is exclusive: the next version, so that an equal one is replaced as
  // well. 2: only detected.
  expect(ranges).toHaveLength(2)
  expect(ranges).toContainEqual(['0.0.0', next, '256', 'OLDER'])
  expect(ranges).toContainEqual([own, '', '2', 'NEWER'])
  expect(table('LaunchCondition')[0]?.[0]).toBe('NOT NEWER')
  expect(table('Shortcut').map(([, where, , , target]) => [where, target])).toEqual([
    ['ProgramMenuFolder', '[INSTALLDIR]Galley.exe'],
  ])
})

test('M.07 (part) what comes out of the MSI is the packed program, each file and each byte', () => {
  const packed = join(work, 'made/win-unpacked')
  const out = join(work, 'extracted/Galley')
  expect(filesBelow(out)).toEqual(filesBelow(packed))
  const binaries = filesBelow(out).filter((name) => name.endsWith('.node'))
  expect(binaries.map((name) => basename(name))).toEqual(['win32-x64.node'])
  for (const name of filesBelow(packed))
    expect([name, readFileSync(join(out, name)).equals(readFileSync(join(packed, name)))]).toEqual([
      name,
      true,
    ])
})

test('the setup.exe holds each file of the program and its own removal', () => {
  const lines = execFileSync('7zz', ['l', '-slt', setup], { encoding: 'utf8' })
  const names = [...lines.matchAll(/^Path = (.+)$/gm)].map(([, name = '']) => name.replaceAll('\\', '/'))
  const expected = [...filesBelow(join(work, 'made/win-unpacked')), 'uninstall.exe']
  expect(expected.filter((name) => !names.includes(name))).toEqual([])
})

test('M.07 (part) program, libraries, MSI and setup.exe are signed and time-stamped, and a changed one is found', () => {
  const program = join(work, 'extracted/Galley')
  const code = filesBelow(program).filter((name) => /\.(?:exe|dll|node)$/.test(name))
  expect(code).toContain('Galley.exe')
  const files = [...code.map((name) => join(program, name)), msi, setup]
  const unsigned = files.filter((file) => !verify(file).ok)
  // A file signed by its own maker keeps that signature, which the tests' authority does not cover.
  expect(unsigned.filter((file) => !verify(file).words.includes('Microsoft'))).toEqual([])
  expect(verify(setup).words).toMatch(/Timestamp Server Signature verification: ok/i)
  // All signed files, and the uninstaller, which only makensis sees.
  expect(readFileSync(join(work, 'stamped')).length).toBe(files.length - unsigned.length + 1)

  const changed = join(work, 'changed.exe')
  const bytes = readFileSync(setup)
  bytes.writeUInt8(bytes.readUInt8(90_000) ^ 1, 90_000)
  writeFileSync(changed, bytes)
  expect(verify(changed).ok).toBe(false)
})

test('F79 (fuses) the program for Windows knows the hash of its archive and has its fuses as on Linux', async () => {
  const program = join(work, 'extracted/Galley/Galley.exe')
  expect(await readFuses(program)).toEqual(wantedFuses)
  expect(readFileSync(program).includes('"alg":"SHA256"')).toBe(true)
})

test('M.07 (part) the key may lie in a token (PKCS#11), or a command of one’s own may sign', () => {
  const file = join(work, 'by-token.exe')
  copyFileSync('/usr/share/nsis/Plugins/amd64-unicode/System.dll', file)
  const tokens = join(work, 'tokens')
  mkdirSync(tokens)
  const conf = join(work, 'softhsm.conf')
  writeFileSync(conf, `directories.tokendir = ${tokens}\nobjectstore.backend = file\n`)
  writeFileSync(join(work, 'pin'), '1234')
  const own = { SOFTHSM2_CONF: conf }
  const run = (command: string, ...args: string[]): void =>
    void execFileSync(command, args, { env: { ...process.env, ...own }, stdio: 'pipe' })
  run('softhsm2-util', '--init-token', '--free', '--label', 'galley', '--pin', '1234', '--so-pin', '5678')
  const imported = [
    '--import',
    certificates.signer.key,
    '--token',
    'galley',
    '--label',
    'signer',
    '--id',
    '01',
  ]
  run('softhsm2-util', ...imported, '--pin', '1234')
  const call = `lib.windowsSigner()(${JSON.stringify(file)})`
  inPackaging('signing/windows-signer.mjs', call, {
    env: {
      ...own,
      GALLEY_SIGN_PKCS11_MODULE: '/usr/lib/softhsm/libsofthsm2.so',
      GALLEY_SIGN_PKCS11_CERTIFICATE: certificates.signer.certificate,
      GALLEY_SIGN_PKCS11_KEY: 'pkcs11:token=galley;object=signer;type=private',
      GALLEY_SIGN_PASSWORD_FILE: join(work, 'pin'),
    },
  })
  expect(verify(file)).toMatchObject({ ok: true })

  const command = join(work, 'sign.sh')
  writeFileSync(command, '#!/bin/sh\nprintf signed >> "$1"\n', { mode: 0o755 })
  writeFileSync(join(work, 'any'), '')
  inPackaging('signing/windows-signer.mjs', `lib.windowsSigner()(${JSON.stringify(join(work, 'any'))})`, {
    env: { GALLEY_SIGN_COMMAND: command },
  })
  expect(readFileSync(join(work, 'any'), 'utf8')).toBe('signed')
})
