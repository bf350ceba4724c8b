// npm run gallery [-- SCENE…]: drives the built app through its screens and states, and writes a picture of each to
// .cache/gallery with an index.html that lays them side by side. Nothing here is part of npm test.
import { inCache, inRoot, say } from './lib/project.mjs'
import { endAll, run } from './lib/processes.mjs'
import { ensureBuild } from './lib/build.mjs'
import { ensureDisplay } from './lib/display.mjs'
import { canSandbox } from './lib/sandbox.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  const electron = await setUp({ electron: true })
  await ensureBuild()
  // High enough for a form with all of its fields.
  const display = await ensureDisplay('1440x3200x24')
  const env = { ...process.env, ...electron.env, ...display.env }
  if (!canSandbox()) env.GALLEY_E2E_NO_SANDBOX = '1'
  const args = [inRoot('tests', 'gallery', 'run-gallery.ts'), inCache('gallery'), ...process.argv.slice(2)]
  process.exitCode = await run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: inRoot(),
    env,
  })
  say(`the pictures are in ${inCache('gallery', 'index.html')}`)
  await endAll()
})
