import { ensureTools, pathOf } from '../packaging/tools.mjs'
import { inRoot, say } from './lib/project.mjs'
import { endAll } from './lib/processes.mjs'
import { runWithApp } from './lib/run-with-app.mjs'
import { launch } from './lib/setup.mjs'

launch(async () => {
  ensureTools('chromium')
  process.env.GALLEY_CHROMIUM = pathOf('chromium')
  process.exitCode = await runWithApp([inRoot('tests', 'prove-next', 'run-prove-next.ts')])
  if (process.exitCode === 0)
    say('the Next site was shown as it was typed, and logged in to through a browser')
  await endAll()
})
