import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/check-regexps.mjs', import.meta.url))
const trees: string[] = []

/** Runs the check as the lint does, on a tree of the given files. */
function check(files: Record<string, string>) {
  const tree = mkdtempSync(join(tmpdir(), 'galley-regexps-'))
  trees.push(tree)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const { status, stderr } = spawnSync(process.execPath, [script, tree], { encoding: 'utf8' })
  return { status, lines: stderr.split('\n').filter((line) => line !== '') }
}

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
})

const refused: [file: string, text: string, words: string][] = [
  ['shared/literal.ts', String.raw`export const a = /(a+)+$/`, 'slow: exponential'],
  [
    'main/square.ts',
    String.raw`export const a = (b: string) => b.replace(/ +$/, '')`,
    '2nd degree polynomial',
  ],
  ['renderer/in-text.tsx', `export const a = new RegExp('(a+)+$')`, 'slow: exponential'],
  ['server/of-parts.ts', "const b = 'a+'\nexport const a = RegExp(`(${b})+$`, 'u')", 'slow: exponential'],
  ['preload/unknown.ts', `export const a = (b: string) => new RegExp(b)`, 'made at run time'],
  ['main/broken.ts', `export const a = new RegExp('(')`, 'not judged'],
  ['shared/lists/export-values.ts', `export const a = 1`, 'an exception is left'],
]

/** Files that pass: fast patterns, a string and a comment that look like slow ones, a slow one in a test. */
const taken: Record<string, string> = {
  'shared/literal.ts': String.raw`export const a = /^a+$/`,
  'main/of-parts.ts': "const B = String.raw`\\d+`\nexport const a = new RegExp(`^${B}$`, 'i')",
  'main/again.ts': `export const a = new RegExp(/^a+$/, 'g')`,
  'renderer/no-pattern.ts': `export const a = '/(a+)+$/' // /(a+)+$/`,
  'tests/a.test.ts': String.raw`export const a = /(a+)+$/`,
}

describe('the check of regular expressions', () => {
  let found: ReturnType<typeof check>
  beforeAll(() => {
    found = check(Object.fromEntries(refused.map(([file, text]) => [file, text])))
  })

  it.each(refused)('refuses %s with %s, which is %s', (file, _text, words) => {
    expect(found.status).toBe(1)
    expect(found.lines.filter((line) => line.startsWith(`${file}:`)).join('\n')).toContain(words)
  })

  it('complains once per expression', () => {
    expect(found.lines).toHaveLength(refused.length + 1)
  })

  it('passes what is not slow', () => {
    expect(check(taken)).toEqual({ status: 0, lines: [] })
  })
})
