// node scripts/run.mjs TOOL [ARGS]: runs a tool of node_modules/.bin under the right Node and with the
// Electron of this checkout, in the foreground.
import { existsSync } from 'node:fs'
import { inRoot, Stop } from './lib/project.mjs'
import { run } from './lib/processes.mjs'
import { findElectron } from './lib/electron.mjs'
import { launch, setUp } from './lib/setup.mjs'

/** Building and checking need no Electron; what opens windows does. */
const opensWindows = (tool, args) => tool === 'electron' || (tool === 'electron-vite' && args[0] !== 'build')

launch(async () => {
  const [tool, ...args] = process.argv.slice(2)
  if (tool === undefined) throw new Stop('usage: node scripts/run.mjs TOOL [ARGS]')
  const electron = (await setUp({ electron: opensWindows(tool, args), args })) ?? findElectron()
  const windows = process.platform === 'win32'
  const path = inRoot('node_modules', '.bin', windows ? `${tool}.cmd` : tool)
  if (!existsSync(path)) throw new Stop(`there is no ${tool} in node_modules/.bin`)
  process.exitCode = await run(path, tool === 'electron' ? [...args, ...(electron?.switches ?? [])] : args, {
    env: { ...process.env, ...electron?.env },
    shell: windows,
  })
})
