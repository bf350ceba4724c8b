import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const script = inRoot('scripts/third-party-notices.mjs')
const notices = readFileSync(inRoot('resources/third-party-notices.txt'), 'utf8')
/** `name version (licence)`, one line each. */
const packages = [...notices.matchAll(/^(\S+) (\d\S*) \((.+)\)$/gm)].map(([, name, , license]) => ({
  name,
  license,
}))

test('F37 the notices name every package that ships, in the version that ships', () => {
  expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toBe('')
})

test('F37 (which packages) those of windows, of main and what these bring along are there, tools are not', () => {
  const names = packages.map(({ name }) => name)
  for (const name of [
    'electron',
    'better-sqlite3',
    'electron-store',
    'react',
    'scheduler',
    'qs-esm',
    'valibot',
  ])
    expect(names).toContain(name)
  for (const name of ['vite', 'vitest', 'typescript', 'payload', '@types/react', 'playwright'])
    expect(names).not.toContain(name)
})

test('F37 no package ships under terms that the app could not go out with', () => {
  const known = [
    'MIT',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    '(MIT OR CC0-1.0)',
    'OFL-1.1',
  ]
  expect(packages.filter(({ license }) => !known.includes(license ?? ''))).toEqual([])
})
