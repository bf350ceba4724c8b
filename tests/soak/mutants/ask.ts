import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { findingKind } from '../finding.ts'
import type { Mutant } from './mutant.ts'

/** Longest milliseconds of a run; a longer one hangs and has no report. */
const LONGEST_MS = 30 * 60_000

/** Arguments of the soak for a fault, as reproducible as the machine allows. */
export const SOAK_PLAN = ['--seed=20', '--steps=1200', '--minutes=2', '--drain=60']

const APP_PLAN = ['--electron', '--seed=7002', '--kills=12']

const testReport = v.object({
  numTotalTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
})

const soakReport = v.array(v.object({ kind: findingKind, text: v.string() }))
export type SoakFindings = v.InferOutput<typeof soakReport>

/** Number of test files nearest to the fault, which run first. */
const NEAREST = 6

/** The first test that fails in the copy, and its file. */
export type Failing = { file: string; name: string }

/**
 * Runs tests, nearest first, until one fails; null: none does. It has to fail again alone: a slow machine, or another
 * file's leftovers, do not count.
 */
export async function firstFailing(folder: string, files: readonly string[]): Promise<Failing | null> {
  const rest = files.slice(NEAREST)
  // One process for all files reads modules once, which is much quicker. Tests of components do not tolerate that.
  const parts: { some: string[]; shared: boolean }[] = [
    { some: files.slice(0, NEAREST), shared: false },
    { some: rest.filter((file) => projectOf(file) === 'unit'), shared: true },
    { some: rest.filter((file) => projectOf(file) !== 'unit'), shared: false },
  ]
  for (const { some, shared } of parts)
    for (const isShared of shared ? [true, false] : [false]) {
      const [failing] = some.length === 0 ? [] : await failingTests(folder, some, { shared: isShared })
      if (!failing) break
      const [again] = await failingTests(folder, [failing.file])
      if (again) return again
    }
  return null
}

/** Returns the tests that fail in the copy, at least `bail` of them (0: all); throws if they could not run at all. */
export async function failingTests(
  folder: string,
  files: readonly string[],
  { bail = 1, shared = false }: { bail?: number; shared?: boolean } = {},
): Promise<Failing[]> {
  const projects = [...new Set(files.map(projectOf))].map((name) => `--project=${name}`)
  const report = path.join(folder, 'mutant-tests.json')
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs')
  const how = [`--bail=${bail}`, ...(shared ? ['--no-isolate'] : [])]
  const args = [vitest, 'run', '--configLoader=runner', ...projects, ...how]
  const said = await run(folder, [...args, '--reporter=json', `--outputFile=${report}`, ...files])
  const { testResults, numTotalTests } = v.parse(testReport, JSON.parse(await takeFile(report, said)))
  const failing = testResults.flatMap(({ name, message, status, assertionResults }): Failing[] => {
    const file = path.relative(folder, name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => ({ file, name: fullName }))
    // The file itself cannot be loaded.
    return status === 'failed' && message !== '' ? [{ file, name: `${file}: ${message.slice(0, 120)}` }] : []
  })
  if (numTotalTests === 0 && failing.length === 0)
    throw new Error(`the tests do not run: ${said.slice(-2000)}`)
  return failing
}

/** Returns the soak's findings in the copy; `app`: those of the real app's soak. */
export async function soakFindings(
  folder: string,
  { app = false, often }: Pick<Mutant, 'app' | 'often'> = {},
): Promise<SoakFindings> {
  const report = path.join(folder, 'mutant-soak.json')
  const [flags, script, plan] = app
    ? [[], 'scripts/soak.mjs', APP_PLAN]
    : [
        ['--disable-warning=ExperimentalWarning'],
        'tests/soak/run-soak.ts',
        often === undefined ? SOAK_PLAN : [...SOAK_PLAN, `--often=${often}`],
      ]
  const said = await run(folder, [...flags, path.join(folder, script), ...plan, `--findings=${report}`])
  return v.parse(soakReport, JSON.parse(await takeFile(report, said)))
}

function projectOf(file: string): string {
  if (file.startsWith('tests/integration/')) return 'integration'
  return file.endsWith('.tsx') ? 'ui' : 'unit'
}

async function takeFile(file: string, said: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new Error(`it ended without a report:\n${said.slice(-2000)}`)
  } finally {
    await rm(file, { force: true })
  }
}

/** Runs Node in the copy to its end; resolves to its whole output. */
function run(folder: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(parts).toString())
    })
  })
}
