import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { policyKeys } from '../../main/policy/policy-keys.ts'
import { inPackaging, inRoot } from './run-packaging.ts'

/* Input of the Windows tools; npm run test:package reads back their output. */

const tree = JSON.stringify({
  name: '',
  path: '',
  files: ['Galley.exe', 'a&b.txt'],
  folders: [{ name: 'locales', path: 'locales', files: ['de.pak'], folders: [] }],
})
const what = `{ tree: ${tree}, unpacked: 'program', icon: 'icon.ico', title: 'Galley', version: '1.2.3',
  fullVersion: '1.2.3', file: 'setup.exe', compressor: 'zlib', finalize: null }`

test('an MSI is for the whole computer, replaces older versions and has each file as a component that keeps its id', () => {
  const wxs = String(inPackaging('windows/wxs.mjs', `lib.wxsFile(${what})`))
  expect(wxs).toContain('InstallScope="perMachine"')
  expect(wxs).toContain('UpgradeCode="B0B2F6A2-7C1D-4E0E-9E57-3C2B8C6B9D41"')
  expect(wxs.match(/<File /g)).toHaveLength(3)
  expect(wxs).toContain('Source="program/a&amp;b.txt"')
  const guids = [...wxs.matchAll(/<Component Id="[^"]+" Guid="([^"]+)"/g)].map(([, guid]) => guid)
  expect(new Set(guids).size).toBe(4)
  const later = String(inPackaging('windows/wxs.mjs', `lib.wxsFile({ ...${what}, fullVersion: '1.3.0' })`))
  expect([...later.matchAll(/<Component Id="[^"]+" Guid="([^"]+)"/g)].map(([, guid]) => guid)).toEqual(guids)
  const product = /<Product Id="([^"]+)"/
  expect(product.exec(later)?.[1]).not.toBe(product.exec(wxs)?.[1])
})

test('a setup.exe takes away by name what it has put there, and no folder as a whole', () => {
  const nsi = String(inPackaging('windows/nsi.mjs', `lib.nsiFile(${what})`))
  for (const path of ['Galley.exe', 'a&b.txt', String.raw`locales\de.pak`])
    expect(nsi).toContain(`Delete "$INSTDIR\\${path}"`)
  expect(nsi).not.toMatch(/RMDir \/r/)
  expect(nsi).toContain('RequestExecutionLevel admin')
})

test('M.07 MSI, setup.exe, pkg, dmg, deb and rpm are configured, each with a hook that signs it, and newer versions are asked for only where IT says', () => {
  const makes = inPackaging('make-packages.mjs', 'Object.keys(lib.targets)')
  expect(makes).toEqual(expect.arrayContaining(['msi', 'setup', 'deb', 'rpm']))
  // IT chooses the signer for Windows: a file, a token or a command; none is allowed, too.
  const signer = (env: Record<string, string>) =>
    inPackaging('signing/windows-signer.mjs', `typeof lib.windowsSigner(${JSON.stringify(env)})`)
  expect([signer({ GALLEY_SIGN_COMMAND: '/usr/local/bin/sign' }), signer({})]).toEqual(['function', 'object'])
  expect(inPackaging('signing/gpg.mjs', `lib.gpgKey({ GALLEY_GPG_KEY: 'IT' })`)).toBe('IT')
  const builder = readFileSync(inRoot('electron-builder.yml'), 'utf8').split('\n')
  expect(builder).toEqual(
    expect.arrayContaining([
      'afterSign: packaging/mac/notarise.mjs',
      '  target: [pkg, dmg]',
      '  hardenedRuntime: true',
      '  entitlements: packaging/mac/entitlements.plist',
      '  installLocation: /Applications',
    ]),
  )
  // Without IT's own feed no server is asked, and the builder's own updater is absent.
  expect(builder.filter((line) => line.startsWith('publish'))).toEqual([])
  expect(JSON.stringify(policyKeys.updates)).toContain('nobody is asked')
})
