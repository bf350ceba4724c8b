import { inRoot, say } from './lib/project.mjs'
import { endAll } from './lib/processes.mjs'
import { runWithApp } from './lib/run-with-app.mjs'
import { launch } from './lib/setup.mjs'

launch(async () => {
  process.exitCode = await runWithApp([inRoot('tests', 'parity', 'run-parity.ts'), ...process.argv.slice(2)])
  say('what was found is in docs/parity.md, its pictures in .cache/parity/pictures')
  await endAll()
})
