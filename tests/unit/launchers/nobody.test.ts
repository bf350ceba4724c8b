import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { inRoot, inScripts } from './run-script.ts'

const worldWritable = (folder: string) =>
  inScripts('nobody.mjs', `lib.worldWritable(${JSON.stringify(folder)})`)

it.runIf(process.platform !== 'win32')('F77 what anybody may write is found, below links nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-open-'))
  try {
    mkdirSync(join(folder, 'shared'))
    writeFileSync(join(folder, 'shared', 'file'), '')
    chmodSync(join(folder, 'shared', 'file'), 0o666)
    mkdirSync(join(folder, 'sticky'))
    chmodSync(join(folder, 'sticky'), 0o1777)
    symlinkSync('/tmp', join(folder, 'link'))
    expect(worldWritable(folder)).toEqual([join(folder, 'shared', 'file'), join(folder, 'sticky')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it.runIf(process.platform === 'linux')(
  'F77 nobody is given its own folders for a run and no file from elsewhere, and nothing is open to everybody',
  () => {
    const checkout = mkdtempSync(join(tmpdir(), 'galley-checkout-'))
    try {
      cpSync(inRoot('scripts/lib'), join(checkout, 'scripts', 'lib'), { recursive: true })
      for (const file of ['package.json', 'out/main/index.js', 'node_modules/vitest/package.json']) {
        mkdirSync(join(checkout, dirname(file)), { recursive: true })
        writeFileSync(join(checkout, file), '{}')
      }
      mkdirSync(join(checkout, '.cache', 'e2e'), { recursive: true })
      // As somebody left it there: the same file has another name elsewhere.
      writeFileSync(join(checkout, 'another'), '')
      linkSync(join(checkout, 'another'), join(checkout, '.cache/e2e/another'))
      // As earlier versions left it.
      chmodSync(join(checkout, '.cache'), 0o1777)
      chmodSync(checkout, 0o755)
      const code = `import { prepareNobody } from ${JSON.stringify(join(checkout, 'scripts/lib/nobody.mjs'))}
      import { lstatSync } from 'node:fs'
      import { join } from 'node:path'
      const owner = (name = '.cache/e2e') => lstatSync(join(${JSON.stringify(checkout)}, name)).uid
      const before = owner('another')
      const user = prepareNobody('/bin/true')
      const during = user.as ? owner() : 65534
      const isOther = owner('another') === before
      user.cleanUp?.()
      process.stdout.write(JSON.stringify([during, isOther, user.as ? owner() : process.getuid()]))`
      const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        encoding: 'utf8',
      })
      expect(JSON.parse(printed)).toEqual([65534, true, process.getuid?.()])
      const open = process.getuid?.() === 0 ? worldWritable(checkout) : []
      expect(open).toEqual([])
    } finally {
      rmSync(checkout, { recursive: true, force: true })
    }
  },
)
