import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { findingKind } from '../finding.ts'
import type { Mutant } from './mutant.ts'

/** What takes longer than that hangs, and has no report. */
const LONGEST_MS = 10 * 60_000

/** What the soak does for a fault: the same each time, as far as the machine lets it. */
export const SOAK_PLAN = ['--seed=20', '--steps=1200', '--minutes=2', '--drain=60']

const APP_PLAN = ['--electron', '--seed=7002', '--kills=12']

const testReport = v.object({
  numTotalTests: v.number(),
  testResults: v.array(
    v.object({
      message: v.optional(v.string()),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
})

const soakReport = v.array(v.object({ kind: findingKind, text: v.string() }))
export type SoakFindings = v.InferOutput<typeof soakReport>

/** The tests that fail in the copy; throws where they could not run at all. */
export async function failingTests(folder: string, files: readonly string[]): Promise<string[]> {
  const projects = [...new Set(files.map(projectOf))].map((name) => `--project=${name}`)
  const report = path.join(folder, 'mutant-tests.json')
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--configLoader=runner', ...projects]
  const said = await run(folder, [...args, '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files])
  const { testResults, numTotalTests } = v.parse(testReport, JSON.parse(await takeFile(report, said)))
  const broken = testResults.filter(({ assertionResults }) => assertionResults.length === 0)
  if (numTotalTests === 0 || broken.length === testResults.length)
    throw new Error(`the tests do not run: ${broken[0]?.message ?? said.slice(-2000)}`)
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
}

/** What a run of the soak finds in the copy; `app`: of the one of the real app. */
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

/** Runs Node in the copy to its end; answers all that it said. */
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
