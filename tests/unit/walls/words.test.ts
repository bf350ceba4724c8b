import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/check-words.mjs', import.meta.url))
const trees: string[] = []

/** Runs the check as the lint does, on a tree of one file. */
function check(file: string, text: string) {
  const tree = mkdtempSync(join(tmpdir(), 'galley-words-'))
  trees.push(tree)
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
  const { status, stderr } = spawnSync(process.execPath, [script, tree], { encoding: 'utf8' })
  return { status, lines: stderr.split('\n').filter((line) => line.startsWith(file)) }
}

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
})

it.each([
  ['main/a.ts', '/** What is left. */\nexport const a = 1'],
  ['shared/a.ts', '\n/**\n * Whether it is there.\n */\nexport const a = 1'],
  ['renderer/a.tsx', 'export const a = 1 // Of the list.'],
  ['tests/a.test.ts', '// First.\n\n// Null where nothing is.\n'],
])('refuses the comment in %s', (file, text) => {
  const { status, lines } = check(file, text)
  expect(status).toBe(1)
  expect(lines).toHaveLength(1)
})

it.each(['main/for-a-copy.ts', 'renderer/MyList.tsx', 'shared/at-most.ts', 'scripts/two_words.mjs'])(
  'refuses the name of %s',
  (file) => {
    expect(check(file, 'export const a = 1').lines).toEqual([
      `${file}:1: is not named for a noun or an action`,
    ])
  },
)

it.each([
  ['main/author.ts', '/** The author. What else is known stands below. */'],
  [
    'shared/where-clause.ts',
    '// The first line of a comment,\n// Of which the second may begin as it likes.',
  ],
  ['renderer/list.module.ts', "export const a = '/** What is no comment. */'"],
])('takes %s', (file, text) => {
  expect(check(file, text).status).toBe(0)
})
