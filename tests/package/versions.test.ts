import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inPackaging, inRoot } from './run-packaging.ts'

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
const standIn = `{ version: '42.0.0', declared: '45.3.4', standIn: true }`
const official = `{ version: '45.3.4', declared: '45.3.4', standIn: false }`

test('the version of a package names an Electron that stands in for the declared one, and sorts before the real one', () => {
  expect(inPackaging('identity.mjs', `lib.packageVersion(${official})`)).toBe(version)
  expect(inPackaging('identity.mjs', `lib.packageVersion(${standIn})`)).toBe(
    `${version}-standin.electron42.0.0`,
  )
  expect(inPackaging('identity.mjs', `lib.linuxVersion(lib.packageVersion(${standIn}))`)).toBe(
    `${version}~standin.electron42.0.0`,
  )
})

test('a release with an Electron that stands in is refused', () => {
  expect(inPackaging('identity.mjs', `lib.whyNoRelease(${standIn})`)).toBe(
    'a release has Electron 45.3.4, and what is here is 42.0.0 of a third party',
  )
})

test('the time in a package is that of the commit, or the one that is given', () => {
  const commit = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: inRoot('.'), encoding: 'utf8' })
  expect(inPackaging('identity.mjs', 'lib.sourceDate({})')).toBe(Number(commit))
  expect(inPackaging('identity.mjs', `lib.sourceDate({ SOURCE_DATE_EPOCH: '12' })`)).toBe(12)
  expect(() => inPackaging('identity.mjs', `lib.sourceDate({ SOURCE_DATE_EPOCH: 'now' })`)).toThrow(
    'no number',
  )
})
