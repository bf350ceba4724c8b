import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inRoot, inScripts } from './run-script.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-report-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs Vitest over files of tests made here, with the reporter of the launcher; gives where its lines are. */
function runOver(files: Record<string, string>): { lines: string; code: number } {
  const own = mkdtempSync(join(folder, 'run-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text)
  // As on a fresh clone, where nobody has made the folder of the reports yet.
  const lines = join(own, 'reports', 'run.jsonl')
  const args = [`--root=${own}`, `--reporter=${inRoot('scripts/lib/run-reporter.mjs')}`]
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const env = { ...process.env, GALLEY_TEST_EVENTS: lines, VITEST: '', VITEST_POOL_ID: '' }
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--globals', ...args], { cwd: own, env })
  return { lines, code: status ?? 1 }
}

const countOf = ({ lines, code }: { lines: string; code: number }): unknown =>
  inScripts('run-report.mjs', `lib.countRun(${JSON.stringify(lines)}, ${code})`)

it('counts what passed, and names each file and test that failed, with the beginning of its words', () => {
  const run = runOver({
    'good.test.ts': "test('adds', () => { expect(1 + 1).toBe(2) })",
    'bad.test.ts':
      "describe('sums', () => { test('are wrong', () => { expect(1 + 1).toBe(3) }); test('are right', () => {}) })",
  })
  expect(countOf(run)).toMatchObject({
    passed: 2,
    failed: 1,
    files: [
      { file: expect.stringMatching(/bad\.test\.ts$/), tests: ['sums > are wrong'], passed: 1, failed: 1 },
    ],
    remarks: [
      expect.stringMatching(/^FAILED .*bad\.test\.ts: sums > are wrong\n {2}AssertionError: expected 2/),
    ],
  })
})

it('counts a skipped test, a file that does not load and a set-up that throws as failed', () => {
  const run = runOver({
    'skipped.test.ts': "test.skip('later', () => {}); test('now', () => {})",
    'broken.test.ts': "import './nowhere.ts'",
    'set-up.test.ts':
      "describe('in a group', () => { beforeAll(() => { throw new Error('no room') }); test('waits', () => {}) })",
  })
  expect(countOf(run)).toMatchObject({
    passed: 1,
    failed: 4,
    remarks: expect.arrayContaining([
      expect.stringMatching(/skipped\.test\.ts: 1 tests were skipped/),
      expect.stringMatching(/broken\.test\.ts, outside of its tests: .*nowhere/),
      expect.stringMatching(/set-up\.test\.ts, outside of its tests: Error: no room/),
    ]),
  })
})

it('counts an error that belongs to no test as failed', () => {
  const run = runOver({
    'loose.test.ts':
      "test('passes', () => { setTimeout(() => { throw new Error('a timer of nobody') }); return new Promise((done) => setTimeout(done, 20)) })",
  })
  expect(countOf(run)).toMatchObject({
    passed: 1,
    failed: 1,
    remarks: [expect.stringMatching(/^FAILED outside of every test: Error: a timer of nobody/)],
  })
})

it('counts a file that did not end as failed, and says which test hangs', () => {
  const lines = join(folder, 'cut.jsonl')
  const file = inRoot('tests/e2e/some.test.ts')
  const begun = { event: 'test-begun', file, test: 'waits for ever' }
  const written = [{ event: 'queued', file }, begun].map((line) => JSON.stringify(line))
  // The last line is half written.
  writeFileSync(lines, `${written.join('\n')}\n{"event":"test-en`)
  expect(countOf({ lines, code: 1 })).toMatchObject({
    passed: 0,
    failed: 1,
    remarks: ['FAILED tests/e2e/some.test.ts: did not end'],
  })
  expect(inScripts('run-report.mjs', `lib.runningTests(${JSON.stringify(lines)})`)).toEqual([
    'tests/e2e/some.test.ts: waits for ever',
  ])
})

it('counts a runner without a report as failed', () => {
  expect(countOf({ lines: join(folder, 'none.jsonl'), code: 7 })).toMatchObject({
    passed: 0,
    failed: 1,
    remarks: ['the runner ended with code 7 and left no report'],
  })
})

it('takes a run over what nothing imports for one of no tests, where that may be, and only if it ended well', () => {
  const none = JSON.stringify(join(folder, 'none.jsonl'))
  const counted = (code: number): unknown =>
    inScripts('run-report.mjs', `lib.countRun(${none}, ${code}, { mayBeEmpty: true })`)
  expect(counted(0)).toMatchObject({ passed: 0, failed: 0 })
  expect(counted(1)).toMatchObject({ passed: 0, failed: 1 })
})
