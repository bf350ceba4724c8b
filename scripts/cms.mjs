// npm run cms -- [ARGS]: the demo CMS alone, in the foreground.
import { inRoot, Stop } from './lib/project.mjs'
import { ended, start } from './lib/processes.mjs'
import {
  cmsCommand,
  dataFolder,
  defaultPort,
  findRunningCms,
  forgetCms,
  rememberCms,
} from './lib/demo-cms.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  await setUp({ electron: false, signalCode: 0 })
  const given = process.argv.slice(2)
  const has = (name) => given.some((arg) => arg === name || arg.startsWith(`${name}=`))
  // A database elsewhere has a data folder of its own, which the command knows.
  const ownData = !has('--data') && !has('--db')
  if (ownData) {
    const running = await findRunningCms()
    if (running) throw new Stop(`the demo CMS is already running on ${running}.`)
  }
  const args = [...given]
  if (!has('--port')) args.push(`--port=${defaultPort}`)
  if (ownData) args.push(`--data=${dataFolder()}`)
  const [command, all] = cmsCommand(args)
  const child = start(command, all, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    const url = /galley-cms listening (\S+)/.exec(String(chunk))?.[1]
    if (url && ownData) rememberCms(url, child.pid)
  })
  process.exitCode = await ended(child)
  if (ownData) forgetCms()
})
