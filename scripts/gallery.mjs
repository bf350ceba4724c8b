import { inCache, inRoot, say } from './lib/project.mjs'
import { endAll } from './lib/processes.mjs'
import { runWithApp } from './lib/run-with-app.mjs'
import { launch } from './lib/setup.mjs'

launch(async () => {
  const args = [inRoot('tests', 'gallery', 'run-gallery.ts'), inCache('gallery'), ...process.argv.slice(2)]
  // High enough for a form with all of its fields.
  process.exitCode = await runWithApp(args, '1440x3200x24')
  say(`the pictures are in ${inCache('gallery', 'index.html')}`)
  await endAll()
})
