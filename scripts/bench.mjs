// npm run bench [-- PART…] [-- --runs=N] [-- --write]: measures times in the built app, as a table with the targets
// of docs/performance.md. Not part of npm test; no time is ever asserted.
import { inRoot, say } from './lib/project.mjs'
import { endAll, run } from './lib/processes.mjs'
import { ensureBuild } from './lib/build.mjs'
import { ensureDisplay } from './lib/display.mjs'
import { canSandbox } from './lib/sandbox.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  const electron = await setUp({ electron: true })
  await ensureBuild()
  const display = await ensureDisplay()
  const env = { ...process.env, ...electron.env, ...display.env }
  if (!canSandbox()) {
    say('measuring with --no-sandbox: it cannot be on here')
    env.GALLEY_E2E_NO_SANDBOX = '1'
  }
  const args = [inRoot('tests', 'bench', 'run-bench.ts'), ...process.argv.slice(2)]
  process.exitCode = await run(process.execPath, args, { cwd: inRoot(), env })
  await endAll()
})
