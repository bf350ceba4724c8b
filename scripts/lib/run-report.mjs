// The result of a Vitest run, read from the lines of run-reporter.mjs.
import { readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot } from './project.mjs'

/** Number of the slowest files that a part lists. */
const DEAREST = 5

/**
 * Counts a run. Everything that is not a test that ran and passed counts as failed: a failing test, a file that could
 * not be loaded or did not end, a test that was skipped, a run without any test, an error that belongs to no test, a
 * runner that ended badly after its report or wrote none.
 * @param {number} code the runner's exit code
 * @param {{mayBeEmpty?: boolean}} options `mayBeEmpty`: a run that ended well without a file is one of no tests
 * @returns {{passed: number, failed: number, remarks: string[], dearest: string[], files: object[]}} `remarks` has in
 *   words what failed. `files` are the files that failed, each `{file, tests, passed, failed, remarks}`: its path from
 *   the root, and the names of its tests that failed
 */
export function countRun(path, code, { mayBeEmpty = false } = {}) {
  const lines = read(path)
  if (mayBeEmpty && code === 0 && !lines.some(({ event }) => event === 'queued')) return counted({})
  if (lines.length === 0)
    return counted({ failed: 1, remarks: [`the runner ended with code ${code} and left no report`] })
  const ended = lines.filter(({ event }) => event === 'file-ended').map(resultOf)
  const known = new Set(ended.map(({ file }) => file))
  const cut = lines
    .filter(({ event }) => event === 'queued')
    .map(({ file }) => relative(inRoot(), file))
    .filter((file) => !known.has(file))
    .map((file) => ({ file, tests: [], passed: 0, failed: 1, remarks: [`FAILED ${file}: did not end`] }))
  const results = [...ended, ...cut]
  const passed = sum(results, 'passed')
  const ofNoTest = lines.flatMap(({ event, words }) => (event === 'run-ended' ? words : []))
  const remarks = [
    ...results.flatMap(({ remarks: own }) => own),
    ...ofNoTest.map((words) => `FAILED outside of every test: ${beginning(words)}`),
  ]
  let failed = sum(results, 'failed') + ofNoTest.length
  if (passed + failed === 0) {
    remarks.push('no test ran')
    failed = 1
  }
  if (code !== 0 && failed === 0) {
    remarks.push(`every test passed, but the runner ended with code ${code}`)
    failed = 1
  }
  const dearest = ended
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, DEAREST)
    .map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`)
  const files = results.filter((file) => file.failed > 0)
  return counted({ passed, failed, remarks, dearest, files })
}

const counted = (some) => ({ passed: 0, failed: 0, remarks: [], dearest: [], files: [], ...some })

/** Tests that have begun and not ended, as `FILE: TEST`; for a run that hangs. */
export function runningTests(path) {
  const running = new Set()
  for (const { event, file, test } of read(path)) {
    const name = `${file === undefined ? '' : relative(inRoot(), file)}: ${test}`
    if (event === 'test-begun') running.add(name)
    if (event === 'test-ended') running.delete(name)
  }
  return [...running]
}

/** Time of the last event of a run, in milliseconds since 1970; null: none yet. */
export function lastHeard(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

/** Reads the events; a line that a dying runner did not finish is skipped. */
function read(path) {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

function resultOf({ file: path, seconds, tests, isBroken, words }) {
  const file = relative(inRoot(), path)
  const withState = (state) => tests.filter((test) => test.state === state)
  const bad = withState('failed')
  const skipped = tests.length - bad.length - withState('passed').length
  const remarks = bad.map((test) => `FAILED ${file}: ${test.name}\n  ${beginning(test.words.join('\n'))}`)
  if (isBroken)
    remarks.push(`FAILED ${file}, outside of its tests: ${beginning(words.join('\n')) || 'see above'}`)
  else if (skipped > 0) remarks.push(`${file}: ${skipped} tests were skipped, which counts as failed`)
  return {
    file,
    seconds,
    tests: bad.map(({ name }) => name),
    passed: withState('passed').length,
    failed: bad.length + skipped + (isBroken ? 1 : 0),
    remarks,
  }
}

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0)

function beginning(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  return lines
    .filter((line) => !/^\s+at .*(\/node_modules\/|<anonymous>)/.test(line))
    .slice(0, 12)
    .join('\n  ')
}
