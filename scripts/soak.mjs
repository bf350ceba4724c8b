// npm run soak [-- --seed=N] [-- --steps=M] [-- --minutes=K]: random edits under kills and faults, see docs/soak.md.
// Not part of npm test: it takes minutes, and what happens when is for the machine to decide.
// npm run soak -- --electron [--kills=N]: types into the real app, and kills it.
// npm run soak -- --round-trip [--seed=N] [--schemas=K] [--runs=M]: random documents of generated sites, edited once.
// npm run soak -- --site [--seed=N] [--sites=K] [--runs=M]: what random sites refuse, take and allow, and what Galley says.
// npm run soak -- --hostile [--seed=N] [--minutes=K]: the worst of inputs for all that reads what strangers write.
// npm run soak -- --lists [--seed=N] [--count=M]: random lists, asked of the CMS and of what is on this computer.
// npm run soak -- --compare [--seed=N] [--count=M]: random histories, compared and read by an oracle.
// npm run soak -- --mutants[=NAME]: plants faults and asks whether anybody notices.
import { parseArgs } from 'node:util'
import { inRoot } from './lib/project.mjs'
import { endAll, run } from './lib/processes.mjs'
import { ensureBuild } from './lib/build.mjs'
import { ensureDisplay } from './lib/display.mjs'
import { canSandbox } from './lib/sandbox.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  if (process.argv.includes('--compare')) return compareHistories()
  const isApp = process.argv.includes('--electron')
  const electron = await setUp({ electron: isApp })
  const given = process.argv.slice(2).map((one) => (one === '--mutants' ? '--mutants=' : one))
  const script = given.some((one) => one.startsWith('--mutants='))
    ? inRoot('tests', 'soak', 'mutants', 'run-mutants.ts')
    : given.includes('--round-trip')
      ? inRoot('tests', 'soak', 'run-round-trip.ts')
      : given.includes('--site')
        ? inRoot('tests', 'soak', 'run-site.ts')
        : given.includes('--hostile')
          ? inRoot('tests', 'soak', 'run-hostile.ts')
          : given.includes('--lists')
            ? inRoot('tests', 'soak', 'run-lists.ts')
            : isApp
              ? inRoot('tests', 'soak', 'electron', 'run-electron.ts')
              : inRoot('tests', 'soak', 'run-soak.ts')
  const args = ['--disable-warning=ExperimentalWarning', script, ...given]
  const env = { ...process.env, ...(isApp ? await appEnvironment(electron) : {}) }
  process.exitCode = await run(process.execPath, args, { cwd: inRoot(), env })
  await endAll()
})

/** The tests of the oracle, with other histories each time, and more of them than `npm test` has time for. */
async function compareHistories() {
  await setUp({ electron: false })
  const { values } = parseArgs({
    options: {
      compare: { type: 'boolean' },
      seed: { type: 'string', default: 'random' },
      count: { type: 'string', default: '2000' },
    },
  })
  const oracle = 'tests/unit/shared/document/compare/oracle-compare.test.ts'
  const args = [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'unit', oracle]
  const env = { ...process.env, GALLEY_SEED: values.seed, GALLEY_RUNS: values.count }
  process.exitCode = await run(process.execPath, args, { cwd: inRoot(), env })
  await endAll()
}

/** Builds the app, and sees to it that its windows open. */
async function appEnvironment(electron) {
  await ensureBuild()
  const display = await ensureDisplay()
  return { ...electron.env, ...display.env, ...(canSandbox() ? {} : { GALLEY_E2E_NO_SANDBOX: '1' }) }
}
