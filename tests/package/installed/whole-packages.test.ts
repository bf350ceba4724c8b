import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../e2e/support/galley-app.ts'
import { startCms, type Cms } from '../../integration/support/cms.ts'
import { inPackaging } from '../run-packaging.ts'
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
