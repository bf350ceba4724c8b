// npm run soak [-- --seed=N] [-- --steps=M] [-- --minutes=K]: random edits under kills and faults, see docs/sync.md.
// Not part of npm test: it takes minutes, and what happens when is for the machine to decide.
// npm run soak -- --mutants[=NAME]: plants faults and asks whether anybody notices.
import { inRoot } from './lib/project.mjs'
import { endAll, run } from './lib/processes.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  await setUp({ electron: false })
  const given = process.argv.slice(2).map((one) => (one === '--mutants' ? '--mutants=' : one))
  const script = given.some((one) => one.startsWith('--mutants='))
    ? inRoot('tests', 'soak', 'mutants', 'run-mutants.ts')
    : inRoot('tests', 'soak', 'run-soak.ts')
  const args = ['--disable-warning=ExperimentalWarning', script, ...given]
  process.exitCode = await run(process.execPath, args, { cwd: inRoot() })
  await endAll()
})
