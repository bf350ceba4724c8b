// What Vitest's JSON report says: two numbers, and what failed in words.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot } from './project.mjs'

/**
 * Counts a report, and what `unhandled-reporter.mjs` wrote down beside it. Everything that is not a test that ran and
 * passed counts as failed: a failing test, a file that could not be loaded, a test that was skipped, a run without any
 * test, an error that belongs to no test, a runner that ended badly after its report or wrote none.
 * @param {number} code the runner's exit code
 * @returns {{passed: number, failed: number, remarks: string[]}}
 */
export function countReport(path, code, unhandled) {
  const report = read(path)
  if (report === null) {
    return { passed: 0, failed: 1, remarks: [`the runner ended with code ${code} and left no report`] }
  }
  const failures = report.testResults.flatMap(failuresOf)
  const remarks = [...failures]
  const brokenFiles = report.testResults.filter(isBroken).length
  const notRun = report.numPendingTests + report.numTodoTests
  if (notRun > 0) remarks.push(`${notRun} tests were skipped, which counts as failed`)
  let failed = report.numFailedTests + brokenFiles + notRun
  if (report.numTotalTests === 0 && failed === 0) {
    remarks.push('no test ran')
    failed = 1
  }
  const ofNoTest = read(unhandled) ?? []
  remarks.push(...ofNoTest.map((error) => `FAILED outside of every test: ${beginning(error)}`))
  failed += ofNoTest.length
  if (code !== 0 && failed === 0) {
    remarks.push(`every test passed, but the runner ended with code ${code}`)
    failed = 1
  }
  return { passed: report.numPassedTests, failed, remarks }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** Failed outside of its tests: it could not be loaded, or its set-up threw. */
function isBroken(file) {
  return file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')
}

/** A line for each failed test of a file, with where it stands and the beginning of what it said. */
function failuresOf(file) {
  const where = relative(inRoot(), file.name)
  // Of a set-up that threw inside of a group the report has no words: they stand further up.
  if (isBroken(file))
    return [`FAILED ${where}, outside of its tests: ${beginning(file.message) || 'see above'}`]
  return file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `FAILED ${where}: ${test.fullName}\n  ${beginning(test.failureMessages.join('\n'))}`)
}

function beginning(message) {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  return lines
    .filter((line) => !/^\s+at .*(\/node_modules\/|<anonymous>)/.test(line))
    .slice(0, 12)
    .join('\n  ')
}
