import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

/*
 * npm run soak -- --site [--seed=N] [--sites=K] [--runs=M]: what a site says of its fields and of who may do what, compared
 * with what its server refuses, takes and stores; K sites of random access functions, and M random documents for each.
 */

const { values } = parseArgs({
  options: {
    site: { type: 'boolean' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    sites: { type: 'string', default: '5' },
    runs: { type: 'string', default: '200' },
  },
})
const root = path.resolve(import.meta.dirname, '../..')
const files = ['site-words', 'permissions-matrix'].map((name) => `tests/integration/${name}.test.ts`)
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const seed = Number(values.seed)

for (let site = seed; site < seed + Number(values.sites); site += 1) {
  const env = { ...process.env, GALLEY_SEED: String(site), GALLEY_RUNS: values.runs }
  const args = ['run', '--configLoader=runner', '--project=integration', '--testTimeout=1800000', ...files]
  process.stdout.write(`seed ${site}\n`)
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
