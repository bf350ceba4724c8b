// npm run prove-next: the live preview of the built app on a real Next site, made in .cache/prove-next with packages of
// its own from the npm registry. Not part of npm test: it downloads some 200 MB the first time.
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
  if (!canSandbox()) env.GALLEY_E2E_NO_SANDBOX = '1'
  const script = inRoot('tests', 'prove-next', 'run-prove-next.ts')
  process.exitCode = await run(process.execPath, [script], { cwd: inRoot(), env })
  if (process.exitCode === 0) say('the Next site was shown as it was typed')
  await endAll()
})
