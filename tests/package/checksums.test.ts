import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGpgHome } from './gpg-home.ts'
import { inPackaging } from './run-packaging.ts'

let folder: string
let gpg: ReturnType<typeof makeGpgHome>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-sums-'))
  gpg = makeGpgHome()
})
afterAll(() => {
  gpg.remove()
  rmSync(folder, { recursive: true, force: true })
})

test.runIf(process.platform === 'linux')(
  'M.07 (part) checksums are signed: a package, or a list of them, that somebody has changed is found',
  () => {
    const file = join(folder, 'galley.deb')
    writeFileSync(file, 'a package')
    const env = { ...gpg.env, GALLEY_GPG_KEY: gpg.key }
    const call = `lib.writeSums(${JSON.stringify([file])}, ${JSON.stringify(folder)})`
    expect(inPackaging('signing/gpg.mjs', call, { env })).toEqual([
      join(folder, 'SHA256SUMS'),
      join(folder, 'SHA256SUMS.asc'),
    ])
    const options = { cwd: folder, env: { ...process.env, ...gpg.env }, encoding: 'utf8' as const }
    const verify = () => spawnSync('gpg', ['--verify', 'SHA256SUMS.asc', 'SHA256SUMS'], options).status
    const check = () => spawnSync('sha256sum', ['--check', 'SHA256SUMS'], options).status
    expect([verify(), check()]).toEqual([0, 0])

    appendFileSync(file, '!')
    expect([verify(), check()]).toEqual([0, 1])
    const own = execFileSync('sha256sum', ['galley.deb'], options)
    writeFileSync(join(folder, 'SHA256SUMS'), own)
    expect([verify(), check()]).toEqual([1, 0])
  },
)

test('without a key there are checksums without a signature', () => {
  const file = join(folder, 'other.deb')
  writeFileSync(file, 'another')
  const call = `lib.writeSums(${JSON.stringify([file])}, ${JSON.stringify(folder)}, null)`
  expect(inPackaging('signing/gpg.mjs', call)).toEqual([join(folder, 'SHA256SUMS')])
})
