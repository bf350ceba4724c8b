import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inPackaging } from './run-packaging.ts'

/* The content of Linux packages, made from a stand-in folder of the program. */

const date = 1_700_000_000
let work: string
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'galley-tree-'))
  mkdirSync(join(work, 'unpacked/resources'), { recursive: true })
  writeFileSync(join(work, 'unpacked/galley'), 'the program')
  writeFileSync(join(work, 'unpacked/chrome-sandbox'), 'the helper')
  writeFileSync(join(work, 'unpacked/resources/app.asar'), 'the app', { mode: 0o666 })
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

function layOut(name: string, umask: number): Map<string, string> {
  const root = join(work, name)
  const what = JSON.stringify({ unpacked: join(work, 'unpacked'), root, date })
  inPackaging('linux/tree.mjs', `lib.makeTree(${what})`, { umask })
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()
  return new Map(files.map((file) => [file, describe(join(root, file))]))
}

/** Returns mode, time and content in one line. */
function describe(path: string): string {
  const stats = lstatSync(path)
  const mode = stats.isSymbolicLink() ? 'link' : (stats.mode & 0o7777).toString(8)
  const content = stats.isSymbolicLink()
    ? readlinkSync(path)
    : stats.isDirectory()
      ? 'folder'
      : createHash('sha256').update(readFileSync(path)).digest('hex')
  return `${mode} ${stats.mtimeMs / 1000} ${content}`
}

test.runIf(process.platform === 'linux')(
  'the same folder makes the same files, whatever the umask: modes, times and bytes',
  () => {
    const tree = layOut('one', 0o022)
    expect(layOut('two', 0o077)).toEqual(tree)
    expect(tree.get('usr/bin/galley')).toBe(`link ${date} ../lib/galley/galley`)
    expect(tree.get('usr/lib/galley/galley')).toMatch(/^755 /)
    expect(tree.get('usr/lib/galley/chrome-sandbox')).toMatch(/^755 /)
    expect(tree.get('usr/lib/galley/resources/app.asar')).toMatch(/^644 /)
    expect(tree.get('usr/share/doc/galley/policy/policy.schema.json')).toMatch(/^644 /)
    expect([...tree.keys()].filter((name) => name.endsWith('/galley.png'))).toHaveLength(8)
    expect([...tree.values()].filter((line) => !line.includes(` ${date} `))).toEqual([])
  },
)

test('a library whose package is not known is refused', () => {
  const code = `lib.debianDependencies(['libc.so.6', 'libnew.so.1'], '2.34')`
  expect(() => inPackaging('linux/needed.mjs', code)).toThrow('does not know the package of libnew.so.1')
  expect(
    inPackaging('linux/needed.mjs', `lib.debianDependencies(['libc.so.6', 'libm.so.6'], '2.34')`),
  ).toEqual(['libc6 (>= 2.34)', 'xdg-utils'])
})
