import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFeed, waysToInstall } from '../../../main/updates/update-feed.ts'
import { newFeedSigner } from '../../support/update-feed.ts'
import { makeGpgHome } from '../gpg-home.ts'
import { inRoot } from '../run-packaging.ts'

/* The output of `npm run release -- --dry-run` for Linux, with keys of the tests. */

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
const address = 'https://files.example.org/galley/'
const command = 'sudo apt-get install --only-upgrade galley'
const signer = newFeedSigner()
let work: string
let output: string
let gpg: ReturnType<typeof makeGpgHome>

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'galley-release-'))
  gpg = makeGpgHome()
  output = join(work, 'out')
  const keyFile = join(work, 'feed.pem')
  writeFileSync(keyFile, signer.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const details = join(work, 'details.json')
  writeFileSync(
    details,
    JSON.stringify({ minimal: version, notes: 'For trying out', commands: { linux: command } }),
  )
  const env = {
    GALLEY_FEED_KEY_FILE: keyFile,
    GALLEY_FEED_FOLDER: address,
    GALLEY_FEED_CHANNEL: 'early',
    GALLEY_FEED_DETAILS: details,
    GALLEY_GPG_KEY: gpg.key,
    ...gpg.env,
  }
  release(['--dry-run', '--output', output, 'deb', 'rpm'], env)
})
afterAll(() => {
  gpg.remove()
  rmSync(work, { recursive: true, force: true })
})

function release(args: readonly string[], env: Record<string, string>): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...args], {
    cwd: inRoot('.'),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`.trim())
}

/** Returns the one file with this end of its name. */
function made(end: string): string {
  const [name, ...others] = readdirSync(output).filter((file) => file.endsWith(end))
  if (name === undefined || others.length > 0)
    throw new Error(`not one ${end}: ${readdirSync(output).join(' ')}`)
  return join(output, name)
}
const read = (end: string): string => readFileSync(made(end), 'utf8')
const gpgOptions = () => ({ cwd: output, env: { ...process.env, ...gpg.env }, encoding: 'utf8' as const })

test('M.07 (part) a release holds packages, SBOM, change log, feed, checksums and their signature, and nothing else', () => {
  const names = readdirSync(output).map((name) => name.replace(version, 'VERSION'))
  // Without Electron's version in the names.
  expect(names.map((name) => name.replace(/[-~]standin\.electron[\d.]+\d/, '')).toSorted()).toEqual([
    'SHA256SUMS',
    'SHA256SUMS.asc',
    'changes.md',
    'early.json',
    'galley-VERSION-1.x86_64.rpm',
    'galley-VERSION-linux-x64.cdx.json',
    'galley_VERSION_amd64.deb',
  ])
  const field = (name: string) =>
    execFileSync('dpkg-deb', ['--field', made('.deb'), name], { encoding: 'utf8' })
  expect([field('Package').trim(), field('Version').trim().split('~')[0]]).toEqual(['galley', version])
})

test('M.07 (part) its checksums are of every file, and they and the rpm are signed with the key', () => {
  const listed = read('SHA256SUMS').trim().split('\n')
  const files = readdirSync(output).filter((name) => !name.startsWith('SHA256SUMS'))
  expect(listed.map((line) => line.split('  ')[1])).toEqual(files.toSorted())
  expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], gpgOptions()).status).toBe(0)
  expect(spawnSync('gpg', ['--verify', 'SHA256SUMS.asc', 'SHA256SUMS'], gpgOptions()).status).toBe(0)

  const key = join(work, 'key.asc')
  writeFileSync(key, execFileSync('gpg', ['--armor', '--export', gpg.key], gpgOptions()))
  const keys = ['--dbpath', join(work, 'keys')]
  execFileSync('rpmkeys', [...keys, '--import', key])
  const checked = spawnSync('rpmkeys', [...keys, '--checksig', made('.rpm')], { encoding: 'utf8' })
  expect(checked.stdout).toBe(`${made('.rpm')}: digests signatures OK\n`)
})

test('M.07 (part) its change log has the commits, and its SBOM the version and the packages', () => {
  const title = execFileSync('git', ['log', '-1', '--no-merges', '--format=%s'], {
    cwd: inRoot('.'),
    encoding: 'utf8',
  }).trim()
  const [heading, ...lines] = read('changes.md').split('\n')
  expect(heading).toBe(`# Galley ${version}`)
  expect(lines).toContain(`- ${title.replace(/^[a-z][\w-]*: /, '')}`)

  const sbom = JSON.parse(read('.cdx.json')) as {
    bomFormat: string
    metadata: { component: { version: string } }
    components: { name: string }[]
  }
  expect(sbom.bomFormat).toBe('CycloneDX')
  expect(sbom.metadata.component.version.split('-')[0]).toBe(version)
  expect(sbom.components.map(({ name }) => name)).toContain('better-sqlite3')
})

test('M.07 (part) a program whose policy names its feed takes it, and is led to the deb that lies beside it', () => {
  const policy = { feed: `${address}early.json`, channel: 'early', key: signer.key }
  const how = { policy, current: '0.0.1', newest: null, now: new Date() }
  const answer = readFeed(read('early.json'), how)
  if (answer.outcome !== 'release') throw new Error(`refused as ${answer.why}`)
  expect(answer).toMatchObject({
    isNewer: true,
    release: { version, minimal: version, notes: 'For trying out' },
  })
  const deb = made('.deb')
  expect(waysToInstall(answer.release, 'linux')).toMatchObject({
    command,
    installer: {
      url: `${address}${encodeURIComponent(basename(deb))}`,
      sha256: createHash('sha256').update(readFileSync(deb)).digest('hex'),
      size: statSync(deb).size,
    },
  })
  const other = { ...how, policy: { ...policy, key: newFeedSigner().key } }
  expect(readFeed(read('early.json'), other)).toEqual({ outcome: 'refused', why: 'forged' })
})

test('a release that is no trial and has no key for its feed stops in words, and makes nothing', () => {
  const nowhere = join(work, 'nowhere')
  const none = { GALLEY_FEED_KEY_FILE: '', GALLEY_FEED_FOLDER: '' }
  expect(() => release(['--output', nowhere, 'deb'], none)).toThrow('set GALLEY_FEED_KEY_FILE')
  expect(existsSync(nowhere)).toBe(false)
})

test('a folder that is there already is left as it is', () => {
  const before = readdirSync(output)
  expect(() => release(['--dry-run', '--output', output, 'deb'], {})).toThrow('is there already')
  expect(readdirSync(output)).toEqual(before)
})
