import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inRoot, inScripts } from './run-script.ts'

it('an error that belongs to no test counts as failed, and is said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-report-'))
  // As on a fresh clone, where nobody has made the folder of the reports yet.
  const [report, unhandled] = [join(folder, 'report.json'), join(folder, 'reports', 'unhandled.json')]
  const reporter = inRoot('scripts/lib/unhandled-reporter.mjs')
  const code = `import Reporter from ${JSON.stringify(reporter)}
    new Reporter().onTestRunEnd([], [new Error('a timer of nobody')])`
  spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, GALLEY_UNHANDLED_REPORT: unhandled },
  })
  const empty = { numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  writeFileSync(report, JSON.stringify({ ...empty, numTotalTests: 2, numPassedTests: 2 }))
  const counted = inScripts(
    'vitest-report.mjs',
    `lib.countReport(${JSON.stringify(report)}, 1, ${JSON.stringify(unhandled)})`,
  )
  rmSync(folder, { recursive: true, force: true })
  expect(counted).toMatchObject({
    passed: 2,
    failed: 1,
    remarks: [expect.stringMatching(/^FAILED outside of every test: Error: a timer of nobody/)],
  })
})
