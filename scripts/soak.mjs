// npm run soak [-- --seed=N] [-- --steps=M] [-- --minutes=K]: random edits under kills and faults, see docs/sync.md.
// Not part of npm test: it takes minutes, and what happens when is for the machine to decide.
import { inRoot } from './lib/project.mjs'
import { endAll, run } from './lib/processes.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  await setUp({ electron: false })
  const args = ['--disable-warning=ExperimentalWarning', inRoot('tests', 'soak', 'run-soak.ts')]
  process.exitCode = await run(process.execPath, [...args, ...process.argv.slice(2)], { cwd: inRoot() })
  await endAll()
})
