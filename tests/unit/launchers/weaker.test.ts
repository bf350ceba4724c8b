import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inRoot, inScripts } from './run-script.ts'

const weaker = (run: unknown) => inScripts('weaker.mjs', `lib.weakerThanRelease(${JSON.stringify(run)})`)
const judge = (words: string | null, ...args: string[]) =>
  inScripts('weaker.mjs', `lib.judgeWeaker(${JSON.stringify(words)}, ${JSON.stringify(args)})`)

it('F77 what is weaker than in a release is said in one sentence', () => {
  const instead = 'another build'
  expect(weaker({ electron: { instead: null }, sandbox: true })).toBeNull()
  expect(weaker({ electron: { instead: null }, sandbox: false })).toBe(
    "Weaker than a release: Chromium's sandbox is off.",
  )
  expect(weaker({ electron: { instead }, sandbox: false })).toBe(
    "Weaker than a release: Chromium's sandbox is off, and Electron is not the official one but another build.",
  )
})

it('F77 switches that weaken it are said by their names, whatever stands behind them', () => {
  const given = (...args: string[]) => weaker({ electron: { instead: null }, sandbox: true, args })
  expect(given('--lang=de', '--server=http://localhost:3000')).toBeNull()
  for (const [arg, name] of [
    ['--no-sandbox', '--no-sandbox'],
    ['--no-sandbox=1', '--no-sandbox'],
    ['-no-sandbox', '--no-sandbox'],
    ['--host-resolver-rules=', '--host-resolver-rules'],
    ['--ignore-certificate-errors', '--ignore-certificate-errors'],
    ['--disable-web-security', '--disable-web-security'],
  ] as const)
    expect(given(arg)).toBe(`Weaker than a release: it is opened with ${name}.`)
})

it('F77 a server that is not of this computer is refused, unless the flag accepts it', () => {
  for (const server of [
    'https://cms.example.com',
    'cms.example.com',
    'http://127.0.0.1@example.com',
    'http://[',
    '',
  ])
    expect(judge('Weaker.', `--server=${server}`)).toEqual({
      refused: `Weaker. So ${server} is not opened; --accept-weaker opens it all the same.`,
      switches: [],
    })
  const nothing = { refused: null, switches: [] }
  expect(judge('Weaker.', '--server=https://cms.example.com', '--accept-weaker')).toEqual(nothing)
  expect(judge(null, '--server=https://cms.example.com')).toEqual(nothing)
  // The last one counts for the app, whichever is the first.
  const both = ['--server=http://localhost:3000', '--server=https://cms.example.com']
  expect(judge('Weaker.', ...both)).toMatchObject({ switches: [] })
})

it('F77 with a server on this computer it goes on, and reaches no other that is named in the window', () => {
  for (const args of [
    [],
    ['--server=http://127.0.0.1:3000'],
    ['--server=localhost:3000'],
    ['--server=http://[::1]:3000'],
  ])
    expect(judge('Weaker.', ...args)).toEqual({
      refused: null,
      switches: [expect.stringMatching(/^--host-resolver-rules=MAP \* ~NOTFOUND/), '--no-proxy-server'],
    })
})

it.runIf(process.platform === 'linux')(
  'F77 npm start refuses such a server in one sentence and opens nothing',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-launcher-'))
    try {
      const opened = join(folder, 'opened')
      writeFileSync(join(folder, 'electron'), `#!/bin/sh\ntouch ${opened}\n`)
      chmodSync(join(folder, 'electron'), 0o755)
      const env = {
        ...process.env,
        ELECTRON_OVERRIDE_DIST_PATH: folder,
        ELECTRON_EXEC_PATH: join(folder, 'electron'),
      }
      const args = [inRoot('scripts/start.mjs'), '--server=https://cms.example.com']
      const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
      expect(stderr).toMatch(/^galley: Weaker than a release: .*ELECTRON_OVERRIDE_DIST_PATH.*\n$/)
      expect(stderr).toContain(
        'So https://cms.example.com is not opened; --accept-weaker opens it all the same.',
      )
      expect(status).toBe(1)
      expect(existsSync(opened)).toBe(false)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
