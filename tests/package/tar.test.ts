import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apparmorCommands } from './apparmor-commands.ts'
import { makeSmallProgram } from './installed/small-program.ts'
import { inPackaging, inRoot } from './run-packaging.ts'

let work: string
beforeAll(() => {
  // A path that a shell and a profile must quote.
  work = join(mkdtempSync(join(tmpdir(), 'galley-tar-')), 'a folder')
  mkdirSync(work)
})
afterAll(() => rmSync(join(work, '..'), { recursive: true, force: true }))

test.runIf(process.platform === 'linux')(
  'M.07 (part) the tar.gz has the AppArmor profile, and the two commands of docs/deployment.md install it for its own path',
  () => {
    const unpacked = makeSmallProgram(join(work, 'program'))
    const what = { unpacked, version: '1.2.3', arch: 'x64', date: 1_700_000_000, output: work, fast: true }
    const file = String(inPackaging('linux/tar.mjs', `lib.makeTar(${JSON.stringify(what)})`))
    execFileSync('tar', ['-C', work, '-xzf', file])
    const folder = join(work, basename(file, '.tar.gz'))
    const shipped = readFileSync(join(folder, 'apparmor-profile'), 'utf8')
    expect(shipped).toBe(readFileSync(inRoot('packaging/linux/apparmor-profile'), 'utf8'))

    const profiles = join(work, 'apparmor.d')
    const tools = join(work, 'tools')
    for (const path of [profiles, tools]) mkdirSync(path)
    const parser = '#!/bin/sh\nprintf "%s\\n" "$@" > "$CALLED"\n'
    writeFileSync(join(tools, 'apparmor_parser'), parser, { mode: 0o755 })
    const called = join(work, 'called')
    // AppArmor goes by the real path, whatever link somebody has come by.
    const link = join(work, 'current')
    symlinkSync(folder, link)
    execFileSync('sh', ['-ec', apparmorCommands('"$PROFILES"')], {
      cwd: link,
      env: { PATH: `${tools}:/usr/bin:/bin`, PWD: link, PROFILES: profiles, CALLED: called },
    })
    expect(readFileSync(join(profiles, 'galley'), 'utf8')).toBe(
      shipped.replace('/usr/lib/galley/galley', `"${realpathSync(folder)}/galley"`),
    )
    expect(readFileSync(called, 'utf8')).toBe(`--replace\n${profiles}/galley\n`)
  },
)
