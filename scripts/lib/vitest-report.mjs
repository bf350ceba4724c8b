// What Vitest's JSON report says, as two numbers.
import { readFileSync } from 'node:fs'

/**
 * Counts a report. Everything that is not a test that ran and passed counts as failed: a failing test,
 * a file that could not be loaded, a test that was skipped, a run without any test, a runner that
 * ended badly after its report or wrote none.
 * @param {number} code the runner's exit code
 * @returns {{passed: number, failed: number, remarks: string[]}}
 */
export function countReport(path, code) {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, remarks: [`the runner ended with code ${code} and left no report`] }
  }
  const remarks = []
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  if (brokenFiles > 0) remarks.push(`${brokenFiles} test files broke outside of their tests`)
  const notRun = report.numPendingTests + report.numTodoTests
  if (notRun > 0) remarks.push(`${notRun} tests were skipped, which counts as failed`)
  let failed = report.numFailedTests + brokenFiles + notRun
  if (report.numTotalTests === 0 && failed === 0) {
    remarks.push('no test ran')
    failed = 1
  }
  if (code !== 0 && failed === 0) {
    remarks.push(`every test passed, but the runner ended with code ${code}`)
    failed = 1
  }
  return { passed: report.numPassedTests, failed, remarks }
}
