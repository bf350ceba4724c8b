// npm run parity -- --payload=DIR [SITE…]: drives the built app over the sites of Payload's own test folder, and writes
// what is out of step with their REST API into docs/parity.md. Nothing here is part of npm test: it needs a checkout of
// payloadcms/payload at its branch 3.x, and installs what those sites import the first time.
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
  const args = [inRoot('tests', 'parity', 'run-parity.ts'), ...process.argv.slice(2)]
  process.exitCode = await run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: inRoot(),
    env,
  })
  say('what was found is in docs/parity.md, its pictures in .cache/parity/pictures')
  await endAll()
})
